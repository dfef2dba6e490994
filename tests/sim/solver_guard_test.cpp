// The guard of nonsmooth runs: steps that did not reach their tolerance, overlaps of the start, and no false alarm of a
// fall from rest.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sim/run.h"
#include "support/rigid_scenes.h"

namespace scree {
namespace {

using ::testing::HasSubstr;

sim::Scene column(std::int64_t max_iterations) {
  sim::Scene scene = test::rigid_scene(test::rigid(0.5, 0.001, 0.001), 5e-3);
  scene.gravity = {0, 0, -10}, scene.time.end = 0.5;
  scene.guard.overlap = sim::Alarm::ignore;  // an unconverged solver lets them overlap
  scene.nonsmooth.max_iterations = max_iterations, scene.nonsmooth.tolerance = 1e-8, scene.nonsmooth.warm_start = false;
  scene.planes.push_back(test::floor_plane());
  for (int i = 0; i < 10; ++i) scene.spheres.push_back(test::sphere({0, 0, 0.01 + 0.02 * i}, 0.01));
  return scene;
}

TEST(SolverGuard, reports_once_that_steps_did_not_reach_their_tolerance_and_counts_them) {
  const sim::Scene scene = column(3);
  sim::Simulation run(scene);
  const sim::RunOutcome outcome = sim::run(run, sim::plan_run(scene, run.step()), {});
  EXPECT_EQ(outcome.end, sim::End::finished);
  ASSERT_EQ(outcome.warnings.size(), 1u);
  const sim::Diagnostic& warning = outcome.warnings[0];
  EXPECT_EQ(warning.kind, "solver");
  EXPECT_THAT(warning.what, HasSubstr("did not reach its tolerance of 1e-08 m/s"));
  EXPECT_THAT(warning.what, HasSubstr("first in step 1;"));
  EXPECT_THAT(warning.cause, HasSubstr("3 iterations of apgd"));
  EXPECT_THAT(warning.remedy, HasSubstr("nonsmooth.iterations"));
  const auto& solver = *run.report().solver;
  EXPECT_EQ(solver.steps, 100);
  EXPECT_GT(solver.unreached, 50);
  EXPECT_EQ(solver.first_unreached, 1);
  EXPECT_GT(solver.unreached_residual, scene.nonsmooth.tolerance);
}

TEST(SolverGuard, is_silent_if_every_step_converges) {
  const sim::Scene scene = column(100000);
  sim::Simulation run(scene);
  EXPECT_TRUE(sim::run(run, sim::plan_run(scene, run.step()), {}).warnings.empty());
  EXPECT_EQ(run.report().solver->unreached, 0);
}

TEST(NonsmoothGuard, detects_initial_overlaps_before_the_first_step) {
  sim::Scene scene = column(1000);
  scene.spheres[1].position.z = 0.015, scene.guard.overlap = sim::Alarm::stop;
  sim::Simulation run(scene);
  EXPECT_NEAR(run.worst_overlap().fraction, 1.5, 1e-12);  // a difference of positions over the radius: a few eps
  const sim::RunOutcome outcome = sim::run(run, sim::plan_run(scene, run.step()), {});
  ASSERT_TRUE(outcome.diagnostic);
  EXPECT_EQ(outcome.diagnostic->step, 0);
  EXPECT_EQ(outcome.diagnostic->bodies, (std::vector<std::int64_t>{1, 2}));
  EXPECT_THAT(outcome.diagnostic->cause, HasSubstr("initial positions overlap"));
}

TEST(NonsmoothGuard, names_a_cylinder_in_its_message) {
  sim::Scene scene = test::rigid_scene(test::rigid(0, 0, 0), 5e-3);
  scene.time.end = 0.1;
  sim::Cylinder drum;
  drum.name = "drum", drum.radius = 0.1;
  scene.cylinders.push_back(drum);
  scene.spheres.push_back(test::sphere({0.095, 0, 0}, 0.01));
  sim::Simulation run(scene);
  const sim::RunOutcome outcome = sim::run(run, sim::plan_run(scene, run.step()), {});
  ASSERT_TRUE(outcome.diagnostic);
  EXPECT_THAT(outcome.diagnostic->what, HasSubstr("body 1 and cylinder \"drum\" overlap by 0.005 m, 50 %"));
}

TEST(NonsmoothGuard, does_not_report_the_first_order_error_of_a_fall_from_rest) {
  sim::Scene scene = column(1000);
  for (auto& s : scene.spheres) s.position.z += 1.0;
  scene.output.series_every = 5e-3;
  sim::Simulation run(scene);
  const sim::RunOutcome outcome = sim::run(run, sim::plan_run(scene, run.step()), {});
  for (const sim::Diagnostic& t : outcome.warnings) EXPECT_NE(t.kind, "residual") << t.describe();
}

}  // namespace
}  // namespace scree
