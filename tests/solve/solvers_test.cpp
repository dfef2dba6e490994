// All solvers on the same problems: closed forms, agreement with one another, and the same bits for any threads and
// instruction set.
#include "solve/solver.h"

#include <gtest/gtest.h>
#include <omp.h>

#include <algorithm>
#include <cstring>
#include <numbers>

#include "kernel/contact_kernels.h"
#include "solve/colours.h"
#include "solve/groups.h"
#include "support/contact_problems.h"

namespace scree::solve {
namespace {

class EverySolver : public ::testing::TestWithParam<Method> {
 protected:
  // Small problems run on one thread: with more, barriers would take most of the time.
  void SetUp() override { threads_ = omp_get_max_threads(), omp_set_num_threads(1); }
  void TearDown() override { omp_set_num_threads(threads_); }

  Outcome solved(const Problem& problem, double tolerance, Impulses& impulses, std::int64_t largest = 200'000) const {
    return solve(problem, impulses, {.method = GetParam(), .tolerance = tolerance, .max_iterations = largest});
  }
  Outcome solved(const Problem& problem, double tolerance) const {
    Impulses none;
    return solved(problem, tolerance, none);
  }

 private:
  int threads_ = 1;
};

TEST_P(EverySolver, finds_the_weights_in_a_stack_of_ten) {
  const double h = 0.01, g = 9.81, tolerance = 1e-8 * g * h;
  const auto balls = test::stack_of_ten();
  const Problem problem =
      test::step_problem(balls, {{}}, {.step = h, .gravity = {0, 0, -g}, .cone = {0.5, 0.01, 0.01}});
  ASSERT_EQ(problem.contacts.size(), 10u);
  Impulses impulses;
  const Outcome outcome = solved(problem, tolerance, impulses);
  EXPECT_TRUE(outcome.reached) << outcome.residual.rms << " after " << outcome.iterations;
  for (std::size_t i = 0; i < 10; ++i) {
    const Contact& c = problem.contacts[i];
    const double carried = 10.0 - (c.b == 10 ? c.a : std::max(c.a, c.b));
    // The smallest eigenvalue of the chain is (pi/21)^2 of its largest, so that an error may exceed the residual by the
    // inverse of that, here of ten contacts.
    const double amplified = 10 * std::pow(21 / std::numbers::pi, 2);
    EXPECT_NEAR(dot(impulses.contacts[i].linear, c.normal), carried * balls[0].mass * g * h,
                amplified * tolerance * balls[0].mass);
  }
}

TEST_P(EverySolver, agrees_with_newton_on_piles) {
  for (const law::Cone<double> cone : {law::Cone<double>{0.6, 0.002, 0.002}, {0.3, 0, 0}, {0, 0, 0}, {0.5, 0.002, 0}}) {
    const Problem problem = test::random_pile(4, 3, cone);
    Impulses none;
    const Outcome exact = solve(problem, none, {.method = Method::newton, .tolerance = 1e-12, .max_iterations = 200});
    ASSERT_TRUE(exact.reached) << exact.residual.rms;
    const double tolerance = 1e-8;
    const Outcome outcome = solved(problem, tolerance);
    EXPECT_TRUE(outcome.reached) << outcome.residual.rms << " after " << outcome.iterations;
    for (std::size_t i = 0; i < problem.bodies.size(); ++i) {
      // Piles of three layers amplify a residual by less than a thousand.
      EXPECT_LE(norm(outcome.velocities[i].linear - exact.velocities[i].linear), 1000 * tolerance) << i;
      EXPECT_LE(0.02 * norm(outcome.velocities[i].angular - exact.velocities[i].angular), 1000 * tolerance) << i;
    }
  }
}

TEST_P(EverySolver, agrees_with_newton_with_rows_compliance_and_any_inertia) {
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const Problem problem = test::random_problem(seed).problem;
    Impulses none;
    const Outcome exact = solve(problem, none, {.method = Method::newton, .tolerance = 1e-11, .max_iterations = 200});
    ASSERT_TRUE(exact.reached);
    const double tolerance = 1e-8;
    const Outcome outcome = solved(problem, tolerance);
    EXPECT_TRUE(outcome.reached) << seed << ": " << outcome.residual.rms << " after " << outcome.iterations;
    for (std::size_t i = 0; i < problem.bodies.size(); ++i)
      EXPECT_LE(norm(outcome.velocities[i].linear - exact.velocities[i].linear), 1000 * tolerance) << seed << " " << i;
  }
}

/// A ball at rest on an incline, one step: its velocity along the slope stays zero, or grows with the excess
/// of the slope.
TEST_P(EverySolver, keeps_a_ball_on_an_incline_up_to_the_smaller_of_mu_and_rho_over_r) {
  const double h = 0.01, g = 9.81, r = 0.1;
  for (const auto& [mu, rho] : {std::pair{0.3, 0.05}, {0.2, 0.01}, {0.4, 0.04}, {0.1, 0.03}}) {
    const double limit = std::min(mu, rho / r);
    for (const double excess : {-1e-3, 1e-3}) {
      const double angle = std::atan(limit * (1.0 + excess));
      const Vec3d gravity{g * std::sin(angle), 0, -g * std::cos(angle)};
      const Problem problem = test::step_problem({test::solid_ball(r, 1000, {0, 0, r})}, {{}},
                                                 {.step = h, .gravity = gravity, .cone = {mu, rho, rho}});
      const double v = solved(problem, 1e-12).velocities[0].linear.x;
      if (excess < 0.0)
        EXPECT_LE(std::abs(v), 1e-10) << mu << " " << rho;  // [m/s]: a hundred times the residual of 1e-12
      else  // sliding or rolling, at least 5/7 of the excess, less what the relaxed contact takes: above half
        EXPECT_GE(v, 0.5 * g * h * limit * excess * std::cos(angle)) << mu << " " << rho;
    }
  }
}

TEST_P(EverySolver, does_not_decelerate_a_spinning_ball_without_spinning_friction) {
  const double h = 0.01, w = 5.0;
  const test::Ball ball = test::solid_ball(0.1, 1000, {0, 0, 0.1}, {}, {0, 0, w});
  const Problem free = test::step_problem({ball}, {{}}, {.step = h, .cone = {0.5, 0.01, 0.0}});
  EXPECT_EQ(solved(free, 1e-12).velocities[0].angular.z, w);
  // With it the spin falls by sigma g_n / J, g_n from the gap that spinning opens: u_n = sigma |w|.
  const double sigma = 0.002;
  const Problem held = test::step_problem({ball}, {{}}, {.step = h, .cone = {0.5, 0.01, sigma}});
  // g_n / m - g h = sigma w',  w' = w - sigma g_n / J
  const double g_n = (9.81 * h + sigma * w) / (1.0 / ball.mass + sigma * sigma / ball.moment);
  EXPECT_NEAR(solved(held, 1e-12).velocities[0].angular.z, w - sigma * g_n / ball.moment,
              1e-9);  // [rad/s]: the residual of 1e-12 m/s over sqrt(J/m) = 0.06 m, amplified by less than a hundred
}

TEST_P(EverySolver, conserves_momentum_of_bodies_without_walls) {
  Random random(3, 3);
  std::vector<test::Ball> balls;
  for (int i = 0; i < 30; ++i)
    balls.push_back(test::solid_ball(0.02, 2000, {0.039 * (i % 3), 0.039 * (i / 3 % 3), 0.039 * (i / 9)},
                                     test::vector(random, 0.5), test::vector(random, 5.0)));
  const Problem problem = test::step_problem(balls, {}, {.gravity = {}, .cone = {0.5, 0.002, 0.002}, .envelope = 2e-3});
  ASSERT_GT(problem.contacts.size(), 30u);
  const Outcome outcome = solved(problem, 1e-8);
  Vec3d before, after, turn_before, turn_after;
  for (std::size_t i = 0; i < balls.size(); ++i) {
    const test::Ball& b = balls[i];
    before += b.mass * b.velocity, after += b.mass * outcome.velocities[i].linear;
    turn_before += b.mass * cross(b.position, b.velocity) + b.moment * b.spin;
    turn_after += b.mass * cross(b.position, outcome.velocities[i].linear) + b.moment * outcome.velocities[i].angular;
  }
  // Sums of some hundred impulses of size m v. Angular momentum changes by the moment of opposite impulses whose points
  // of application differ by the gap.
  const double size = 0.5 * balls[0].mass * 30;
  EXPECT_LE(norm(after - before), 100 * test::k_eps * size);
  double gaps = 0.0;
  for (const Contact& c : problem.contacts) gaps = std::max(gaps, std::abs(c.bias) * 0.01);
  EXPECT_LE(norm(turn_after - turn_before), gaps * size);
}

TEST_P(EverySolver, needs_no_iteration_from_a_converged_guess) {
  const Problem problem = test::random_pile(7, 3, {0.5, 0.002, 0.002});
  Impulses impulses;
  const Outcome cold = solved(problem, 1e-7, impulses);
  ASSERT_TRUE(cold.reached);
  const Outcome again = solved(problem, 1e-7 * 1.01, impulses);
  EXPECT_TRUE(again.reached);
  EXPECT_EQ(again.iterations, 0);
}

TEST_P(EverySolver, reports_that_it_did_not_converge) {
  const Problem problem = test::random_pile(7, 3, {0.5, 0.002, 0.002});
  Impulses impulses;
  const Outcome outcome = solved(problem, 1e-12, impulses, 3);
  EXPECT_FALSE(outcome.reached);
  EXPECT_LE(outcome.iterations, 3);
  EXPECT_NEAR(
      outcome.residual.rms, residual(problem, impulses, outcome.velocities).rms,
      1e-12);  // [m/s]: the same sums of some hundred terms of 0.05 m/s from velocities that were updated in place
  EXPECT_LE(outcome.residual.cone_violation, 1e-14);  // projected last: a few roundings of the impulse
}

TEST_P(EverySolver, has_the_same_bits_for_any_threads_and_instruction_set) {
  for (const Problem& problem :
       {test::random_pile(5, 4, {0.5, 0.002, 0.002}), test::random_problem(8, 40, 150, 4).problem}) {
    std::vector<std::vector<Twist>> answers;
    for (const int threads : {1, 2, 3}) {
      omp_set_num_threads(threads);
      Impulses none;
      answers.push_back(
          solve(problem, none, {.method = GetParam(), .tolerance = 1e-14, .max_iterations = 20}).velocities);
    }
    omp_set_num_threads(1);
    for (const auto* kernels : contact::available_kernels()) {
      Impulses none;
      answers.push_back(
          solve(problem, none, {.method = GetParam(), .tolerance = 1e-14, .max_iterations = 20, .isa = kernels->name})
              .velocities);
    }
    for (const auto& answer : answers)
      EXPECT_EQ(std::memcmp(answer.data(), answers[0].data(), answer.size() * sizeof(Twist)), 0);
  }
}

// Through the centre of the body the parts of a contact are uncoupled, and one sweep with relaxation 1 is the solution.
TEST(GaussSeidel, solves_a_contact_through_the_centre_in_one_sweep) {
  const test::Ball ball = test::solid_ball(0.1, 1000.0, {0, 0, 0.1});
  const test::Step step{.step = 0.01, .cone = {0.5, 0.01, 0.01}};
  Problem problem = test::step_problem({ball}, {{}}, step);
  problem.contacts.at(0).arm_a = {};
  Impulses impulses;
  const Settings settings{.method = Method::gauss_seidel, .tolerance = 1e-12, .max_iterations = 1};
  const Outcome outcome = solve(problem, impulses, settings);
  EXPECT_TRUE(outcome.reached) << outcome.residual.rms;
  EXPECT_EQ(outcome.iterations, 1);
}

INSTANTIATE_TEST_SUITE_P(All, EverySolver,
                         ::testing::Values(Method::apgd, Method::gauss_seidel, Method::barzilai_borwein,
                                           Method::newton),
                         [](const auto& of) {
                           std::string word(k_method_choices[static_cast<std::size_t>(of.param)]);
                           std::replace(word.begin(), word.end(), '-', '_');
                           return word;
                         });

TEST(Colours, contain_every_contact_once_and_a_moving_body_at_most_once_each) {
  const Problem problem = test::random_pile(5, 5, {0.5, 0, 0});
  const Colours colours(problem);
  std::vector<int> seen(problem.contacts.size());
  for (std::size_t k = 0; k + 1 < colours.first_group.size(); ++k) {
    std::vector<int> used(problem.bodies.size());
    for (std::size_t i = colours.first_group[k] * k_group; i < colours.first_group[k + 1] * k_group; ++i) {
      if (colours.order[i] == Colours::k_none) continue;
      const auto contact = static_cast<std::size_t>(colours.order[i]);
      ++seen[contact];
      for (const std::uint32_t body : {problem.contacts[contact].a, problem.contacts[contact].b})
        if (!problem.bodies[body].is_fixed()) {
          EXPECT_EQ(used[body]++, 0);
        }
    }
  }
  for (const int times : seen) EXPECT_EQ(times, 1);
}

}  // namespace
}  // namespace scree::solve
