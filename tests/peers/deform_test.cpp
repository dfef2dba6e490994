// A packing that is sheared: `deform` and LAMMPS's `fix deform ... remap v` are one physics by different arithmetic.
//
// LAMMPS keeps velocities against the laboratory, and shifts those of spheres that go through a face; we keep
// velocities against the strained space, and contacts add the strain over their branch. Both are Verlet's steps with
// contact velocities of half a step ago, so that what they differ by is of first order in the step.
#include <gtest/gtest.h>

#include "comparison.h"

namespace scree::peers {
namespace {

constexpr double k_shear_rate = 0.02, k_time = 2.0;

/// A jittered lattice of overlapping spheres.
Case packing() {
  Case c;
  constexpr int k_across = 5;
  constexpr double k_spacing = 0.97;
  Dice dice(3);
  for (int i = 0; i < k_across * k_across * k_across; ++i) {
    const auto at = [&](int n) { return k_spacing * (n + 0.5) + dice.between(-0.02, 0.02); };
    c.run.balls.push_back({.position = {at(i % k_across), at(i / k_across % k_across), at(i / (k_across * k_across))},
                           .velocity = {},
                           .spin = {},
                           .radius = 0.5,
                           .density = 6.0 / 3.14159265358979323846});
  }
  const double edge = k_across * k_spacing;
  c.run.low = {}, c.run.high = {edge, edge, edge}, c.run.periodic = {true, true, true}, c.run.tilts = true;
  c.recipe = {.damping = Damping::mass_velocity,
              .gamma = 0.5,
              .k_slide = 1.0,
              .fraction = 1.0,
              .mu_slide = 0.3,
              .rolls = true,
              .twist = Twist::sds};
  c.run.pair = for_lammps(c.recipe);
  return c;
}

struct Gaps {
  Gap position, spin;
  double friction;  ///< dissipated by sliding: must not be negligible
};
/// After the shear, in steps of this length.
Gaps after_shear(double step) {
  Case c = packing();
  c.run.step = step, c.run.steps = std::lround(k_time / step), c.run.dump_every = c.run.steps;
  sim::Scene scene = for_scree(c);
  scene.stepper = sim::StepperKind::deform, scene.deform = {.rate = {}, .shear_rate = {k_shear_rate, 0, 0}};
  // Velocities of LAMMPS are those in the laboratory; both codes shear about the lower corner.
  for (Ball& ball : c.run.balls) ball.velocity.x += k_shear_rate * ball.position.y;
  c.run.deform = "xy erate 0.02 remap v";
  const LammpsResult lammps = run_lammps(c.run);
  sim::Simulation run(scene);
  run.advance(c.run.steps);
  Gaps gaps{};
  const auto ours = run.bodies();
  for (std::size_t i = 0; i < ours.size(); ++i) {
    const BallState& theirs = lammps.frames.back().balls[i];
    gaps.position.see(ours[i].position, theirs.position), gaps.spin.see(ours[i].spin, theirs.spin);
  }
  gaps.friction = run.report().ledger.dissipated.slide;
  return gaps;
}

TEST(Deform, shears_a_packing_as_lammps_does_but_for_the_first_order_of_the_step) {
  const Gaps coarse = after_shear(0.02), fine = after_shear(0.01);
  std::printf(
      "             largest differences: position %.1e and %.1e, spin %.1e and %.1e of %.1e; dissipated by sliding "
      "%.1e\n",
      coarse.position.difference, fine.position.difference, coarse.spin.difference, fine.spin.difference,
      fine.spin.scale, fine.friction);
  // First order in the step, h / (period of a contact, 4) = 2.5e-3 of the displacement by collisions, which is a
  // fraction of the 0.2 that the top moves; the ratio of two steps is 2 up to terms of second order.
  EXPECT_LT(fine.position.difference, 1e-4);
  EXPECT_LT(fine.spin.difference, 2e-3 * fine.spin.scale);
  EXPECT_NEAR(coarse.position.difference / fine.position.difference, 2.0, 0.2);
  EXPECT_NEAR(coarse.spin.difference / fine.spin.difference, 2.0, 0.2);
  EXPECT_GT(fine.friction, 0.01);
}

}  // namespace
}  // namespace scree::peers
