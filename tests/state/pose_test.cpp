// Frames of bodies: turns there and back.
#include <gtest/gtest.h>

#include <numbers>

#include "state/pose.h"
#include "support/scenes.h"

namespace scree::state {
namespace {

using test::vector;
// a rotation of a unit vector: some ten operations, of which few round by half an ulp of 1
constexpr double k_round = 1e-15;
// Two rotations of vectors of up to 8 m there and back, forty operations: 8 x 1.1e-16 each, in random directions; or an
// angle of up to pi from two quaternion components
constexpr double k_two_rotations = 1e-14;

TEST(Pose, has_points_and_directions_in_two_frames) {
  Random random(1, 1);
  for (int k = 0; k < 100; ++k) {
    const Pose pose{vector(random, 3), turn_by(vector(random, 3))};
    const Vec3d p = vector(random, 2);
    EXPECT_LT(norm(pose.point_in_world(pose.point_in_body(p)) - p), k_two_rotations);
    EXPECT_LT(norm(pose.direction_in_world(pose.direction_in_body(p)) - p), k_two_rotations);
    EXPECT_NEAR(norm(pose.point_in_body(p)), norm(p - pose.position), k_two_rotations);
  }
}

TEST(Pose, of_a_body_is_where_it_would_be_without_the_cell) {
  World world;
  world.cell.periodic = {true, false, false}, world.cell.length = {2, 1, 1};
  world.bodies.lines.push_back({});
  world.bodies.lines[0].x = 0.5;
  world.bodies.image_flags.push_back({3, 0, 0});
  world.bodies.orientations.push_back(orientation_of(turn_by(Vec3d{0, 0, std::numbers::pi / 2})));
  EXPECT_DOUBLE_EQ(pose_of(world, 0).position.x, 6.5);
  EXPECT_LT(norm(pose_of(world, 0).direction_in_world({1, 0, 0}) - Vec3d{0, 1, 0}), k_round);
}

TEST(Turns, have_a_rotation_vector_of_at_most_half_a_turn) {
  Random random(2, 1);
  for (const double angle : {0.0, 1e-200, 1e-9, 0.1, 1.0, 3.1, std::numbers::pi - 1e-9}) {
    Vec3d axis = vector(random, 1);
    axis = (1 / norm(axis)) * axis;
    const Vec3d found = rotation_vector(turn_by(angle * axis));
    EXPECT_LT(norm(found - angle * axis), k_round + k_two_rotations * angle) << angle;
    const TurnD same{-turn_by(angle * axis).w, -turn_by(angle * axis).v};  // the other quaternion of the same turn
    EXPECT_LT(norm(rotation_vector(same) - found), k_round + k_two_rotations * angle) << angle;
  }
  EXPECT_LT(norm(rotation_vector(turn_by(Vec3d{0, 4, 0})) - Vec3d{0, 4 - 2 * std::numbers::pi, 0}), k_two_rotations);
}

TEST(Turns, bring_z_to_any_axis) {
  Random random(3, 1);
  std::vector<Vec3d> axes = {{0, 0, 1},     {0, 0, -1},      {1, 0, 0},     {1e-4, 0, -1},
                             {0, 1e-9, -1}, {1e-170, 0, -1}, {1, 0, -1e-17}};
  for (int k = 0; k < 100; ++k) axes.push_back(vector(random, 1));
  for (Vec3d axis : axes) {
    axis = (1 / norm(axis)) * axis;
    const TurnD turn = turn_of_z_to(axis);
    EXPECT_NEAR(turn.w * turn.w + norm2(turn.v), 1.0, k_round);
    EXPECT_LT(norm(rotated(turn, {0, 0, 1}) - axis), k_round) << axis.x << " " << axis.y << " " << axis.z;
  }
}

}  // namespace
}  // namespace scree::state
