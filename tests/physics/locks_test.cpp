// Locked degrees of freedom keep their velocity to the bit.
#include <gtest/gtest.h>

#include <cmath>

#include "support/scenes.h"

namespace scree {
namespace {

constexpr sim::Locks k_flat = 0b011100;  // z, and rotation about x and y

TEST(Locks, a_flat_scene_stays_flat_to_the_bit) {
  for (const auto stepper : {sim::StepperKind::velocity_verlet, sim::StepperKind::velocity_verlet_lammps,
                             sim::StepperKind::symplectic_euler}) {
    sim::Scene scene = test::scene_with(test::all_stages({}), 2e-5);
    scene.stepper = stepper;
    scene.gravity = {0, -9.81, 0};
    test::add_container(scene, {{-0.06, -0.06, -1}, {0.06, 0.06, 1}});
    const double z = 0.1;  // not a binary fraction
    for (int i = 0; i < 25; ++i) {
      Random random(3, static_cast<std::uint64_t>(i));
      auto s = test::sphere({0.021 * (i % 5 - 2) + random.uniform(-1e-3, 1e-3), 0.021 * (i / 5 - 2), z}, 0.01,
                            {random.uniform(-1, 1), random.uniform(-1, 1), 0}, {0, 0, random.uniform(-50, 50)});
      s.traits.locks = k_flat;
      scene.spheres.push_back(s);
    }
    sim::Simulation run(scene);
    run.advance(2000);
    double turned = 0.0;
    for (const auto& b : run.bodies()) {
      EXPECT_EQ(b.position.z, z);
      EXPECT_EQ(b.velocity.z, 0.0);
      EXPECT_EQ(b.spin.x, 0.0);
      EXPECT_EQ(b.spin.y, 0.0);
      turned += std::abs(b.spin.z);
    }
    EXPECT_GT(turned, 1.0);
    EXPECT_GT(run.contact_count(), 4);
  }
}

TEST(Locks, a_held_body_does_not_move_and_a_driven_one_moves_exactly) {
  const double dt = 2e-5;
  sim::Scene scene = test::scene_with(test::all_stages({}), dt);
  scene.gravity = {0, 0, -9.81};
  auto held = test::sphere({0.1, 0.2, 0.3}, 0.01);
  auto driven = test::sphere({0.1, 0.2, 0.35}, 0.01, {0.01, 0.02, -0.3}, {1, 2, 3});
  auto free = test::sphere({0.1, 0.203, 0.325}, 0.01);
  held.traits.locks = driven.traits.locks = sim::k_lock_all;
  scene.spheres = {held, driven, free};
  sim::Simulation run(scene);
  const int steps = 3000;
  run.advance(steps);
  const auto bodies = run.bodies();
  for (const auto& [got, expected] :
       {std::pair{bodies[0].position, held.position}, std::pair{bodies[1].velocity, driven.traits.velocity},
        std::pair{bodies[1].spin, driven.traits.spin}, std::pair{bodies[0].velocity, Vec3d{}}}) {
    EXPECT_EQ(norm(got - expected), 0.0);
  }
  Vec3d x = driven.position;  // dt v, step by step
  for (int i = 0; i < steps; ++i) x = x + dt * driven.traits.velocity;
  EXPECT_EQ(bodies[1].position.x, x.x);
  EXPECT_EQ(bodies[1].position.y, x.y);
  EXPECT_EQ(bodies[1].position.z, x.z);
  EXPECT_NE(bodies[2].velocity.x, 0.0);  // the free one was pushed aside
}

TEST(Locks, two_held_bodies_that_overlap_make_no_contact) {
  sim::Scene scene = test::scene_with(test::all_stages({}), 1e-5);
  scene.spheres = {test::sphere({0, 0, 0}, 0.01), test::sphere({0.015, 0, 0}, 0.01)};
  for (auto& s : scene.spheres) s.traits.locks = sim::k_lock_all;
  sim::Simulation run(scene);
  EXPECT_EQ(run.contact_count(), 0);
}

}  // namespace
}  // namespace scree
