// The two angles of small heaps against cones whose angle is known.
#include "analysis/cone.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "base/random.h"
#include "synthetic_heap.h"

namespace scree::analysis {
namespace {

constexpr double k_d = 0.045;  // [m]
constexpr double k_degree = std::numbers::pi / 180.0;
constexpr double k_rounding = 1e-9;  // [deg]: a fit to twenty to 400 exact points, some hundred eps x 57

// Centres on one line down a flank, none above another: the fitted slope is that of the line, and means are those of
// the numbers.
TEST(SmallHeaps, a_line_of_centres_has_its_slope_and_the_angle_of_its_means) {
  std::vector<sim::BodyView> bodies;
  const double slope = 0.4, radius = 0.5 * k_d, height = 1.0;
  constexpr int count = 20;
  for (int i = 0; i < count; ++i) {
    sim::BodyView b;
    const double r = (i + 0.5) * 2.0 * k_d;
    b.radius = radius, b.position = {r, 0, height - slope * r};
    bodies.push_back(b);
  }
  const ConeAngles angles = measure_cone(bodies, {});
  const double mean_r = count * k_d, mean_z = height - slope * mean_r;
  EXPECT_NEAR(angles.by_surface, std::atan(slope) / k_degree, k_rounding);
  EXPECT_NEAR(angles.by_means, std::atan2(2.0 * (mean_z - radius), mean_r) / k_degree, k_rounding);
}

class SmallCone : public ::testing::TestWithParam<double> {};

// Centres spread evenly over a cone whose foot is at height R: by_means is exact but for the sampling. With n points,
// mean z and mean r have relative errors below 1/sqrt(n), so their ratio of some degrees is off by less than angle x
// 3/sqrt(n).
TEST_P(SmallCone, centres_spread_over_a_cone_have_its_angle_by_means_and_on_its_surface) {
  const double angle = GetParam(), foot = 1.0, height = foot * std::tan(angle * k_degree);
  const Vec3d axis{0.3, -0.2, 0.1};
  std::vector<sim::BodyView> bodies;
  for (std::uint64_t i = 0; bodies.size() < 10000; ++i) {
    Random random(5, i);
    const Vec3d p{random.uniform(-foot, foot), random.uniform(-foot, foot), random.uniform(0.0, height)};
    if (std::hypot(p.x, p.y) > foot * (1.0 - p.z / height)) continue;
    sim::BodyView b;
    b.radius = 0.5 * k_d, b.position = axis + p + Vec3d{0, 0, b.radius};
    bodies.push_back(b);
  }
  const ConeAngles angles = measure_cone(bodies, axis);
  EXPECT_NEAR(angles.by_means, angle, angle * 3.0 / std::sqrt(10000.0));
  // The highest centres within R of each other lie on the surface, less a fraction of R that is the same everywhere.
  // Some hundred of them scatter by a fraction of R = 0.02 over a flank of 1: below a degree.
  EXPECT_NEAR(angles.by_surface, angle, 1.0);
  EXPECT_GT(angles.on_flank, 100);
}

INSTANTIATE_TEST_SUITE_P(Angles, SmallCone, ::testing::Values(10.0, 20.0, 30.0, 40.0));

// In a packed cone of B = 24 d centres stay a diameter below the surface (half at the floor, half at the top): by means
// that lowers the slope by d / B = 0.042 or 2.4 degrees at most, and the rim, one layer thick, takes about as much. The
// slope of the surface feels none of it.
TEST(SmallHeaps, a_packed_cone_has_its_angle_on_its_surface_and_less_by_means) {
  for (const double angle : {20.0, 30.0}) {
    const auto bodies = test::synthetic_heap({.angle = angle, .foot_radius = 24 * k_d, .diameter = k_d, .seed = 3});
    const ConeAngles angles = measure_cone(bodies, {});
    EXPECT_LT(angles.by_means, angle);
    EXPECT_GT(angles.by_means, angle - 4.8);
    EXPECT_NEAR(angles.by_surface, angle, 2.0);  // centres known to d / 2 over a flank of 24 d: 1.2 degrees at each end
  }
}

TEST(SmallHeaps, a_single_layer_is_flat_and_fixed_bodies_do_not_count) {
  std::vector<sim::BodyView> bodies;
  for (int i = 0; i < 400; ++i) {
    sim::BodyView b;
    b.radius = 0.5 * k_d, b.position = {k_d * (i % 20 - 9.5), k_d * (i / 20 - 9.5), 0.5 * k_d};
    bodies.push_back(b);
  }
  sim::BodyView tower;
  tower.radius = 0.5, tower.position = {0, 0, 5}, tower.locks = sim::k_lock_all;
  bodies.push_back(tower);
  const ConeAngles angles = measure_cone(bodies, {});
  EXPECT_EQ(angles.bodies, 400);
  EXPECT_NEAR(angles.by_means, 0.0, k_rounding);
  EXPECT_NEAR(angles.by_surface, 0.0, k_rounding);
}

TEST(SmallHeaps, without_bodies_there_is_no_angle) {
  const ConeAngles angles = measure_cone({}, {});
  EXPECT_FALSE(is_set(angles.by_means));
  EXPECT_FALSE(is_set(angles.by_surface));
}

}  // namespace
}  // namespace scree::analysis
