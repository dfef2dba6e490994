// The guard at the start of a run: bodies that are too fast for the step.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "sim/guard.h"
#include "support/rigid_scenes.h"
#include "support/scenes.h"

namespace scree::sim {
namespace {

using ::testing::HasSubstr;

constexpr double k_r = 0.005, k_dt = 1e-5;
constexpr double k_longest = 0.2 * k_r / k_dt;  // a fifth of the radius in one step [m/s]

Scene two(const Vec3d& first, const Vec3d& second, double step = k_dt) {
  Scene scene = test::scene_with(test::frictionless(1e4, 0.5), step);
  scene.spheres = {test::sphere({0, 0, 0}, k_r, first), test::sphere({0.06, 0, 0}, k_r, second)};
  return scene;
}
std::vector<Diagnostic> warnings_of(const Scene& scene) {
  const Simulation simulation(scene);
  const auto findings = Guard(scene).look(simulation);
  EXPECT_FALSE(findings.stop);
  return findings.warnings;
}

TEST(SpeedGuard, names_a_body_that_may_pass_through_another_in_one_step) {
  const auto warnings = warnings_of(two({1000, 0, 0}, {}, k_unset));
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_EQ(warnings[0].kind, "speed");
  EXPECT_THAT(warnings[0].what, HasSubstr("body 1 moves at 1000 m/s relative to body 2, "));
  EXPECT_THAT(warnings[0].remedy, HasSubstr("set time.step to at most 1e-06 s, or use a stiffer normal law"));
  EXPECT_EQ(warnings[0].bodies, std::vector<std::int64_t>{1});
}

TEST(SpeedGuard, is_silent_up_to_a_fifth_of_the_smallest_radius_a_step) {
  EXPECT_TRUE(warnings_of(two({0.99 * k_longest, 0, 0}, {})).empty());
  EXPECT_EQ(warnings_of(two({1.01 * k_longest, 0, 0}, {})).size(), 1u);
  Scene with_dust = two({0.99 * k_longest, 0, 0}, {});
  with_dust.spheres.push_back(test::sphere({0, 0.06, 0}, 0.9 * k_r));
  EXPECT_EQ(warnings_of(with_dust).size(), 1u);
}

TEST(SpeedGuard, uses_relative_velocities_and_ignores_a_common_one) {
  EXPECT_TRUE(warnings_of(two({100 * k_longest, 0, 0}, {100 * k_longest, 0, 0})).empty());
  EXPECT_EQ(warnings_of(two({0.51 * k_longest, 0, 0}, {-0.51 * k_longest, 0, 0})).size(), 1u);
}

TEST(SpeedGuard, considers_normal_velocities_at_planes_and_velocities_of_streams) {
  Scene scene = two({}, {});
  scene.spheres.pop_back();
  scene.spheres[0].position.z = 0.1, scene.spheres[0].traits.velocity = {2 * k_longest, 0, 0};
  scene.planes.push_back(test::floor_plane());
  EXPECT_TRUE(warnings_of(scene).empty()) << "along the plane";
  scene.spheres[0].traits.velocity = {0, 0, -2 * k_longest};
  EXPECT_EQ(warnings_of(scene).size(), 1u) << "into the plane";
  scene.spheres[0].traits.velocity = {};
  Stream stream;
  stream.region = {{0, 0, 1}, {1, 1, 2}}, stream.start = 1.0, stream.interval = 1.0, stream.count = 5,
  stream.radii = {k_r, k_r};
  stream.traits.velocity = {0, 0, -2 * k_longest};
  scene.streams.push_back(stream);
  const auto warnings = warnings_of(scene);
  ASSERT_EQ(warnings.size(), 1u);
  EXPECT_THAT(warnings[0].what, HasSubstr("a body of stream 1 moves at"));
}

TEST(SpeedGuard, does_not_apply_to_rigid_contacts) {
  Scene scene = test::rigid_scene(test::rigid(0.5, 0, 0), 5e-3);
  scene.spheres = {test::sphere({0, 0, 0}, k_r, {1000, 0, 0}), test::sphere({0.06, 0, 0}, k_r)};
  EXPECT_TRUE(warnings_of(scene).empty());
}

}  // namespace
}  // namespace scree::sim
