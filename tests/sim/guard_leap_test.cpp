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
std::vector<Trouble> warnings_of(const Scene& scene) {
  const Simulation simulation(scene);
  const auto findings = Guard(scene).look(simulation);
  EXPECT_FALSE(findings.stop);
  return findings.warnings;
}

TEST(SpeedGuard, names_a_body_that_may_go_through_another_in_one_step) {
  const auto told = warnings_of(two({1000, 0, 0}, {}, k_unset));
  ASSERT_EQ(told.size(), 1u);
  EXPECT_EQ(told[0].kind, "speed");
  EXPECT_THAT(told[0].what, HasSubstr("body 1 goes at 1000 m/s against body 2: "));
  EXPECT_THAT(told[0].remedy, HasSubstr("a time.step of at most 1e-06 s, or a stiffer normal law"));
  EXPECT_EQ(told[0].bodies, std::vector<std::int64_t>{1});
}

TEST(SpeedGuard, is_silent_up_to_a_fifth_of_the_smallest_radius_a_step) {
  EXPECT_TRUE(warnings_of(two({0.99 * k_longest, 0, 0}, {})).empty());
  EXPECT_EQ(warnings_of(two({1.01 * k_longest, 0, 0}, {})).size(), 1u);
  Scene with_dust = two({0.99 * k_longest, 0, 0}, {});
  with_dust.spheres.push_back(test::sphere({0, 0.06, 0}, 0.9 * k_r));
  EXPECT_EQ(warnings_of(with_dust).size(), 1u);
}

TEST(SpeedGuard, counts_what_two_have_against_each_other_and_not_what_all_have_in_common) {
  EXPECT_TRUE(warnings_of(two({100 * k_longest, 0, 0}, {100 * k_longest, 0, 0})).empty());
  EXPECT_EQ(warnings_of(two({0.51 * k_longest, 0, 0}, {-0.51 * k_longest, 0, 0})).size(), 1u);
}

TEST(SpeedGuard, knows_planes_by_their_normal_and_streams_by_their_velocity) {
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
  const auto told = warnings_of(scene);
  ASSERT_EQ(told.size(), 1u);
  EXPECT_THAT(told[0].what, HasSubstr("a body of stream 1 goes at"));
}

TEST(SpeedGuard, leaves_rigid_contacts_alone) {
  Scene scene = test::rigid_scene(test::rigid(0.5, 0, 0), 5e-3);
  scene.spheres = {test::sphere({0, 0, 0}, k_r, {1000, 0, 0}), test::sphere({0.06, 0, 0}, k_r)};
  EXPECT_TRUE(warnings_of(scene).empty());
}

}  // namespace
}  // namespace scree::sim
