// Kinematics `increment`: the slip of a finite step, against `rate` for small turns and against the geometry for large
// ones.
#include <gtest/gtest.h>

#include <cmath>

#include "base/rotation.h"
#include "law/kinematics/increment.h"
#include "support/scenes.h"

namespace scree::law::kinematics {
namespace {

Rate::Velocities<double> random_velocities(Random& random, double size) {
  return {test::vector(random, size), test::vector(random, size), test::vector(random, size)};
}

constexpr double k_round = 1e-14;  // some fifty operations on numbers of order 1

TEST(Increment, is_the_slip_velocity_of_rate_in_the_limit_of_small_turns) {
  for (std::uint64_t i = 0; i < 500; ++i) {
    Random random(1, i);
    const Vec3d n = test::direction(random);
    const double ra = test::log_uniform(random, 0.3, 3), rb = test::log_uniform(random, 0.3, 3);
    const auto v = random_velocities(random, 1.0);
    const Vec3d rate = Rate::rates(n, ra, rb, 1.0, v).slide;
    EXPECT_LT(norm(Increment::slide(n, ra, rb, v, 0.0) - rate), k_round);
    // The error is of first order in the step, R/2 |w|^2 step; 2 % for the next order.
    for (const double step : {1e-2, 1e-4})
      EXPECT_LT(norm(Increment::slide(n, ra, rb, v, step) - rate),
                0.51 * step * (ra * norm2(v.spin_a) + rb * norm2(v.spin_b)) + k_round);
  }
}

// angle 2 atan(|w| step/2) about w [campello.md, C1, C14]
TEST(Increment, sweeps_an_arm_by_the_turn_of_rodrigues_vector) {
  for (std::uint64_t i = 0; i < 500; ++i) {
    Random random(2, i);
    const double step = test::log_uniform(random, 1e-3, 10);
    const Vec3d w = test::vector(random, 2.0), u = test::direction(random);
    const double size = norm(w), angle = 2 * std::atan(0.5 * size * step);
    const Vec3d turned = rotated(turn_by(angle / size * w), u);
    const Vec3d swept = u + step * Increment::swept(w, u, step);
    ASSERT_LT(norm(swept - turned), k_round * (1 + step));
    ASSERT_NEAR(norm(swept), 1.0, k_round * (1 + step));
  }
}

TEST(Increment, of_two_spheres_follows_the_old_contact_points_of_both) {  // C10, literally
  for (std::uint64_t i = 0; i < 500; ++i) {
    Random random(3, i);
    const Vec3d n = test::direction(random), n_ij = -n;  // the paper's normal points from i = a to j = b
    const double ri = test::log_uniform(random, 0.3, 3), rj = test::log_uniform(random, 0.3, 3), step = 0.1;
    const auto v = random_velocities(random, 1.0);
    const auto sweep = [&](const Vec3d& w) {
      return rotated(turn_by(2 * std::atan(0.5 * norm(w) * step) / norm(w) * w), n_ij);
    };
    const Vec3d whole = step * v.apart - ri * (n_ij - sweep(v.spin_a)) - rj * (n_ij - sweep(v.spin_b));
    const Vec3d expected = whole - dot(whole, n) * n;
    ASSERT_LT(norm(step * Increment::slide(n, ri, rj, v, step) - expected), k_round);
  }
}

TEST(Increment, of_a_rolling_sphere_is_of_the_third_order) {  // C8
  const Vec3d n{0, 0, 1}, spin{0, 2, 0};
  const double R = 0.5;
  const Rate::Velocities<double> v{R * cross(spin, n), spin, {}};
  double last = 0.0;
  for (const double step : {0.1, 0.05, 0.025}) {
    const double slip = norm(step * Increment::slide(n, R, 0.0, v, step));
    if (last > 0.0) {
      EXPECT_NEAR(last / slip, 8.0, 0.1);
    }
    // next order d^2/4; an ulp; R (d - d/(1 + d^2/4)), d = w step
    EXPECT_NEAR(slip, R * std::pow(2 * step, 3) / 4, 0.01 * slip + 1e-17);
    last = slip;
  }
}

}  // namespace
}  // namespace scree::law::kinematics
