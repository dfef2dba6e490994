// The second-order solver converges to rounding: closed forms, an independent reference, piles, and problems with every
// feature (rows, compliance, general inertia, locks).
#include "solve/newton.h"

#include <gtest/gtest.h>

#include <map>

#include "kernel/contact_kernels.h"
#include "support/heap_problem.h"

namespace scree::solve {
namespace {

Outcome solved(const Problem& problem, Impulses& impulses, double tolerance) {
  return solve_newton(problem, impulses, {.method = Method::newton, .tolerance = tolerance, .max_iterations = 200});
}
Outcome solved(const Problem& problem, double tolerance) {
  Impulses none;
  return solved(problem, none, tolerance);
}

TEST(Newton, finds_the_weights_in_a_stack_of_ten) {
  const double h = 0.01, g = 9.81;
  const auto balls = test::stack_of_ten();
  for (const double rho : {0.0, 0.01}) {
    Problem problem = test::step_problem(balls, {{}}, {.step = h, .gravity = {0, 0, -g}, .cone = {0.5, rho, rho}});
    ASSERT_EQ(problem.contacts.size(), 10u);
    Impulses impulses;
    const double tolerance = 1e-10 * g * h;
    const Outcome outcome = solved(problem, impulses, tolerance);
    EXPECT_TRUE(outcome.reached) << outcome.residual.rms;
    EXPECT_LE(outcome.iterations, 30);
    for (std::size_t i = 0; i < 10; ++i) {
      const Contact& c = problem.contacts[i];
      // balls from this contact upwards
      const double carried = static_cast<double>(10 - (c.b == 10 ? c.a : std::max(c.a, c.b)));
      // One m/s of residual is one mass's worth of impulse, and errors of ten contacts add up over ten balls.
      EXPECT_NEAR(dot(impulses.contacts[i].linear, c.normal), carried * balls[0].mass * g * h,
                  1000 * tolerance * balls[0].mass)
          << i;
      EXPECT_LE(norm(outcome.velocities[i].linear), 1000 * tolerance);
    }
  }
}

TEST(Newton, agrees_with_an_independent_reference_on_small_scenes) {
  // case,h,g,mu,rho,sigma,margin,body,m,R,J,x,y,z,vx,vy,vz,wx,wy,wz,vx1,...,wz1,ncontacts,solver_diff
  std::map<int, std::vector<std::vector<double>>> cases;
  for (auto& row : test::numbers_of_csv(SCREE_TEST_DATA "/tasora/tasora_step.csv")) {
    ASSERT_EQ(row.size(), 28u);
    cases[static_cast<int>(row[0])].push_back(row);
  }
  ASSERT_EQ(cases.size(), 8u);
  for (const auto& [number, rows] : cases) {
    std::vector<test::Ball> balls;
    const auto vector = [](const double* x) { return Vec3d{x[0], x[1], x[2]}; };
    for (const auto& r : rows) balls.push_back({r[8], r[9], r[10], vector(&r[11]), vector(&r[14]), vector(&r[17])});
    const auto& r = rows[0];
    const Problem problem = test::step_problem(
        balls, {{}}, {.step = r[1], .gravity = {0, 0, -r[2]}, .cone = {r[3], r[4], r[5]}, .envelope = r[6]});
    EXPECT_EQ(static_cast<double>(problem.contacts.size()), r[26]) << number;
    const Outcome outcome = solved(problem, 1e-10 * r[2] * r[1]);
    EXPECT_TRUE(outcome.reached) << number << ": " << outcome.residual.rms;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Vec3d v = outcome.velocities[i].linear - vector(&rows[i][20]),
                  w = outcome.velocities[i].angular - vector(&rows[i][23]);
      // Residuals are below 1e-10 g h = 1e-11 m/s and errors are up to a hundred times as large; the reference is
      // accurate to its last column, solver_diff.
      constexpr double k_reference = 1e-9;  // [m/s]
      EXPECT_LE(norm(v), k_reference) << number << " " << i;
      EXPECT_LE(balls[i].radius * norm(w), k_reference) << number << " " << i;
    }
  }
}

TEST(Newton, converges_in_piles_of_all_coefficients) {
  for (const law::Cone<double> cone : {law::Cone<double>{0.6, 0.002, 0.002},
                                       {0.3, 0, 0},
                                       {0, 0, 0},
                                       {0.5, 0.002, 0},
                                       {0.5, 0, 0.002},
                                       {1.5, 0.01, 0.01}})
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      const Problem problem = test::random_pile(seed, 4, cone);
      ASSERT_GT(problem.contacts.size(), 64u);
      Impulses impulses;
      const Outcome outcome = solved(problem, impulses, 1e-10 * 9.81 * 0.005);
      EXPECT_TRUE(outcome.reached) << cone.slide << " " << cone.roll << " " << cone.spin << " seed " << seed << ": "
                                   << outcome.residual.rms << " after " << outcome.iterations;
      EXPECT_LE(outcome.iterations, 60);
      const Residual own = residual(problem, impulses, velocities(problem, impulses));
      EXPECT_EQ(own.rms, outcome.residual.rms);
    }
}

TEST(Newton, solves_rows_compliance_and_bodies_of_any_inertia) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Problem problem = test::random_problem(seed).problem;
    Impulses impulses;
    const Outcome outcome = solved(problem, impulses, 1e-11);
    EXPECT_TRUE(outcome.reached) << seed << ": " << outcome.residual.rms << " after " << outcome.iterations;
    for (std::size_t i = 0; i < problem.rows.size(); ++i) {
      const Row& r = problem.rows[i];
      EXPECT_GE(impulses.rows[i], r.low);
      EXPECT_LE(impulses.rows[i], r.high);
      const double u = row_velocity(problem, r, outcome.velocities, impulses.rows[i]);
      if (impulses.rows[i] > r.low && impulses.rows[i] < r.high) {
        EXPECT_LE(std::abs(u), 1e-9) << seed;  // [m/s]: the maximum of a row is at most some ten rms of 1e-11
      }
    }
  }
}

TEST(Newton, does_not_change_locked_degrees_of_freedom) {
  // A ball that may only move along x and rotate about y, pressed on a floor and moving along x: it rolls as
  // a free one.
  const double h = 0.01, push = 0.2;
  test::Ball ball = test::solid_ball(0.1, 1000.0, {0, 0, 0.1}, {push, 0, 0});
  Problem free = test::step_problem({ball}, {{}}, {.step = h, .cone = {0.9, 0, 0}});
  Problem locked = free;
  locked.bodies[0].inverse_mass.y = 0.0;
  locked.bodies[0].inverse_inertia[0] = locked.bodies[0].inverse_inertia[2] = 0.0;
  locked.bodies[0].free.linear.y = 0.3;  // held at this speed, whatever it touches
  Problem still = locked;
  still.bodies[0].free.linear.y = 0.0;
  const Outcome a = solved(free, 1e-14), b = solved(still, 1e-14), c = solved(locked, 1e-13);
  EXPECT_TRUE(a.reached && b.reached && c.reached) << a.residual.rms << " " << b.residual.rms << " " << c.residual.rms;
  // A hundred times the residual of 1e-14 that is asked for.
  constexpr double k_solved = 1e-12;  // [m/s]
  EXPECT_NEAR(a.velocities[0].linear.x, push * 5.0 / 7.0, k_solved);
  EXPECT_NEAR(b.velocities[0].linear.x, push * 5.0 / 7.0, k_solved);
  EXPECT_EQ(c.velocities[0].linear.y, 0.3);
  EXPECT_EQ(c.velocities[0].angular.x, 0.0);
}

TEST(Newton, needs_no_iteration_without_contacts_in_compression) {
  Problem problem;
  problem.bodies.resize(2);
  problem.bodies[0].inverse_mass = {1, 1, 1}, problem.bodies[0].free.linear = {1, 2, 3};
  Outcome outcome = solved(problem, 1e-12);
  EXPECT_TRUE(outcome.reached);
  EXPECT_EQ(outcome.iterations, 0);
  EXPECT_EQ(outcome.velocities[0].linear.z, 3.0);
  const Problem apart =
      test::step_problem({test::solid_ball(0.1, 1000, {0, 0, 0.2}, {0, 0, 1})}, {{}}, {.envelope = 1.0});
  ASSERT_EQ(apart.contacts.size(), 1u);
  outcome = solved(apart, 1e-12);
  EXPECT_TRUE(outcome.reached);
  EXPECT_EQ(outcome.iterations, 0);
}

TEST(Newton, reports_failure_with_finite_velocities_where_no_solution_exists) {
  // A ball between two fixed faces that come closer: no velocity keeps both gaps.
  Problem problem = test::step_problem({test::solid_ball(0.1, 1000, {0, 0, 0.1})}, {{}, {{0, 0, 0.2}, {0, 0, -1}}}, {});
  ASSERT_EQ(problem.contacts.size(), 2u);
  for (Contact& c : problem.contacts) c.bias = -0.1;
  const Outcome outcome = solved(problem, 1e-10);
  EXPECT_FALSE(outcome.reached);
  EXPECT_TRUE(std::isfinite(outcome.residual.rms) && std::isfinite(norm(outcome.velocities[0].linear)));
}

TEST(Newton, converges_from_a_good_guess_in_few_iterations) {
  const Problem problem = test::random_pile(1, 4, {0.6, 0.002, 0.002});
  Impulses impulses;
  const Outcome rough = solved(problem, impulses, 1e-7);
  ASSERT_TRUE(rough.reached);
  const Outcome fine = solved(problem, impulses, 1e-12);
  EXPECT_TRUE(fine.reached);
  EXPECT_LE(fine.iterations, 10);
  EXPECT_LT(fine.residual.rms, rough.residual.rms);
  Impulses same = impulses;
  const Outcome again = solved(problem, same, fine.residual.rms * 1.5);
  EXPECT_EQ(again.iterations, 0);
}

TEST(Newton, has_the_same_bits_on_every_instruction_set) {
  const Problem problem = test::random_pile(2, 4, {0.6, 0.002, 0.002});
  std::vector<Outcome> outcomes;
  for (const auto* kernels : contact::available_kernels()) {
    Impulses none;
    outcomes.push_back(solve_newton(problem, none, {.tolerance = 1e-11, .isa = kernels->name}));
  }
  for (const Outcome& o : outcomes)
    for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
      EXPECT_EQ(o.velocities[i].linear.x, outcomes[0].velocities[i].linear.x);
      EXPECT_EQ(o.velocities[i].angular.z, outcomes[0].velocities[i].angular.z);
    }
}

TEST(Newton, solves_a_heap_of_two_thousand_spheres) {
  const Problem problem = test::heap_problem(SCREE_BENCH_DATA "/heap2000.txt.gz");
  ASSERT_EQ(problem.bodies.size(), 2001u);
  ASSERT_GT(problem.contacts.size(), 5000u);
  Impulses impulses;
  const Outcome outcome = solve_newton(problem, impulses, {.tolerance = 1e-3, .max_iterations = 20});
  EXPECT_TRUE(outcome.reached) << outcome.residual.rms;
}

}  // namespace
}  // namespace scree::solve
