// Measures of the distance from rest: kinetic energy of bodies and unbalanced forces.
#include "analysis/rest.h"

#include <gtest/gtest.h>

#include <numbers>

#include "support/scenes.h"
#include "synthetic_packing.h"

namespace scree::analysis {
namespace {

TEST(Rest, a_moving_rattler_has_kinetic_energy_that_the_backbone_does_not_count) {
  sim::Frame frame = test::grains(5);
  for (int a = 1; a <= 4; ++a)
    for (int b = a + 1; b <= 4; ++b) test::touch(frame, a, b);
  frame.bodies[4].velocity = {3, 0, 0}, frame.bodies[4].spin = {0, 2, 0};
  const Rest rest = measure_rest(frame, test::backbone(frame, {.slide = true}), 1.0, {});
  EXPECT_DOUBLE_EQ(rest.kinetic, (0.5 * 9.0 + 0.5 * 0.1 * 4.0) / 5.0);
  EXPECT_EQ(rest.kinetic_of_backbone, 0.0);
  EXPECT_EQ(rest.unbalanced, 0.0);
}

TEST(Rest, a_tumbling_ellipsoid_has_the_energy_of_the_ledger) {
  sim::Scene scene = test::scene_with(test::frictionless(1e4), 1e-5, 1000.0);
  scene.solids.push_back({.name = "egg",
                          .kind = shape::BodyShape::ellipsoid,
                          .position = {},
                          .half = {0.02, 0.01, 0.005},
                          .orientation = {1, 0, 0, 0},
                          .traits = {}});
  scene.solids.back().traits.spin = {1, 2, 3};
  sim::Simulation simulation(scene);
  simulation.advance(100);
  const sim::Frame frame = simulation.frame();
  const Backbone backbone{.is_rattler = {1}, .carries = {}, .free_bodies = 1, .rattlers = 1};
  EXPECT_NEAR(measure_rest(frame, backbone, 1.0, {}).kinetic, simulation.report().ledger.kinetic_rotation,
              1e-14 * simulation.report().ledger.kinetic_rotation);  // some tens of roundings of the same terms
}

// The unbalanced force is a difference of two forces whose overlap delta = 4e-6 m is that of positions of 0.01 m: 2500
// eps = 6e-13 of a force.
constexpr double k_unbalanced = 1e-9;

// m g = k delta on the floor: no force is left. Twice as deep, k delta is left over a force of 2 k delta.
TEST(Rest, a_sphere_on_the_floor_is_balanced_where_its_spring_supports_its_weight) {
  constexpr double stiffness = 1e4, radius = 0.01, density = 1000.0, g = 9.8;
  const double weight = density * 4.0 / 3.0 * std::numbers::pi * radius * radius * radius * g,
               sunk = weight / stiffness;
  for (const double deep : {1.0, 2.0}) {
    sim::Scene scene = test::scene_with(test::frictionless(stiffness), 1e-5, density);
    scene.gravity = {0, 0, -g};
    scene.planes.push_back(test::floor_plane());
    scene.spheres.push_back(test::sphere({0, 0, radius - deep * sunk}, radius));
    scene.spheres.back().traits.locks = 0b111011;  // locked but for z: one contact supports it
    const sim::Frame frame = sim::Simulation(scene).frame();
    Backbone backbone{.is_rattler = {0}, .carries = {1}, .free_bodies = 1};
    EXPECT_NEAR(measure_rest(frame, backbone, frame.contacts.at(0).normal_force, scene.gravity).unbalanced,
                (deep - 1.0) / deep, k_unbalanced);
  }
}

// The same load by an applied force and by a fluid that flows down past a sphere at rest, c u = f.
TEST(Rest, an_applied_force_and_a_drag_are_balanced_like_a_weight) {
  constexpr double stiffness = 1e4, radius = 0.01, push = 0.04;
  for (const bool by_fluid : {false, true})
    for (const double deep : {1.0, 2.0}) {
      sim::Scene scene = test::scene_with(test::frictionless(stiffness), 1e-5);
      scene.planes.push_back(test::floor_plane());
      scene.spheres.push_back(test::sphere({0, 0, radius - deep * push / stiffness}, radius));
      scene.spheres.back().traits.locks = 0b111011;
      if (by_fluid)
        scene.forces.drag = 0.1, scene.forces.fluid_velocity = {0, 0, -push / 0.1};
      else
        scene.spheres.back().traits.force = {0, 0, -push};
      const sim::Frame frame = sim::Simulation(scene).frame();
      const Backbone backbone{.is_rattler = {0}, .carries = {1}, .free_bodies = 1};
      EXPECT_NEAR(measure_rest(frame, backbone, frame.contacts.at(0).normal_force, scene.gravity).unbalanced,
                  (deep - 1.0) / deep, k_unbalanced)
          << by_fluid;
    }
}

}  // namespace
}  // namespace scree::analysis
