// Joints, motors and walls on bodies: from names to ids and body frames, into an archive and back.
#include <gtest/gtest.h>

#include <limits>

#include "sim/build_joints.h"
#include "sim/saved_joints.h"
#include "sim/simulation.h"
#include "step/joint_world.h"

namespace scree {
namespace {

using sim::BodyRef;

constexpr double k_few = 1e-15;  // 4 eps: rotation of lengths of order 1 by a quaternion of two equal parts

sim::OneSolid pebble(const Vec3d& position) {
  sim::OneSolid s;
  s.position = position, s.half = {0.1, 0.1, 0.2}, s.orientation = {std::sqrt(0.5), 0, std::sqrt(0.5), 0};  // x to -z
  return s;
}

sim::Scene with_everything() {
  sim::Scene scene = test::scene_of({test::ball({0, 0, 0}), test::ball({1, 0, 0})});
  scene.solids = {pebble({5, 0, 0}), pebble({6, 0, 0})};
  scene.joints = {
      {"j", state::JointKind::revolute, {BodyRef::Of::solids, 1}, test::sphere_ref(1), {6, 0, 0.5}, {2, 0, 0}, {}}};
  sim::Drive motor;
  motor.a = test::sphere_ref(0), motor.axis = {0, 0, 4}, motor.wanted = {{0, 1}, {1, 2}}, motor.limit = 7;
  scene.drives = {motor};
  scene.carried = {{{"p", {5, 0, -1}, {0, 0, 2}, {}, 0}, {BodyRef::Of::solids, 0}}};
  scene.cylinders = {{"c", {0, 0, 0}, {0, 3, 0}, 20.0, 1.0, 2.0, 0}};
  return scene;
}

TEST(JointsOfAWorld, refer_to_bodies_by_id) {
  const sim::Scene scene = with_everything();
  const state::World world = sim::build_world(scene);
  EXPECT_EQ(world.joints[0].a, state::Id{4});
  EXPECT_EQ(world.joints[0].b, state::Id{2});
  EXPECT_EQ(world.drives[0].a, state::Id{1});
  EXPECT_EQ(world.drives[0].b, state::k_no_body);
  EXPECT_EQ(world.carried[0].body, state::Id{3});
  EXPECT_EQ(world.bodies.lines[3].id, state::Id{4});
  EXPECT_EQ(world.bodies.lines[3].x, 6.0);  // and that is the pebble
}

TEST(JointsOfAWorld, store_their_points_in_the_frames_of_the_bodies) {
  const state::World world = sim::build_world(with_everything());
  ASSERT_TRUE(world.bodies.kept.orientations);
  const Vec3d above{0, 0, 0.5};  // in the world; the pebble's x points down
  EXPECT_LT(norm(world.joints[0].point_a - Vec3d{-0.5, 0, 0}), k_few);
  EXPECT_LT(norm(world.joints[0].point_b - (Vec3d{5, 0, 0} + above)), k_few);
  EXPECT_LT(norm(world.carried[0].normal - Vec3d{-1, 0, 0}), k_few);
  EXPECT_LT(norm(world.carried[0].point - Vec3d{1, 0, 0}), k_few);
  EXPECT_LT(norm(world.drives[0].axis_b - Vec3d{0, 0, 1}), k_few);
  EXPECT_EQ(norm(world.cylinders[0].axis - Vec3d{0, 1, 0}), 0.0);
}

TEST(JointsOfAWorld, of_spheres_alone_need_orientations_too) {
  sim::Scene scene = test::scene_of({test::ball({0, 0, 0})});
  EXPECT_FALSE(sim::build_world(scene).bodies.kept.orientations);
  scene.joints = {{"j", state::JointKind::fixed, test::sphere_ref(0), {}, {}, {0, 0, 1}, {}}};
  const state::World world = sim::build_world(scene);
  EXPECT_TRUE(world.bodies.kept.orientations);
  EXPECT_EQ(world.bodies.orientations.size(), 1U);
}

TEST(JointsOfAWorld, walls_on_bodies_and_cylinders_are_numbered_after_the_planes_of_the_world) {
  sim::Scene scene = with_everything();
  scene.planes.push_back({.name = "floor", .point = {}, .velocity = {}});
  ASSERT_EQ(sim::wall_count(scene), 3U);
  EXPECT_EQ(sim::wall_name(scene, 0), "floor");
  EXPECT_EQ(sim::wall_name(scene, 1), "p");
  EXPECT_EQ(sim::wall_name(scene, 2), "c");
}

TEST(JointsOfAWorld, that_contradict_themselves_are_refused) {
  const auto refused = [](auto change) {
    sim::Scene scene = with_everything();
    change(scene);
    try {
      sim::build_world(scene);
    } catch (const sim::BuildError& e) {
      return e.what;
    }
    return std::string("taken");
  };
  EXPECT_NE(refused([](sim::Scene& s) {
              s.stepper = sim::StepperKind::velocity_verlet;
            }).find("need stepper = \"nonsmooth\""),
            std::string::npos);
  EXPECT_NE(refused([](sim::Scene& s) {
              s.joints.clear(), s.drives.clear(), s.carried.clear();  // a cylinder alone
              s.stepper = sim::StepperKind::symplectic_euler;
            }).find("need stepper = \"nonsmooth\""),
            std::string::npos);
  EXPECT_NE(refused([](sim::Scene& s) { s.joints[0].b = s.joints[0].a; }).find("with itself"), std::string::npos);
  EXPECT_NE(refused([](sim::Scene& s) { s.joints[0].a = {}; }).find("names no body"), std::string::npos);
  EXPECT_NE(refused([](sim::Scene& s) { s.joints[0].a.index = 9; }).find("does not exist"), std::string::npos);
  EXPECT_NE(refused([](sim::Scene& s) { s.drives[0].wanted.clear(); }).find("no target velocity"), std::string::npos);
  EXPECT_NE(refused([](sim::Scene& s) {
              s.joints[0].kind = state::JointKind::distance, s.joints[0].to = s.joints[0].point;
            }).find("distance of zero"),
            std::string::npos);
  EXPECT_EQ(refused([](sim::Scene&) {}), "taken");
}

TEST(JointsOfAWorld, are_restored_from_an_archive_to_the_bit) {
  const sim::Scene scene = with_everything();
  state::World world = sim::build_world(scene);
  world.joints[0].force = {1, 2, 3}, world.joints[0].torque = {4, 5, 6}, world.drives[0].load = 7;
  world.cylinders[0].load.tz = 8, world.carried[0].load.fx = 9;
  Archive archive;
  sim::save_joints(world, archive);
  state::World again = sim::build_empty_world(scene);
  again.next_id = world.next_id;
  sim::restore_joints(archive, again);
  Archive second;
  sim::save_joints(again, second);
  ASSERT_EQ(archive.arrays().size(), 7U);  // numbers and bodies of three, numbers of the cylinder
  for (std::size_t i = 0; i < archive.arrays().size(); ++i) {
    EXPECT_EQ(archive.arrays()[i].name, second.arrays()[i].name);
    EXPECT_EQ(archive.arrays()[i].values, second.arrays()[i].values);
  }
  EXPECT_EQ(again.joints[0].kind, state::JointKind::revolute);
  EXPECT_EQ(again.joints[0].a, state::Id{4});
  EXPECT_EQ(again.joints[0].force.y, 2.0);
  EXPECT_EQ(again.drives[0].wanted.size(), 2U);
  EXPECT_EQ(again.drives[0].limit, 7.0);
  EXPECT_EQ(again.drives[0].load, 7.0);
  EXPECT_EQ(again.cylinders[0].load.tz, 8.0);
  EXPECT_EQ(again.carried[0].load.fx, 9.0);
}

TEST(JointsOfAWorld, of_a_damaged_archive_are_refused) {
  const sim::Scene scene = with_everything();
  const state::World world = sim::build_world(scene);
  Archive good;
  sim::save_joints(world, good);
  const auto restore = [&](const Archive& archive, const sim::Scene& of) {
    state::World again = sim::build_empty_world(of);
    again.next_id = world.next_id;
    sim::restore_joints(archive, again);
  };
  restore(good, scene);
  for (std::size_t damaged = 0; damaged < good.arrays().size(); ++damaged) {
    Archive less, longer, wrong;
    for (std::size_t i = 0; i < good.arrays().size(); ++i) {
      if (i != damaged) less.add(good.arrays()[i]);
      Array more = good.arrays()[i], other = more;
      if (i == damaged)
        std::visit(
            [](auto& longer_values, auto& wrong_values) {
              using T = typename std::decay_t<decltype(wrong_values)>::value_type;
              longer_values.push_back({});
              wrong_values[0] = std::numeric_limits<T>::has_quiet_NaN ? std::numeric_limits<T>::quiet_NaN()
                                                                      : std::numeric_limits<T>::max();
            },
            more.values, other.values);
      longer.add(more), wrong.add(other);
    }
    EXPECT_THROW(restore(less, scene), ArchiveError) << damaged;
    EXPECT_THROW(restore(longer, scene), ArchiveError) << damaged;
    EXPECT_THROW(restore(wrong, scene), ArchiveError) << damaged;
  }
  sim::Scene other = scene;
  other.cylinders.clear();
  EXPECT_THROW(restore(good, other), ArchiveError);
  // A scene without any of them leaves nothing in an archive.
  Archive nothing;
  sim::save_joints(sim::build_world(test::scene_of({test::ball({0, 0, 0})})), nothing);
  EXPECT_TRUE(nothing.arrays().empty());
}

}  // namespace
}  // namespace scree
