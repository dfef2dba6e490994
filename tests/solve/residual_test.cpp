// The residual that all solvers are judged by: zero where a closed form solves the problem, invariant under rotation of
// the axes and exchange of bodies.
#include "solve/residual.h"

#include <gtest/gtest.h>

#include "support/contact_problems.h"

namespace scree::solve {
namespace {

using test::k_eps;

TEST(Residual, is_zero_for_a_sphere_at_rest_under_its_weight) {
  const test::Ball ball = test::solid_ball(0.1, 1000.0, {0, 0, 0.1});
  const test::Step step{.step = 0.01, .cone = {0.5, 0.01, 0.01}};
  const Problem problem = test::step_problem({ball}, {{}}, step);
  ASSERT_EQ(problem.contacts.size(), 1u);
  const Impulses weight{{{-ball.mass * step.step * step.gravity, {}}}, {}};
  const double fall = step.step * 9.81;  // [m/s], the size of the terms that cancel
  // Eight roundings of terms of that size.
  EXPECT_LE(residual(problem, weight, velocities(problem, weight)).max, 8 * k_eps * fall);
  const Impulses nothing{{{}}, {}};
  EXPECT_NEAR(residual(problem, nothing, velocities(problem, nothing)).max, fall, 8 * k_eps * fall);
}

TEST(Residual, is_zero_for_a_sphere_that_slides_on_the_gap_of_the_relaxation) {
  // v_x' = v - mu g h; the gap is the one that sliding keeps open, so that g_n = m g h. [docs/specs/tasora.md, 1.2: gap
  // = h mu |v_T|]
  const double mu = 0.3, h = 0.01, g = 9.81, v = 2.0, r = 0.1;
  test::Ball ball = test::solid_ball(r, 1000.0, {0, 0, r}, {v, 0, 0});
  // spin about y that rolls along x
  const double after = v - mu * g * h, turn = mu * ball.mass * g * h * r / ball.moment;
  Problem problem = test::step_problem({ball}, {{}}, {.step = h, .gravity = {0, 0, -g}, .cone = {mu, 0, 0}});
  ASSERT_EQ(problem.contacts.size(), 1u);
  problem.contacts[0].bias = mu * (after - r * turn);
  const Impulses sliding{{{{-mu * ball.mass * g * h, 0, ball.mass * g * h}, {}}}, {}};
  const auto motion = velocities(problem, sliding);
  // v_x is two products and a sum, the spin twice as many, the residual the root of six squares of such terms.
  EXPECT_NEAR(motion[0].linear.x, after, 4 * k_eps * v);
  EXPECT_NEAR(motion[0].angular.y, turn, 8 * k_eps * turn);
  EXPECT_LE(residual(problem, sliding, motion).max, 16 * k_eps * v);
}

// Without impulses and in a wide cone, each part would need -u/n, in the metric n / n_n: n_n^2 sum (n/n_n) (u/n)^2 =
// n_n sum u^2/n. A ball has n_n = 1/m, n_t = 1/m + R^2/I = 7/(2 m) and n_r = n_s = 1/I.
TEST(Residual, is_a_velocity_scaled_by_the_response_of_each_part) {
  const double r = 0.1;
  test::Ball ball = test::solid_ball(r, 1000.0, {0, 0, r});
  Problem problem = test::step_problem({ball}, {{}}, {.step = 0.01, .cone = {10.0, 10.0, 10.0}});
  ASSERT_EQ(problem.contacts.size(), 1u);
  problem.contacts[0].bias = 0.0;
  const Impulses nothing{{{}}, {}};
  const auto expect = [&](const Vec3d& v, const Vec3d& w, double squared) {
    problem.bodies[0].free = {v, w};
    const auto motion = velocities(problem, nothing);
    const double expected = std::sqrt(squared);
    // six scaled squares with two divisions each and a root
    EXPECT_NEAR(residual(problem, nothing, motion).max, expected, 32 * k_eps * expected);
  };
  const double u = 0.7, slip = 0.3, turn = 0.4, arm2 = ball.moment / ball.mass;
  expect({0, 0, -u}, {}, u * u);
  expect({slip, 0, -u}, {}, u * u + slip * slip / 3.5);
  expect({0, 0, -u}, {0, 0, turn}, u * u + turn * turn * arm2);
  expect({r * turn, 0, -u}, {0, turn, 0}, u * u + turn * turn * arm2);  // rolls without sliding
}

TEST(Residual, of_a_row_is_its_velocity_error) {
  const test::Ball ball = test::solid_ball(0.1, 1000.0, {0, 0, 1});
  Problem problem = test::step_problem({ball}, {}, {.step = 0.01, .gravity = {}});
  problem.rows.push_back({.a = 0, .b = 1, .linear = {1, 0, 0}, .angular_a = {}, .angular_b = {}, .bias = -0.3});
  problem.bodies[0].free.linear = {0.5, 0, 0};
  const Impulses nothing{{}, {0.0}};
  EXPECT_NEAR(residual(problem, nothing, velocities(problem, nothing)).max, 0.2, 8 * k_eps);  // three products
}

TEST(Residual, reports_the_largest_violation_of_the_cone_and_its_contact) {
  const Problem problem =
      test::step_problem({test::solid_ball(0.1, 1000.0, {0, 0, 0.1}), test::solid_ball(0.1, 1000.0, {1, 0, 0.1})}, {{}},
                         {.cone = {0.5, 0, 0}});
  ASSERT_EQ(problem.contacts.size(), 2u);
  Impulses impulses{{{{0, 0, 2}, {}}, {{0.7, 0, 1}, {}}}, {}};
  const Residual r = residual(problem, impulses, velocities(problem, impulses));
  EXPECT_DOUBLE_EQ(r.cone_violation, (0.7 - 0.5) / 2);
  EXPECT_EQ(r.worst, 0);  // twice the impulse on the same mass
}

Symmetric turned(const Turn<double>& q, const Symmetric& m) {
  const Turn<double> back{q.w, -q.v};
  const auto column = [&](const Vec3d& e) { return rotated(q, m * rotated(back, e)); };
  const Vec3d x = column({1, 0, 0}), y = column({0, 1, 0}), z = column({0, 0, 1});
  return {x.x, y.y, z.z, y.x, z.x, z.y};
}

constexpr double k_sums =
    256 * k_eps;  // sums of some ten terms of size up to ten, and a rotation of six products there and back

TEST(Residual, is_invariant_under_rotation_of_the_whole_problem) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    auto [problem, impulses] = test::random_problem(seed);
    const auto before = residuals(problem, impulses, velocities(problem, impulses));
    Random random(seed, 9);
    const Turn<double> q = turn_by(test::vector(random, 2.0));
    const auto turn = [&](Vec3d& v) { v = rotated(q, v); };
    for (Body& b : problem.bodies)
      turn(b.free.linear), turn(b.free.angular), b.inverse_inertia = turned(q, b.inverse_inertia);
    for (Contact& c : problem.contacts) turn(c.normal), turn(c.arm_a), turn(c.arm_b);
    for (Row& r : problem.rows) turn(r.linear), turn(r.angular_a), turn(r.angular_b);
    for (Twist& g : impulses.contacts) turn(g.linear), turn(g.angular);
    const auto after = residuals(problem, impulses, velocities(problem, impulses));
    for (std::size_t i = 0; i < before.size(); ++i)
      EXPECT_NEAR(after[i], before[i], k_sums * std::max(1.0, before[i])) << seed << " " << i;
  }
}

TEST(Residual, is_invariant_under_exchange_of_the_bodies_of_contacts) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    auto [problem, impulses] = test::random_problem(seed);
    const Residual before = residual(problem, impulses, velocities(problem, impulses));
    for (std::size_t i = 0; i < problem.contacts.size(); i += 2) {
      Contact& c = problem.contacts[i];
      Twist& g = impulses.contacts[i];
      std::swap(c.a, c.b), std::swap(c.arm_a, c.arm_b), c.normal = -c.normal;
      g = {-g.linear, -g.angular};
    }
    for (Row& r : problem.rows) std::swap(r.a, r.b), std::swap(r.angular_a, r.angular_b), r.linear = -r.linear;
    const Residual after = residual(problem, impulses, velocities(problem, impulses));
    EXPECT_NEAR(after.rms, before.rms, k_sums * before.rms) << seed;
    EXPECT_NEAR(after.max, before.max, k_sums * before.max) << seed;
    EXPECT_EQ(after.worst, before.worst) << seed;
  }
}

}  // namespace
}  // namespace scree::solve
