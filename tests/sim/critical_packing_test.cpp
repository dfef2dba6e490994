// The critical step against the engine: just below it a small disturbance stays small, just above it grows without
// bound.
#include "sim/critical_packing.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

#include "sim/critical.h"
#include "support/scenes.h"

namespace scree::sim {
namespace {

constexpr double k_radius = 0.01, k_stiffness = 1e4;

const double k_mass = test::ball_mass(k_radius);

constexpr std::array k_explicit = {StepperKind::velocity_verlet, StepperKind::velocity_verlet_lammps,
                                   StepperKind::symplectic_euler};
std::string_view word(StepperKind stepper) { return k_stepper_choices[static_cast<std::size_t>(stepper)]; }

/// `ratio` is the damping over the critical one of a pair, of both springs.
law::Model springs(double slide_over_normal, double ratio) {
  const double dashpot = 2.0 * ratio * std::sqrt(k_stiffness * 0.5 * k_mass);
  law::Model model;
  model.kinematics = law::kinematics::Rate::Params{.slip_arm = law::kinematics::contact};
  model.normal = law::normal::Hooke::Params{.stiffness = k_stiffness, .damping = dashpot};
  if (slide_over_normal > 0.0)
    model.slide = law::slide::CoulombSpring::Params{
        .stiffness = slide_over_normal * k_stiffness, .coefficient = 1e3, .damping = slide_over_normal * dashpot};
  return model;
}
double critical(const Scene& scene, std::string_view stage) {
  for (const CriticalStep& c : critical_steps(scene))
    if (c.stage == stage) return c.step;
  return 0.0;
}
double kinetic(const Simulation& run) {
  const auto l = run.report().ledger;
  return l.kinetic_translation + l.kinetic_rotation;
}
/// Largest kinetic energy in the second half of a run, over that at the start.
double growth(Scene scene, double step, int steps) {
  scene.time.step = step;
  Simulation run(scene);
  const double first = kinetic(run);
  run.advance(steps / 2);
  double largest = 0.0;
  for (int i = 0; i < steps / 2; i += 10) run.advance(10), largest = std::max(largest, kinetic(run));
  return largest / first;
}

/// Two spheres that are pressed together by 5 % of the radius, with a tiny disturbance.
Scene pressed_pair(StepperKind stepper, double ratio) {
  Scene scene = test::scene_with(springs(0.0, ratio), k_unset);
  scene.stepper = stepper;
  const double overlap = 0.05 * k_radius;
  for (const double side : {1.0, -1.0}) {
    auto ball = test::sphere({side * (k_radius - 0.5 * overlap), 0, 0}, k_radius, {-side * 1e-9, 0, 0});
    ball.traits.force = {-side * k_stiffness * overlap, 0, 0};
    scene.spheres.push_back(ball);
  }
  return scene;
}
// A stable motion of 400 steps stays below 100 times its energy (springs that are stretched add to it); an unstable one
// grows by a factor of 1 + sqrt(2 x 0.03) per step at 3 % above the limit, without dashpots, and by more with them.
TEST(CriticalStep, of_a_damped_pair_is_where_each_explicit_stepper_becomes_unstable) {
  for (const StepperKind stepper : k_explicit)
    for (const double ratio : {0.0, 0.1, 0.5, 1.0, 3.0}) {
      const Scene scene = pressed_pair(stepper, ratio);
      const double limit = critical(scene, "normal");
      EXPECT_LT(growth(scene, 0.97 * limit, 400), 100.0) << word(stepper) << ", damping ratio " << ratio;
      EXPECT_GT(growth(scene, 1.03 * limit, 400), 1e4) << word(stepper) << ", damping ratio " << ratio;
    }
}

/// A face-centred crystal in a periodic cell, pressed by 4 % of the radius: every sphere has twelve contacts.
Scene crystal(const law::Model& model, StepperKind stepper) {
  Scene scene = test::scene_with(model, k_unset);
  scene.stepper = stepper;
  const double spacing = 1.96 * k_radius, edge = spacing * std::sqrt(2.0);
  scene.cell.periodic = {true, true, true};
  scene.cell.bounds = {{0, 0, 0}, {4 * edge, 4 * edge, 4 * edge}};
  Random random(5, 1);
  for (std::size_t n = 0; n < 4 * 4 * 4 * 4; ++n) {
    const std::size_t site = n % 4, x = n / 4 % 4, y = n / 16 % 4, z = n / 64;
    const Vec3d in_cell = std::array<Vec3d, 4>{{{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}}}[site];
    const Vec3d corner{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)};
    const Vec3d velocity = test::vector(random, 1e-9), spin = test::vector(random, 1e-7);
    scene.spheres.push_back(test::sphere(edge * (corner + in_cell), k_radius, velocity, spin));
  }
  return scene;
}
// Without slide springs the shortest waves move at 8 k/m; with slide springs as stiff as the normal ones rotation
// in unison does, at 16 k_slide R^2/I (the arm of a contact is R less half of the overlap, 0.98 R).
TEST(CriticalStep, of_a_packing_is_where_a_crystal_of_twelve_neighbours_becomes_unstable) {
  for (const StepperKind stepper : k_explicit)
    for (const double slide : {0.0, 1.0})
      for (const double ratio : {0.0, 0.3, 1.0}) {
        const Scene scene = crystal(springs(slide, ratio), stepper);
        const double limit = critical(scene, k_packing_stage), arm = slide > 0.0 ? 0.98 : 1.0;
        const double above = 1.05 * limit / (arm * arm);
        const double below = 0.97 * limit;
        EXPECT_LT(growth(scene, below, 400), 100.0) << word(stepper) << ", slide " << slide << ", ratio " << ratio;
        EXPECT_GT(growth(scene, above, 400), 1e4) << word(stepper) << ", slide " << slide << ", ratio " << ratio;
      }
}

TEST(CriticalStep, of_a_packing_is_half_that_of_a_pair_for_normal_springs_and_a_quarter_for_dashpots) {
  const Scene elastic = crystal(springs(0.0, 0.0), StepperKind::velocity_verlet);
  const Scene damped = crystal(springs(0.0, 1e3), StepperKind::velocity_verlet);
  EXPECT_NEAR(critical(elastic, k_packing_stage), 0.5 * critical(elastic, "normal"), 1e-12);  // [s], of 5e-4: rounding
  // A damping ratio of 1e3: springs contribute (1/1e3)^2 = 1e-6.
  EXPECT_NEAR(critical(damped, k_packing_stage) / critical(damped, "normal"), 0.25, 1e-4);
}

TEST(NeighboursOf, a_sphere_are_twelve_of_its_size_six_and_four_in_the_holes_of_larger_ones) {
  EXPECT_EQ(neighbours_of(1.0, 1.0), 12);
  EXPECT_EQ(neighbours_of(std::sqrt(2.0) - 1.0, 1.0), 6);  // octahedral hole: 5.5 by the covered fraction
  EXPECT_EQ(neighbours_of(std::sqrt(1.5) - 1.0, 1.0), 4);  // tetrahedral hole: 3.8
  EXPECT_EQ(neighbours_of(1e-6, 1.0), 2);
  EXPECT_GT(neighbours_of(5.0, 1.0), 100);
}

}  // namespace
}  // namespace scree::sim
