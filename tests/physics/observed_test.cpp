// Observed contacts and orientations, against the loads of the engine and against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "determinism/scenes.h"

namespace scree {
namespace {

/// The loads of all contacts of a body add up to the body's load. The observation uses the current state: dashpots
/// by the current velocities, which differ by one kick from those of the evaluation (here there are no dashpots), and
/// springs in the current tangent plane (so this test uses the stepper that advances them in that plane; the default
/// one advances them in the plane of the middle of the step).
TEST(ObservedContacts, add_up_to_the_loads_on_bodies) {
  sim::Scene scene = test::collapse();
  scene.stepper = sim::StepperKind::velocity_verlet_lammps;
  for (auto& rule : scene.contacts) {
    rule.model.normal = law::normal::Hooke::Params{.stiffness = 5e3, .damping = 0.0};
    rule.model.slide = law::slide::CoulombSpring::Params{.stiffness = 3e3, .coefficient = 0.4, .damping = 0.0};
    rule.model.roll = law::roll::Spring::Params{.stiffness = 1e3, .damping = 0.0, .length = 1e-4};
    rule.model.spin = law::spin::Spring::Params{.stiffness = 1e-2, .damping = 0.0, .length = 1e-4};
  }
  sim::Simulation run(scene);
  run.advance(1500);
  const sim::Frame frame = run.frame();
  ASSERT_GT(frame.contacts.size(), 50u);
  std::map<std::int64_t, Vec3d> force, torque;
  std::map<std::int64_t, int> coordination;
  int slips = 0, sticks = 0;
  for (const auto& c : frame.contacts) {
    const Vec3d f = c.normal_force * c.normal + c.friction;
    const Vec3d own = c.roll_torque + c.spin_torque * c.normal;
    force[c.a] += f, ++coordination[c.a];
    const double r_a = frame.bodies[static_cast<std::size_t>(c.a - 1)].radius;
    torque[c.a] += own - (c.plane >= 0 ? r_a : r_a - 0.5 * c.overlap) * cross(c.normal, c.friction);
    if (c.plane < 0) {
      force[c.b] -= f, ++coordination[c.b];
      torque[c.b] += -1.0 * own - (frame.bodies[static_cast<std::size_t>(c.b - 1)].radius - 0.5 * c.overlap) *
                                      cross(c.normal, c.friction);
      // [m]: lengths of about 1 cm, from places of some cm: a few ulps of 7e-18
      EXPECT_NEAR(norm(c.branch), r_a + frame.bodies[static_cast<std::size_t>(c.b - 1)].radius - c.overlap, 1e-15);
    }
    (c.slide == sim::Mode::slip ? slips : sticks)++;
  }
  EXPECT_GT(slips, 5);
  EXPECT_GT(sticks, 5);
  double scale = 0.0, scale_torque = 0.0;
  for (const auto& b : frame.bodies)
    scale = std::max(scale, norm(b.force)), scale_torque = std::max(scale_torque, norm(b.torque));
  // relative 1e-12: sums of up to twelve contacts, evaluated again from the same numbers
  for (const auto& b : frame.bodies) {
    EXPECT_LT(norm(b.force - force[b.id]), 1e-12 * scale) << b.id;
    EXPECT_LT(norm(b.torque - torque[b.id]), 1e-12 * scale_torque) << b.id;
    EXPECT_EQ(b.coordination, coordination[b.id]) << b.id;
  }
}

/// A ball that is pulled over a plane slips; one at rest sticks; one that rolls sticks in sliding.
TEST(ObservedContacts, distinguish_stick_from_slip) {
  sim::Scene scene;
  scene.time.step = 1e-6;
  scene.materials = {{"stone", 2500}};
  scene.contacts = {{0, 0, test::all_stages({.stiffness = 1e4, .radius = 0.005})}};
  scene.gravity = {0, 0, -9.81};
  scene.planes.push_back(test::floor_plane());
  const double v[3][2] = {{1.0, 0.0}, {0.0, 0.0}, {1.0, 200.0}};  // speed, spin: pulled, at rest, rolling
  for (int i = 0; i < 3; ++i) {
    auto ball = test::sphere({0.05 * i, 0, 0.005 * (1 - 1e-5)}, 0.005);
    ball.traits.velocity.x = v[i][0], ball.traits.spin.y = v[i][1];
    scene.spheres.push_back(ball);
  }
  sim::Simulation run(scene);
  run.advance(200);
  const auto contacts = run.frame().contacts;
  ASSERT_EQ(contacts.size(), 3u);
  EXPECT_EQ(contacts[0].slide, sim::Mode::slip);
  EXPECT_EQ(contacts[1].slide, sim::Mode::stick);
  EXPECT_EQ(contacts[1].roll, sim::Mode::stick);
  EXPECT_EQ(contacts[2].slide, sim::Mode::stick);
  EXPECT_EQ(contacts[2].roll, sim::Mode::slip);
  for (const auto& c : contacts) EXPECT_EQ(c.plane, 0);
}

/// A free body turns by spin x time about its axis, whatever the step, and many turns leave the quaternion a unit.
TEST(Orientation, follows_a_constant_spin_exactly) {
  for (const double step : {1e-4, 3e-3, 0.1}) {
    sim::Scene scene;
    scene.time.step = step;
    scene.output.frames_every = 1.0;
    scene.materials = {{"stone", 2500}};
    scene.contacts = {{0, 0, test::all_stages({.stiffness = 1e4, .radius = 0.005})}};
    auto ball = test::sphere({0, 0, 0}, 0.005);
    ball.traits.spin = {3, -4, 12};  // 13 rad/s
    scene.spheres.push_back(ball);
    sim::Simulation run(scene);
    const auto steps = static_cast<std::int64_t>(std::llround(20.0 / step));
    run.advance(steps);
    const double half = 0.5 * 13.0 * step * static_cast<double>(steps);
    const auto q = run.bodies()[0].orientation;
    const double expected[4] = {std::cos(half), std::sin(half) * 3 / 13, -std::sin(half) * 4 / 13,
                                std::sin(half) * 12 / 13};
    // Up to 2e5 products, each rounded by some 1e-16: 5e-14 in random directions, 2e-11 all one way
    for (int k = 0; k < 4; ++k) EXPECT_NEAR(q[static_cast<std::size_t>(k)], expected[k], 1e-11) << step;
  }
}

}  // namespace
}  // namespace scree
