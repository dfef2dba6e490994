// No pair that can touch within a step is missed: walls that come fast, planes that turn with a body, bodies set in
// motion by this very step.
#include <gtest/gtest.h>

#include <cmath>

#include "support/rigid_scenes.h"

namespace scree {
namespace {

constexpr double k_step = 5e-3, k_radius = 0.01;
// Without gravity steps are solved to 1e-6 m/s (sim/stepper_settings.h).
constexpr double k_velocity = 1e-6;
constexpr double k_position = 1e-8;  // [m]: k_velocity times the step is 5e-9

TEST(NearSearch, finds_a_plane_that_comes_faster_than_the_envelope_is_wide) {
  sim::Scene scene = test::rigid_scene(test::rigid(0, 0, 0), k_step);
  scene.spheres.push_back(test::sphere({0, 0, 0.03}, k_radius));
  sim::Plane piston = test::floor_plane();
  piston.velocity = {0, 0, 5};  // 25 mm a step; the gap is 20 mm
  scene.planes.push_back(piston);
  sim::Simulation run(scene);
  run.advance(1);
  EXPECT_EQ(run.contact_count(), 1);
  EXPECT_NEAR(run.bodies()[0].position.z, 0.025 + k_radius, k_position);
}

TEST(NearSearch, finds_a_plane_that_turns_with_a_body_far_away) {
  sim::Scene scene = test::rigid_scene(test::rigid(0, 0, 0), k_step);
  auto hub = test::sphere({0, 0, 0}, k_radius, {}, {0, -2, 0});  // its plane rises where x > 0
  hub.traits.locks = sim::k_lock_all;
  scene.spheres = {hub, test::sphere({1.0, 0, 0.008 + k_radius}, k_radius)};  // 10 mm a step there; the gap is 8 mm
  sim::CarriedPlane paddle;
  paddle.on = {sim::BodyRef::Of::spheres, 0};
  scene.carried.push_back(paddle);
  sim::Simulation run(scene);
  run.advance(1);
  EXPECT_EQ(run.contact_count(), 1);
  EXPECT_NEAR(run.bodies()[1].velocity.z, 2.0 - 0.008 / k_step, k_velocity);
}

TEST(NearSearch, finds_a_plane_on_a_body_that_a_motor_starts_in_this_step) {
  sim::Scene scene = test::rigid_scene(test::rigid(0, 0, 0), k_step);
  const sim::BodyRef hub{sim::BodyRef::Of::spheres, 0};
  scene.spheres = {test::sphere({0, 0, 0}, 0.3), test::sphere({1.0, 0, 0.008 + k_radius}, k_radius)};
  scene.joints = {{"hinge", state::JointKind::revolute, hub, {}, {0, 0, 0}, {0, 1, 0}, {}}};
  sim::Drive motor;
  motor.a = hub, motor.way = state::Way::about, motor.axis = {0, -1, 0}, motor.wanted = {{0.0, 2.0}};
  scene.drives = {motor};
  sim::CarriedPlane paddle;
  paddle.on = hub;
  scene.carried.push_back(paddle);
  sim::Simulation run(scene);
  run.advance(1);
  EXPECT_EQ(run.contact_count(), 1);
  EXPECT_GT(run.report().solver->passes, 1);
  // the motor adds its own residual, at an arm of 1 m
  EXPECT_NEAR(run.bodies()[1].velocity.z, 2.0 - 0.008 / k_step, 10 * k_velocity);
}

TEST(NearSearch, finds_the_last_of_a_row_that_one_blow_sets_in_motion) {
  sim::Scene scene = test::rigid_scene(test::rigid(0, 0, 0, 0.9), k_step);
  scene.spheres = {test::sphere({0, 0, 0}, k_radius, {20, 0, 0})};                                // 100 mm a step
  for (int i = 1; i < 4; ++i) scene.spheres.push_back(test::sphere({0.03 * i, 0, 0}, k_radius));  // gaps of a radius
  sim::Simulation run(scene);
  run.advance(2);
  EXPECT_GT(run.report().solver->passes, 0);
  for (int i = 0; i < 3; ++i)
    EXPECT_LT(run.bodies()[static_cast<std::size_t>(i)].position.x,
              run.bodies()[static_cast<std::size_t>(i) + 1].position.x - 1.9 * k_radius)
        << i;
}

}  // namespace
}  // namespace scree
