// Critical steps against their closed forms, and the step that is chosen for a run of given length.
#include "sim/critical.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <utility>

#include "support/scenes.h"

namespace scree::sim {
namespace {

constexpr double k_rounding = 1e-12;  // relative: closed forms with a root of a difference, some thousand eps

Scene ball(double radius, double end) {
  Scene scene = test::scene_with(test::frictionless(1e4, 0.5), k_unset);
  scene.time.end = end;
  scene.spheres.push_back(test::sphere({0, 0, 0}, radius));
  return scene;
}

TEST(ChosenStep, is_never_longer_than_the_run) {
  const double critical = critical_steps(ball(5e6, 0.0)).front().step;
  EXPECT_GT(0.1 * critical, 0.01);
  EXPECT_EQ(chosen_step(ball(5e6, 0.01)), 0.01);
  EXPECT_EQ(chosen_step(ball(5e6, critical)), 0.1 * critical);
}

TEST(ChosenStep, is_refused_if_the_run_would_have_more_than_1e15_steps) {
  const double step = chosen_step(ball(0.01, 1.0));
  EXPECT_NO_THROW(chosen_step(ball(0.01, 0.99e15 * step)));
  EXPECT_THROW(chosen_step(ball(0.01, 1.01e15 * step)), BuildError);
  EXPECT_THROW(chosen_step(ball(0.01, 1e25 * step)), BuildError);
}

/// The longest stable step of m x'' + c x' + k x = 0: k h^2 + g c h = 4 m, with g = 2 if dashpots see the velocity half
/// a step old, and g = 4 if they see the one that velocity-verlet predicts (sim/critical_packing.h).
double stable(double k, double c, double m, double g = 2.0) {
  return 0.5 * (std::sqrt(g * g * c * c + 16.0 * k * m) - g * c) / k;
}

double step_of(const Scene& scene, const std::string& stage) {
  for (const CriticalStep& c : critical_steps(scene))
    if (c.stage == stage) return c.step;
  ADD_FAILURE() << stage << " has no critical step";
  return 0.0;
}

// Two equal spheres: m/2 along the normal; 2 (1/m + R^2/I) = 7/m along the surface; I/2 against rolling and spinning,
// I = 2/5 m R^2.
TEST(CriticalSteps, of_springs_and_dashpots_follow_from_stiffness_damping_and_the_inertia_of_each_stage) {
  const double r = 0.01, m = test::ball_mass(r), inertia = 0.4 * m * r * r, e = 0.5;
  const double k = 1e4, k_slide = 3e3, k_roll = 2e3, c_roll = 0.4, k_spin = 0.02, c_spin = 3e-6, k_patch = 5e3,
               c_patch = 0.7;
  const double c = -2.0 * std::log(e) / std::hypot(std::numbers::pi, std::log(e)) * std::sqrt(0.5 * m * k);
  law::Model model = test::frictionless(k, e);
  model.slide = law::slide::CoulombSpring::Params{.stiffness = k_slide, .coefficient = 0.5, .damping_of_normal = 0.25};
  model.roll = law::roll::Spring::Params{.stiffness = k_roll, .damping = c_roll, .length = 1e-3};
  model.spin = law::spin::Spring::Params{.stiffness = k_spin, .damping = c_spin, .length = 1e-3};
  Scene scene = test::scene_with(model, k_unset);
  scene.spheres = {test::sphere({0, 0, 0}, r), test::sphere({1, 0, 0}, r)};
  const double half = 0.5 * r, arm2 = half * half;  // effective radius
  for (const auto& [stepper, g] :
       {std::pair{StepperKind::velocity_verlet, 4.0}, std::pair{StepperKind::velocity_verlet_lammps, 2.0}}) {
    scene.stepper = stepper, scene.contacts[0].model = model;
    const auto expect = [&](const char* stage, double expected) {
      EXPECT_NEAR(step_of(scene, stage), expected, k_rounding * expected) << stage << ", g = " << g;
    };
    expect("normal", stable(k, c, 0.5 * m, g));
    expect("slide", stable(k_slide, 0.25 * c, m / 7.0, g));
    expect("roll", stable(k_roll * arm2, c_roll * arm2, 0.5 * inertia, g));
    expect("spin", stable(k_spin, c_spin, 0.5 * inertia, g));
    // A patch of radius a: torsion stiffness and dashpot are those of sliding times a^2/2.
    scene.contacts[0].model.spin =
        law::spin::Marshall::Params{.stiffness = k_patch, .coefficient = 0.1, .damping = c_patch};
    const double a2 = half * 0.05 * r;
    expect("spin", stable(0.5 * k_patch * a2, 0.5 * c_patch * a2, 0.5 * inertia, g));
  }
}

// dF/d(overlap) = 3/2 K sqrt(R_eff overlap) at an overlap of 5 % of the smaller radius.
TEST(CriticalSteps, of_hertz_are_at_the_reference_overlap_of_unequal_spheres) {
  const double small = 0.01, large = 0.03, stiffness = 1e7;
  law::Model model;
  model.normal = law::normal::Hertz::Params{.stiffness = stiffness, .restitution = 1.0};
  Scene scene = test::scene_with(model, k_unset);
  scene.materials.push_back({"stone", 2000.0});
  scene.contacts[0].material_b = 1;
  scene.spheres = {test::sphere({0, 0, 0}, small), test::sphere({1, 0, 0}, large)};
  scene.spheres[1].traits.material = 1;
  const double p = test::ball_mass(small), q = test::ball_mass(large, 2000.0);
  const double a = std::sqrt(small * large / (small + large) * 0.05 * small);  // contact radius
  const double expected = stable(1.5 * stiffness * a, 0.0, p * q / (p + q));
  EXPECT_NEAR(step_of(scene, "normal"), expected, k_rounding * expected);
}

// A force along the normal of an ellipsoid passes its centre by up to |p - q| about an axis, p and q the half axes
// across it, and (p - q)^2 / I adds to 1/m. With 3 : 2 : 1 the second axis has the largest, (3 - 1)^2 / ((3^2 + 1^2)/5)
// = 2 over the mass.
TEST(CriticalSteps, of_an_ellipsoid_take_the_arm_of_its_normal_force) {
  const double k = 1e4;
  Scene scene = test::scene_with(test::frictionless(k), k_unset);
  OneSolid body;
  body.half = {0.03, 0.02, 0.01}, body.position = {0, 0, 1};
  scene.solids.push_back(body);
  const double m = 1000.0 * 4.0 / 3.0 * std::numbers::pi * 0.03 * 0.02 * 0.01;
  const double expected = stable(k, 0.0, 0.5 * m / (1.0 + 2.0));  // of two such bodies
  EXPECT_NEAR(step_of(scene, "normal"), expected, k_rounding * expected);
}

}  // namespace
}  // namespace scree::sim
