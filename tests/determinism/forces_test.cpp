// Forces beyond contact have the same bits for any number of threads, after a restart and however steps are divided,
// while bodies come and go.
#include <gtest/gtest.h>

#include <cmath>

#include "support/near_fields.h"
#include "support/scenes.h"

namespace scree {
namespace {

using sim::StepperKind;

law::Model rigid(double restitution) {
  law::Model model;
  model.normal = law::normal::Rigid::Params{.restitution = restitution};
  return model;
}

/// A cloud that attracts itself, collides, is dragged and turns, in a periodic cell, with bodies that come and go.
sim::Scene cloud(StepperKind stepper) {
  sim::Scene scene = test::scene_with(stepper == StepperKind::nonsmooth ? rigid(0.3) : test::frictionless(1e4, 0.7),
                                      stepper == StepperKind::nonsmooth ? 1e-3 : 2e-4);
  scene.stepper = stepper;
  scene.cell.periodic = {true, true, false}, scene.cell.bounds = {{0, 0, 0}, {0.4, 0.4, 0.4}};
  scene.forces = {.drag = 0.01,
                  .fluid_velocity = {0.2, 0, 0},
                  .magnus = 1e-5,
                  .near_fields = {test::lennard_jones(0.02, 1e-5, 0.06)}};
  sim::RandomFill fill;
  fill.region = {{0, 0, 0}, {0.4, 0.4, 0.4}}, fill.count = 400, fill.radii = {0.008, 0.012}, fill.seed = 3;
  fill.traits.velocity = {0, 0, -0.2}, fill.traits.spin = {30, 0, 0};
  scene.randoms.push_back(fill);
  sim::Stream stream;
  stream.region = {{0.05, 0.05, 0.6}, {0.35, 0.35, 0.7}}, stream.start = 0.005, stream.interval = 0.01,
  stream.batch = 3, stream.count = 12, stream.radii = {0.01, 0.01};
  stream.traits.velocity = {0, 0, -1};
  scene.streams.push_back(stream);
  sim::Sink sink;
  sink.point = {0, 0, -0.01};
  scene.sinks.push_back(sink);
  return scene;
}

class Cloud : public ::testing::TestWithParam<StepperKind> {};
TEST_P(Cloud, has_the_same_bits_with_one_thread_and_two_and_after_a_restart) {
  const int steps = GetParam() == StepperKind::nonsmooth ? 90 : 450;
  sim::Simulation one(cloud(GetParam()), {.threads = 1, .isa = {}}), two(cloud(GetParam()), {.threads = 2, .isa = {}});
  one.advance(steps), two.advance(steps / 3);
  sim::Simulation resumed(cloud(GetParam()), two.save(), {.threads = 2, .isa = {}});
  two.advance(steps - steps / 3);
  resumed.advance(steps - steps / 3);
  RecordProperty("state_hash", std::to_string(one.state_hash()));  // tools/state_hashes.py compares builds
  EXPECT_EQ(one.state_hash(), two.state_hash());
  EXPECT_EQ(one.state_hash(), resumed.state_hash());
  EXPECT_EQ(one.report().ledger.residual(), resumed.report().ledger.residual());
  EXPECT_NE(one.report().ledger.drag, 0.0);
  EXPECT_NE(one.body_count(), 400);
}
INSTANTIATE_TEST_SUITE_P(Of, Cloud,
                         ::testing::Values(StepperKind::velocity_verlet, StepperKind::velocity_verlet_lammps,
                                           StepperKind::symplectic_euler, StepperKind::nonsmooth));

TEST(CloudLedger, closes_though_bodies_come_and_go) {
  sim::Simulation run(cloud(StepperKind::velocity_verlet));
  run.advance(1000);
  const auto ledger = run.report().ledger;
  EXPECT_LT(std::abs(ledger.residual()), 1e-4 * ledger.turnover);  // ten times what was measured, 9e-6
}

TEST(Forces, do_not_depend_on_how_steps_are_divided) {
  sim::Simulation whole(cloud(StepperKind::velocity_verlet)), pieces(cloud(StepperKind::velocity_verlet));
  whole.advance(120);
  for (int k = 0; k < 40; ++k) pieces.advance(3);
  EXPECT_EQ(whole.state_hash(), pieces.state_hash());
}

}  // namespace
}  // namespace scree
