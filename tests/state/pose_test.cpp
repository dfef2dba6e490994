// Frames of bodies: turns there and back.
#include <gtest/gtest.h>

#include <numbers>

#include "base/random.h"
#include "state/pose.h"

namespace scree::state {
namespace {

Vec3d random_vector(Random& random, double size) {
  return {random.uniform(-size, size), random.uniform(-size, size), random.uniform(-size, size)};
}

TEST(Pose, has_points_and_directions_in_two_frames) {
  Random random(1, 1);
  for (int k = 0; k < 100; ++k) {
    const Pose pose{random_vector(random, 3), turn_by(random_vector(random, 3))};
    const Vec3d p = random_vector(random, 2);
    EXPECT_LT(norm(pose.point_in_world(pose.point_in_body(p)) - p), 1e-14);
    EXPECT_LT(norm(pose.direction_in_world(pose.direction_in_body(p)) - p), 1e-14);
    EXPECT_NEAR(norm(pose.point_in_body(p)), norm(p - pose.position), 1e-14);
  }
}

TEST(Pose, of_a_body_is_where_it_would_be_without_the_cell) {
  World world;
  world.cell.periodic = {true, false, false}, world.cell.length = {2, 1, 1};
  world.bodies.lines.push_back({});
  world.bodies.lines[0].x = 0.5;
  world.bodies.turns.push_back({3, 0, 0});
  world.bodies.orientations.push_back(orientation_of(turn_by(Vec3d{0, 0, std::numbers::pi / 2})));
  EXPECT_DOUBLE_EQ(pose_of(world, 0).position.x, 6.5);
  EXPECT_LT(norm(pose_of(world, 0).direction_in_world({1, 0, 0}) - Vec3d{0, 1, 0}), 1e-15);
}

TEST(Turns, have_a_rotation_vector_by_the_shorter_way) {
  Random random(2, 1);
  for (const double angle : {0.0, 1e-200, 1e-9, 0.1, 1.0, 3.1, std::numbers::pi - 1e-9}) {
    Vec3d axis = random_vector(random, 1);
    axis = (1 / norm(axis)) * axis;
    const Vec3d vector = rotation_vector(turn_by(angle * axis));
    EXPECT_LT(norm(vector - angle * axis), 1e-15 + 1e-14 * angle) << angle;
    const TurnD same{-turn_by(angle * axis).w, -turn_by(angle * axis).v};  // the other quaternion of the same turn
    EXPECT_LT(norm(rotation_vector(same) - vector), 1e-15 + 1e-14 * angle) << angle;
  }
  EXPECT_LT(norm(rotation_vector(turn_by(Vec3d{0, 4, 0})) - Vec3d{0, 4 - 2 * std::numbers::pi, 0}), 1e-14);
}

TEST(Turns, bring_z_to_any_axis) {
  Random random(3, 1);
  std::vector<Vec3d> axes = {{0, 0, 1},     {0, 0, -1},      {1, 0, 0},     {1e-4, 0, -1},
                             {0, 1e-9, -1}, {1e-170, 0, -1}, {1, 0, -1e-17}};
  for (int k = 0; k < 100; ++k) axes.push_back(random_vector(random, 1));
  for (Vec3d axis : axes) {
    axis = (1 / norm(axis)) * axis;
    const TurnD turn = turn_of_z_to(axis);
    EXPECT_NEAR(turn.w * turn.w + norm2(turn.v), 1.0, 1e-15);
    EXPECT_LT(norm(rotated(turn, {0, 0, 1}) - axis), 1e-15) << axis.x << " " << axis.y << " " << axis.z;
  }
}

}  // namespace
}  // namespace scree::state
