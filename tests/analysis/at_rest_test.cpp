// The rules that end a run early: the quantity that each compares, and that a run reports which rule was met.
#include "analysis/at_rest.h"

#include <gtest/gtest.h>

#include "analysis/packing.h"
#include "sim/run.h"
#include "support/scenes.h"

namespace scree {
namespace {

constexpr double k_density = 6.0 / 3.14159265358979323846;  // m = 1 for d = 1

/// A gas of 100 spheres under a pressure [Santos2020, II.B].
sim::Scene gas() {
  law::Model model;
  model.normal = law::normal::Hooke::Params{.stiffness = 1.0, .damping_by_mass = 0.5};
  model.slide = law::slide::CoulombSpring::Params{.stiffness = 1.0, .coefficient = 0.3, .damping_of_normal = 1.0};
  sim::Scene scene = test::scene_with(model, 0.02, k_density);
  constexpr double edge = 10.155;  // phi = 0.05
  scene.stepper = sim::StepperKind::nph;
  scene.nph = {.pressure = {1e-4, 1e-4, 1e-4},
               .shear = {},
               .damping = 2.25,
               .temperature = 1.0,
               .drag = 0.02,
               .drag_after = 300.0};
  scene.cell = {{true, true, true}, {{}, {edge, edge, edge}}, {}};
  scene.randoms = {{.region = scene.cell.bounds, .count = 100, .radii = {0.5, 0.5}, .seed = 3, .traits = {}}};
  scene.time.end = 6000.0;
  scene.stop.every = 20.0;
  return scene;
}

struct Ended {
  std::string by;
  double time;
};
Ended run_to_its_end(sim::Simulation& simulation) {
  sim::Observers observers;
  observers.at_rest = [](const sim::Simulation& s) {
    return analysis::rule_met(s.scene(), s.frame(), s.report().cell);
  };
  const auto outcome = sim::run(simulation, sim::plan_run(simulation.scene(), simulation.step()), observers);
  EXPECT_EQ(outcome.end, sim::End::finished);
  return {outcome.ended_by, simulation.time()};
}

TEST(AtRest, a_packing_at_rest_has_the_target_pressure_and_no_momentum) {
  sim::Scene scene = gas();
  scene.stop.unbalanced_force = 1e-4, scene.stop.pressure_tolerance = 1e-6;
  sim::Simulation simulation(scene);
  const Ended ended = run_to_its_end(simulation);
  EXPECT_TRUE(ended.by.starts_with("unbalanced_force ")) << ended.by;
  EXPECT_LT(ended.time, scene.time.end);

  const sim::Frame frame = simulation.frame();
  const auto packing = analysis::measure_packing(frame, {});
  // Of contacts and translation; the barostat, like that of LAMMPS, also counts the spins of rattlers, which persist.
  auto stress = packing.stress->sum();
  for (const sim::BodyView& b : frame.bodies) analysis::add_product(stress, b.inertia / packing.volume, b.spin, b.spin);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      EXPECT_NEAR(analysis::at(stress, i, j), i == j ? 1e-4 : 0.0, scene.stop.pressure_tolerance * 1e-4) << i << j;
  // 0.59 is the value of the paper at mu = 0.3; 0.02 covers the scatter of a packing of 100 spheres.
  EXPECT_NEAR(packing.volume_fraction, 0.59, 0.02);
  Vec3d momentum;
  for (const sim::BodyView& b : frame.bodies) momentum += b.mass * b.velocity;
  // Rounding of 100 bodies over the run; a force without its reaction would leave many decades more.
  EXPECT_LT(norm(momentum), 1e-13);
}

TEST(AtRest, each_rule_ends_a_run_and_is_reported) {
  for (const auto& [member, name, limit] :
       {std::tuple{&sim::StopSpec::kinetic_energy, "kinetic_energy ", 1e-7},
        std::tuple{&sim::StopSpec::backbone_kinetic_energy, "backbone_kinetic_energy ", 1e-9},
        std::tuple{&sim::StopSpec::unbalanced_force, "unbalanced_force ", 1e-2}}) {
    sim::Scene scene = gas();
    scene.stop.*member = limit;
    sim::Simulation simulation(scene);
    const Ended ended = run_to_its_end(simulation);
    EXPECT_TRUE(ended.by.starts_with(name)) << ended.by;
    EXPECT_GT(ended.time, 100.0) << "a gas at rest is not a packing";
    EXPECT_LT(ended.time, scene.time.end);
    EXPECT_EQ(simulation.steps_done() % 1000, 0) << "rules are evaluated at multiples of a number of steps";
  }
}

// Three spheres on the floor and one on top, pressed down by gravity or by applied forces.
TEST(AtRest, a_pyramid_under_applied_forces_ends_by_the_same_rule_as_one_under_gravity) {
  constexpr double radius = 0.005, density = 2500.0, g = 10.0;
  std::vector<std::string> ended;
  for (const bool by_gravity : {true, false}) {
    law::Model model;
    model.normal = law::normal::Hooke::Params{.stiffness = 1e4, .restitution = 0.5};
    model.slide = law::slide::CoulombSpring::Params{.stiffness = 1e3, .coefficient = 0.3, .damping_of_normal = 0.5};
    model.roll = law::roll::Spring::Params{.stiffness = 1e3, .damping = 0.1, .length = 0.3 * radius};
    sim::Scene scene = test::scene_with(model, 5e-6, density);
    scene.planes.push_back(test::floor_plane());
    for (const Vec3d& at : {Vec3d{0, 0, 5e-3}, Vec3d{9.99e-3, 0, 5e-3}, Vec3d{4.995e-3, 8.65e-3, 5e-3},
                            Vec3d{4.995e-3, 2.883e-3, 13.155e-3}}) {
      scene.spheres.push_back(test::sphere(at, radius));
      if (!by_gravity) scene.spheres.back().traits.force = {0, 0, -g * test::ball_mass(radius, density)};
    }
    if (by_gravity) scene.gravity = {0, 0, -g};
    scene.time.end = 1.0;
    scene.stop.unbalanced_force = 1e-3;
    sim::Simulation simulation(scene);
    ended.push_back(run_to_its_end(simulation).by);
  }
  EXPECT_EQ(ended[0].substr(0, 16), "unbalanced_force");
  EXPECT_EQ(ended[0], ended[1]);
}

TEST(AtRest, a_run_without_rules_and_one_whose_rule_is_not_met_end_by_their_time) {
  sim::Scene scene = gas();
  scene.time.end = 40.0;
  sim::Simulation without(scene);
  EXPECT_EQ(run_to_its_end(without).by, "time");
  scene.stop.kinetic_energy = 1.0;  // met by far, but no contact transmits a force yet
  sim::Simulation too_early(scene);
  EXPECT_EQ(run_to_its_end(too_early).by, "time");
}

TEST(AtRest, no_rule_is_evaluated_before_its_start) {
  sim::Scene scene = test::scene_with(test::frictionless(1e4, 0.3), 1e-5);
  scene.gravity = {0, 0, -9.81};
  scene.planes = {test::floor_plane()};
  scene.spheres = {test::sphere({0, 0, 0.01}, 0.01)};
  scene.time.end = 0.1;
  scene.stop = {.kinetic_energy = 1e-9, .every = 0.01, .after = 0.05};
  sim::Simulation simulation(scene);
  const Ended ended = run_to_its_end(simulation);
  EXPECT_TRUE(ended.by.starts_with("kinetic_energy ")) << ended.by;
  EXPECT_NEAR(ended.time, 0.05, 1e-9);  // 5000 steps of 1e-5 s, summed: the next look would be 0.01 s later
}

}  // namespace
}  // namespace scree
