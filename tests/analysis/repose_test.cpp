// The angle of repose against heaps whose angle is known: packed cones and layers (synthetic_heap.h).
#include "analysis/repose.h"

#include <gtest/gtest.h>

#include <cmath>

#include "synthetic_heap.h"

namespace scree::analysis {
namespace {

constexpr double k_d = 2e-3;         // grain diameter [m]
constexpr double k_angle = 1.0;      // [deg], of a packed heap; derived at the first test
constexpr double k_rounding = 1e-9;  // [deg] and relative: means over some thousand exact patches, 1e3 eps x 57

class Cone : public ::testing::TestWithParam<double> {};

// k_angle: two surface points at the ends of the flank (0.6 x 24 d apart), each known to half a diameter, would give
// the slope to sqrt(2) x 0.5 / 14 = 2.8 deg. The line goes through some 14 ring means of 15 or more patches, so it is
// held to 1 deg.
TEST_P(Cone, a_packed_cone_has_the_angle_it_was_made_with) {
  const double angle = GetParam();
  const Vec3d centre{0.3, -0.1, 0.05};
  const double foot = 24 * k_d;
  const auto bodies =
      test::synthetic_heap({.angle = angle, .foot_radius = foot, .diameter = k_d, .centre = centre, .seed = 7});
  const Repose result = measure_repose(bodies, centre, 1.3 * foot, k_d);
  ASSERT_EQ(result.state, HeapState::heap) << result.why;
  EXPECT_NEAR(result.angle, angle, k_angle);
  EXPECT_GT(result.error, 0.0);
  EXPECT_LT(result.error, 1.0);
  // The foot is known to a ring on either side, the height to the grain at the tip and half a patch below it.
  EXPECT_NEAR(result.foot_radius, foot, 2 * k_d);
  EXPECT_NEAR(result.height, foot * std::tan(angle * std::numbers::pi / 180), 1.5 * k_d);
  EXPECT_EQ(result.bodies, static_cast<std::int64_t>(bodies.size()));
}
INSTANTIATE_TEST_SUITE_P(Angles, Cone, ::testing::Values(8.0, 12.0, 16.0, 20.0, 25.0, 30.0, 35.0));

TEST(Repose, a_shallow_cone_of_five_degrees_is_still_a_heap) {
  const double foot = 40 * k_d;
  const auto bodies = test::synthetic_heap({.angle = 5.0, .foot_radius = foot, .diameter = k_d});
  const Repose result = measure_repose(bodies, {}, 1.2 * foot, k_d);
  ASSERT_EQ(result.state, HeapState::heap) << result.why;
  EXPECT_NEAR(result.angle, 5.0, k_angle);
}

/// One grain in the middle of each patch of each ring, whose top lies on a cone;
/// the angle of the cone may depend on the direction [deg].
template <class Angle>
std::vector<sim::BodyView> smooth_cone(double foot, Angle angle) {
  std::vector<sim::BodyView> bodies;
  for (int ring = 0; (ring + 0.5) * k_d < foot; ++ring) {
    const double r = (ring + 0.5) * k_d;
    const int patches = static_cast<int>(std::round(std::numbers::pi * (ring + 0.5)));  // two diameters long
    for (int k = 0; k < patches; ++k) {
      const double turn = (k + 0.5) / patches, around = 2 * std::numbers::pi * (turn - 0.5);
      sim::BodyView b{};
      b.radius = 0.5 * k_d;
      const double slope = std::tan(angle(turn) * std::numbers::pi / 180);
      b.position = {r * std::cos(around), r * std::sin(around), (foot - r) * slope - b.radius};
      bodies.push_back(b);
    }
  }
  return bodies;
}

TEST(Repose, a_smooth_cone_has_its_angle_foot_and_tip_to_rounding) {
  const double foot = 40 * k_d;
  const auto bodies = smooth_cone(foot, [](double) { return 23.0; });
  const Repose result = measure_repose(bodies, {}, foot, k_d);
  ASSERT_EQ(result.state, HeapState::heap) << result.why;
  EXPECT_NEAR(result.angle, 23.0, k_rounding);
  EXPECT_NEAR(result.error, 0.0, k_rounding);
  EXPECT_NEAR(result.foot_radius, foot, k_rounding * foot);
  EXPECT_NEAR(result.tip_height, foot * std::tan(23.0 * std::numbers::pi / 180), k_rounding * foot);
}

// Six sectors of 12 have 20 degrees and six have 24: a variance of 12/11 x 2^2, over 12 for their mean.
TEST(Repose, the_error_is_the_standard_error_of_twelve_sectors) {
  const double foot = 40 * k_d;
  const auto bodies = smooth_cone(foot, [](double turn) { return static_cast<int>(12 * turn) % 2 == 0 ? 20.0 : 24.0; });
  const Repose result = measure_repose(bodies, {}, foot, k_d);
  ASSERT_EQ(result.state, HeapState::heap) << result.why;
  EXPECT_NEAR(result.error, 2.0 / std::sqrt(11.0), k_rounding);
}

TEST(Repose, a_flat_layer_has_no_slope) {
  const auto bodies =
      test::synthetic_heap({.angle = 0.0, .foot_radius = 24 * k_d, .thickness = 4 * k_d, .diameter = k_d});
  const Repose result = measure_repose(bodies, {}, 20 * k_d, k_d);
  EXPECT_EQ(result.state, HeapState::flat);
  EXPECT_NEAR(result.angle, 0.0, k_angle);
  EXPECT_FALSE(result.why.empty());
}

TEST(Repose, a_heap_on_a_layer_is_measured_above_the_layer) {
  auto bodies = test::synthetic_heap({.angle = 0.0, .foot_radius = 30 * k_d, .thickness = 3 * k_d, .diameter = k_d});
  const auto heap =
      test::synthetic_heap({.angle = 20.0, .foot_radius = 22 * k_d, .diameter = k_d, .centre = {0, 0, 3 * k_d}});
  bodies.insert(bodies.end(), heap.begin(), heap.end());
  const Repose result = measure_repose(bodies, {}, 28 * k_d, k_d);
  ASSERT_EQ(result.state, HeapState::heap) << result.why;
  EXPECT_NEAR(result.angle, 20.0, k_angle);
}

TEST(Repose, fixed_bodies_do_not_belong_to_the_heap) {
  const double foot = 20 * k_d;
  auto bodies = test::synthetic_heap({.angle = 22.0, .foot_radius = foot, .diameter = k_d});
  const double alone = measure_repose(bodies, {}, foot, k_d).angle;
  const auto free_count = static_cast<std::int64_t>(bodies.size());
  for (int k = 0; k < 50; ++k) {  // a tall fixed fence
    sim::BodyView post;
    post.locks = sim::k_lock_all;
    post.radius = 0.5 * k_d;
    post.position = {0.2 * k * k_d, 0.1 * k * k_d, 40 * k_d};
    bodies.push_back(post);
  }
  const Repose result = measure_repose(bodies, {}, foot, k_d);
  EXPECT_EQ(result.angle, alone);
  EXPECT_EQ(result.bodies, free_count);
}

TEST(Repose, a_rotation_about_the_axis_changes_the_angle_by_less_than_three_standard_errors) {
  const double foot = 24 * k_d;
  auto bodies = test::synthetic_heap({.angle = 24.0, .foot_radius = foot, .diameter = k_d});
  const Repose before = measure_repose(bodies, {}, foot, k_d);
  const double c = std::cos(0.7), s = std::sin(0.7);
  for (sim::BodyView& b : bodies) {
    const Vec3d p = b.position;
    b.position = {c * p.x - s * p.y, s * p.x + c * p.y, p.z};
  }
  const Repose after = measure_repose(bodies, {}, foot, k_d);
  // three standard errors of a difference
  EXPECT_NEAR(before.angle, after.angle, 3 * std::hypot(before.error, after.error));
}

TEST(Repose, a_few_bodies_on_a_plate_are_not_a_heap) {
  std::vector<sim::BodyView> bodies;
  EXPECT_EQ(measure_repose(bodies, {}, 0.1, k_d).state, HeapState::no_heap);
  EXPECT_EQ(mean_free_diameter(bodies), 0.0);
  EXPECT_EQ(measure_repose(bodies, {}, 0.1, mean_free_diameter(bodies)).state, HeapState::no_heap);
  for (int k = 0; k < 5; ++k) {
    sim::BodyView b;
    b.radius = 0.5 * k_d;
    b.position = {k * 0.01, 0.0, 0.5 * k_d};
    bodies.push_back(b);
  }
  const Repose result = measure_repose(bodies, {}, 0.1, k_d);
  EXPECT_EQ(result.state, HeapState::no_heap);
  EXPECT_TRUE(std::isnan(result.angle));
  EXPECT_EQ(result.bodies, 5);
  EXPECT_DOUBLE_EQ(mean_free_diameter(bodies), k_d);
}

TEST(Repose, a_column_without_a_flank_gives_a_reason_instead_of_an_angle) {
  const auto bodies =
      test::synthetic_heap({.angle = 0.0, .foot_radius = 10 * k_d, .thickness = 6 * k_d, .diameter = k_d});
  const Repose result = measure_repose(bodies, {}, 20 * k_d, k_d);
  EXPECT_EQ(result.state, HeapState::short_flank);
  EXPECT_TRUE(std::isnan(result.angle));
  EXPECT_FALSE(result.why.empty());
}

}  // namespace
}  // namespace scree::analysis
