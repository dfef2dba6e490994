// Single steps of a strained cell against closed forms: free bodies, the barostat, the order of updates of LAMMPS.
#include <gtest/gtest.h>

#include <cmath>

#include "step/moving_cell.h"
#include "support/scenes.h"

namespace scree {
namespace {

using step::StrainRate;

// In a cell sheared at the rate gamma a free body has a constant velocity in the laboratory, so that its peculiar
// velocity falls: dv_x/dt = -gamma v_y. Its position is mapped with the cell and then moves by h v.
TEST(Deform, a_free_body_in_a_sheared_cell_loses_gamma_v_y_of_its_peculiar_velocity) {
  const double h = 1e-3, gamma = 7.0;
  sim::Scene scene = test::scene_with(test::frictionless(1e4), h);
  scene.stepper = sim::StepperKind::deform;
  scene.cell = {{true, true, true}, {{0, 0, 0}, {0.1, 0.12, 0.15}}, {}};
  scene.deform = {.rate = {}, .shear_rate = {gamma, 0, 0}};
  const Vec3d x{0.03, 0.05, 0.06}, v{1.5, 2.0, -1.0};
  scene.spheres = {test::sphere(x, 0.01, v)};
  sim::Simulation run(scene);
  run.advance(1);
  const auto body = run.bodies()[0];
  EXPECT_LT(
      norm(body.velocity - Vec3d{v.x - h * gamma * v.y, v.y, v.z}),
      1e-12);  // exp(h gamma) of a nilpotent matrix is exact; velocities of 2 with some hundred roundings: 5e3 eps
  EXPECT_LT(norm(body.position - Vec3d{x.x + h * gamma * x.y + h * v.x, x.y + h * v.y, x.z + h * v.z}),
            1e-14);  // lengths below 0.1: some hundred roundings
}

// A vanishing strain: the order of updates of LAMMPS, with contacts in all stages.
TEST(Deform, at_a_vanishing_rate_is_velocity_verlet_in_the_order_of_lammps) {
  const auto after = [](sim::StepperKind stepper) {
    sim::Scene scene = test::scene_with(test::all_stages({}), 1e-5);
    scene.stepper = stepper;
    scene.cell = {{true, true, true}, {{0, 0, 0}, {0.1, 0.12, 0.15}}, {}};
    if (stepper == sim::StepperKind::deform) scene.deform = {.rate = {1e-15, 0, 0}, .shear_rate = {}};
    scene.spheres = {test::sphere({0.04, 0.05, 0.06}, 0.01, {1, 0.2, 0.1}, {10, -30, 20}),
                     test::sphere({0.0601, 0.052, 0.06}, 0.01, {-1, 0, 0.3}, {5, 20, -40})};
    sim::Simulation run(scene);
    run.advance(60);
    EXPECT_EQ(run.contact_count(), 1);
    return run.bodies();
  };
  const auto deformed = after(sim::StepperKind::deform), plain = after(sim::StepperKind::velocity_verlet_lammps);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_GT(norm(plain[i].spin - Vec3d{i == 0 ? 10.0 : 5.0, i == 0 ? -30.0 : 20.0, i == 0 ? 20.0 : -40.0}), 1.0);
    // 60 steps differ by rounding: velocities of 1 m/s, of which an overlap of 1e-4 m at a distance of 0.02 m amplifies
    // rounding by 200: 60 x 200 eps = 3e-12; spins are larger by 1/R = 100.
    EXPECT_LT(norm(deformed[i].velocity - plain[i].velocity), 1e-11);
    EXPECT_LT(norm(deformed[i].spin - plain[i].spin), 1e-9);
  }
}

// Two balls that a cell presses together along their line: the work of the cell is their elastic and kinetic energy.
TEST(Deform, does_the_work_that_elastic_contacts_store) {
  sim::Scene scene = test::scene_with(test::frictionless(1e4), 1e-6);
  scene.stepper = sim::StepperKind::deform;
  scene.cell = {{true, true, true}, {{0, 0, 0}, {0.03998, 0.08, 0.08}}, {}};
  scene.deform = {.rate = {-5, 0, 0}, .shear_rate = {}};
  scene.spheres = {test::sphere({0.01, 0.04, 0.04}, 0.01), test::sphere({0.02999, 0.04, 0.04}, 0.01)};
  sim::Simulation run(scene);
  run.advance(2000);
  const auto l = run.report().ledger;
  ASSERT_GT(l.box, 0.0);
  EXPECT_LT(std::abs(l.residual()), 1e-3 * l.box);  // omega h = sqrt(1e4 / 2e-3 kg) x 1e-6 = 2e-3, half of it
}

/// Free spheres in a cell under pressure, before and after one step.
struct OneStep {
  state::Cell before, after;
  std::vector<sim::BodyView> start, end;
  step::Pressure pressure{};  ///< reported after the step
  double step = 1e-3;
};
OneStep one_step_of_free_spheres(double drag) {
  OneStep one;
  sim::Scene scene = test::scene_with(test::all_stages({}), one.step);
  scene.stepper = sim::StepperKind::nph;
  scene.nph = {.pressure = {30, 20, 10}, .shear = {}, .damping = 2e-3, .temperature = 0.5, .drag = drag};
  scene.cell = {{true, true, true}, {{0, 0, 0}, {0.1, 0.12, 0.15}}, {}};
  // no shear: sum v_i v_j = 0
  for (const Vec3d& s : {Vec3d{1, 1, 1}, Vec3d{1, -1, -1}, Vec3d{-1, 1, -1}, Vec3d{-1, -1, 1}})
    scene.spheres.push_back(test::sphere({0.05 + 0.025 * s.x, 0.06 + 0.03 * s.y, 0.075 + 0.03 * s.z}, 0.01,
                                         {1.5 * s.x, 2.0 * s.y, -1.0 * s.z}, {100 * s.x, 50 * s.y, -200 * s.z}));
  sim::Simulation run(scene);
  one.before = run.world().cell, one.start = run.bodies();
  run.advance(1);
  one.after = run.world().cell, one.end = run.bodies(), one.pressure = run.report().cell->pressure;
  return one;
}
/// Rates after half a step of the barostat: W de/dt = sum (m v v + I w w) - V P + 2 K / 3 N, W = (N + 1) T damping^2.
/// [Martyna1994, LAMMPS fix nph/sphere]
Vec3d rates_of_free_spheres(const OneStep& one) {
  const double inertia = 5.0 * 0.5 * 2e-3 * 2e-3, volume = 0.1 * 0.12 * 0.15;
  Vec3d k;
  for (const auto& b : one.start)
    for (const auto axis : k_axes)
      k.*axis += b.mass * b.velocity.*axis * b.velocity.*axis + b.inertia * b.spin.*axis * b.spin.*axis;
  const double mean = (k.x + k.y + k.z) / 12.0;
  return 0.5 * one.step / inertia * (k - volume * Vec3d{30, 20, 10} + Vec3d{mean, mean, mean});
}
// The scheme reproduces the increments exactly; what remains is rounding of a strain of 1e-5 to 1e-3 as the difference
// of lengths: eps / 1e-5 = 2e-11.
constexpr double k_of_strain = 1e-9;  // of the strain of one step

double growth(const OneStep& one, double Vec3d::*axis) {
  return std::log(one.after.length.*axis / one.before.length.*axis);
}

TEST(Nph, accelerates_the_cell_by_the_excess_pressure_over_its_inertia) {
  const OneStep one = one_step_of_free_spheres(0.0);
  const Vec3d rate = rates_of_free_spheres(one);
  for (const auto axis : k_axes)
    EXPECT_NEAR(growth(one, axis), one.step * rate.*axis, k_of_strain * one.step * norm(rate));
}
TEST(Nph, reports_the_kinetic_pressure) {
  const OneStep one = one_step_of_free_spheres(0.0);
  const double volume = one.after.length.x * one.after.length.y * one.after.length.z;
  double expected = 0.0;
  for (const auto& b : one.end)
    expected += (b.mass * b.velocity.x * b.velocity.x + b.inertia * b.spin.x * b.spin.x) / volume;
  EXPECT_NEAR(one.pressure.xx, expected, 1e-12 * expected);  // four bodies, a few tens of roundings
}
// Bodies at rest: the rates are those of the target alone, and the cell moves by them as in the tests of CellMotion.
TEST(Nph, shears_the_cell_by_its_targets_over_its_inertia) {
  const double h = 1e-3, inertia = 3.0 * 0.5 * 2e-3 * 2e-3, volume = 0.1 * 0.12 * 0.15,
               fraction = -0.5 * h / inertia * volume;
  sim::Scene scene = test::scene_with(test::all_stages({}), h);
  scene.stepper = sim::StepperKind::nph;
  scene.nph = {.pressure = {3, 2, 1}, .shear = {0.3, -0.2, 0.4}, .damping = 2e-3, .temperature = 0.5};
  scene.cell = {{true, true, true}, {{0, 0, 0}, {0.1, 0.12, 0.15}}, {}};
  scene.spheres = {test::sphere({0.02, 0.03, 0.04}, 0.01), test::sphere({0.07, 0.08, 0.11}, 0.01)};
  sim::Simulation run(scene);
  const StrainRate rate{fraction * 3, fraction * 2, fraction * 1, fraction * 0.4, fraction * -0.2, fraction * 0.3};
  state::Cell expected = run.world().cell;
  for (int half = 0; half < 2; ++half)
    expected = step::strained(expected, rate, {0.05, 0.06, 0.075}, 0.5 * h, step::SecondHalf::as_lammps);
  run.advance(1);
  const state::Tilt &tilt = run.world().cell.tilt, &wanted = expected.tilt;
  ASSERT_GT(std::abs(wanted.yz), 1e-6);  // [m]: above rounding of the edges by ten decades
  const double off = std::abs(tilt.xy - wanted.xy) + std::abs(tilt.xz - wanted.xz) + std::abs(tilt.yz - wanted.yz);
  EXPECT_LT(off, k_of_strain * std::abs(wanted.yz));
}
TEST(Nph, decelerates_free_bodies_by_the_strain_rate_of_its_cell) {
  const OneStep one = one_step_of_free_spheres(0.0);
  const Vec3d rate = rates_of_free_spheres(one);
  const double correction = (rate.x + rate.y + rate.z) / 12.0;  // trace / 3 N
  for (std::size_t i = 0; i < 4; ++i)
    for (const auto axis : k_axes) {
      const double slowed = std::log(one.end[i].velocity.*axis / one.start[i].velocity.*axis);
      EXPECT_NEAR(slowed, -one.step * (rate.*axis + correction), k_of_strain * one.step * norm(rate));
    }
}
TEST(Nph, drag_decelerates_the_cell_exponentially) {
  const OneStep free = one_step_of_free_spheres(0.0), slowed = one_step_of_free_spheres(40.0);
  for (const auto axis : k_axes)
    EXPECT_NEAR(growth(slowed, axis) / growth(free, axis), std::exp(-0.5 * free.step * 40.0), k_of_strain);
}

}  // namespace
}  // namespace scree
