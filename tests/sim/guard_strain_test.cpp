// Overlaps in a cell that is strained have causes of their own: there is no weight.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include <fmt/format.h>

#include "sim/run.h"
#include "support/scenes.h"

namespace scree::sim {
namespace {

using ::testing::AllOf, ::testing::HasSubstr, ::testing::Not;

/// Sixty spheres of diameter 1, mass 1 and stiffness 1, at rest and apart.
Scene loose(StepperKind stepper) {
  law::Model model;
  model.normal = law::normal::Hooke::Params{.stiffness = 1.0, .damping_by_mass = 0.5};
  Scene scene = test::scene_with(model, 0.02, 1.909859317102744);
  scene.units = Units::reduced, scene.stepper = stepper, scene.time.end = 400.0;
  scene.cell.periodic = {true, true, true}, scene.cell.bounds = {{0, 0, 0}, {6, 6, 6}};
  RandomFill fill;
  fill.region = scene.cell.bounds, fill.count = 60, fill.radii = {0.5, 0.5};
  scene.randoms.push_back(fill);
  scene.nph.damping = 2.25;
  return scene;
}
Diagnostic overlap_of(const Scene& scene) {
  Simulation simulation(scene);
  const RunOutcome outcome = run(simulation, plan_run(scene, simulation.step()), {});
  EXPECT_TRUE(outcome.diagnostic);
  if (!outcome.diagnostic) return {};
  EXPECT_EQ(outcome.diagnostic->kind, "overlap") << outcome.diagnostic->what;
  EXPECT_THAT(outcome.diagnostic->cause, Not(HasSubstr("weight")));
  return *outcome.diagnostic;
}

TEST(StrainedCellGuard, a_pressure_beyond_the_stiffness_is_reported_with_its_overlap) {
  Scene scene = loose(StepperKind::nph);
  scene.nph.pressure = {10, 10, 10};
  const Diagnostic diagnostic = overlap_of(scene);
  // A contact carries pressure x diameter^2 = 10, which a stiffness of 1 bears with 10 = 20 radii.
  EXPECT_THAT(diagnostic.cause, AllOf(HasSubstr("the target pressure is too high for the stiffness"),
                                      HasSubstr("of about 20 times the radius")));
  EXPECT_THAT(diagnostic.remedy, HasSubstr("pressure x diameter is below 0.02 of the stiffness"));
  scene.nph.pressure = {10.24, 10.24, 10.24};  // 20.48, just below the next number of two digits
  EXPECT_THAT(overlap_of(scene).cause, HasSubstr("of about 20 times the radius"));
}

TEST(StrainedCellGuard, a_shear_stress_above_the_pressure_is_reported) {
  Scene scene = loose(StepperKind::nph);
  scene.nph.pressure = {1e-4, 1e-4, 1e-4}, scene.nph.shear = {1e-3, 0, 0};
  const Diagnostic diagnostic = overlap_of(scene);
  EXPECT_THAT(diagnostic.cause, HasSubstr("nph.shear is too large for the target pressure (0.0001 [reduced])"));
  EXPECT_THAT(diagnostic.remedy, HasSubstr("set nph.shear below the pressure"));
}

TEST(StrainedCellGuard, a_cell_under_steady_compression_is_reported_with_its_remaining_volume) {
  Scene scene = loose(StepperKind::deform);
  scene.deform.rate = {-0.005, -0.005, -0.005};
  const Diagnostic diagnostic = overlap_of(scene);
  EXPECT_THAT(diagnostic.cause,
              HasSubstr(fmt::format("deform.rate has compressed the cell to {:.3g} of its initial volume",
                                    std::exp(-3 * 0.005 * diagnostic.time))));
  EXPECT_THAT(diagnostic.remedy, HasSubstr("end the run earlier"));
}

}  // namespace
}  // namespace scree::sim
