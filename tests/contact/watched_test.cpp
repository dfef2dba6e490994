// Contacts are found in the step in which they begin, however seldom lists are rebuilt and near pairs selected.
#include <gtest/gtest.h>

#include <cmath>

#include "support/scenes.h"

namespace scree {
namespace {

/// Spheres of many sizes that fall onto a plane that rises, between periodic faces: several blocks, several size
/// classes.
sim::Scene rain() {
  sim::Scene scene = test::scene_with(test::all_stages({.stiffness = 2e3, .radius = 0.01}), 1e-4);
  scene.gravity = {0, 0, -9.81};
  scene.cell.periodic = {true, true, false}, scene.cell.bounds = {{0, 0, 0}, {0.3, 0.3, 0.3}};
  sim::RandomFill fill;
  fill.region = {{0, 0, 0.03}, {0.3, 0.3, 0.6}}, fill.count = 1700, fill.radii = {0.004, 0.014}, fill.seed = 11;
  fill.traits.velocity = {0.3, -0.1, -1.5};
  scene.randoms.push_back(fill);
  sim::Plane floor = test::floor_plane();
  floor.velocity = {0, 0, 0.2};
  scene.planes.push_back(floor);
  scene.skin = 0.01;  // long-lived lists, in which pairs are chosen again and again
  return scene;
}

std::int64_t touching_by_brute_force(const sim::Simulation& run) {
  const auto bodies = run.bodies();
  const double floor = run.world().walls[0].point.z;
  std::int64_t count = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    count += bodies[i].position.z - floor <= bodies[i].radius;
    for (std::size_t j = 0; j < i; ++j) {
      const Vec3d d = run.world().cell.shortest(bodies[i].position - bodies[j].position);
      const double reach = bodies[i].radius + bodies[j].radius;
      count += norm2(d) < reach * reach;
    }
  }
  return count;
}

TEST(NearPairs, become_contacts_in_the_step_in_which_they_begin_to_overlap) {
  sim::Simulation run(rain(), {.threads = 2, .isa = {}});
  std::int64_t largest = 0;
  for (int look = 0; look < 40; ++look) {
    run.advance(19);
    largest = std::max(largest, run.contact_count());
    ASSERT_EQ(run.contact_count(), touching_by_brute_force(run)) << "after " << run.steps_done() << " steps";
  }
  EXPECT_GT(largest, 300);
  EXPECT_LT(run.rebuilds(), 400);
}

TEST(SeveralBlocks, of_many_sizes_have_the_same_bits_for_any_number_of_threads) {
  sim::Simulation one(rain(), {.threads = 1, .isa = {}}), three(rain(), {.threads = 3, .isa = {}});
  one.advance(500), three.advance(500);
  EXPECT_EQ(one.state_hash(), three.state_hash());
}

// What springs hold is summed in the last step of an advance alone.
TEST(StoredEnergy, does_not_depend_on_the_division_into_advances) {
  sim::Simulation whole(rain()), pieces(rain());
  whole.advance(600);
  for (int i = 0; i < 200; ++i) pieces.advance(3);
  const auto p = whole.report().ledger, q = pieces.report().ledger;
  EXPECT_EQ(whole.state_hash(), pieces.state_hash());
  EXPECT_EQ(p.stored.sum(), q.stored.sum());
  EXPECT_EQ(p.dissipated.sum(), q.dissipated.sum());
  EXPECT_GT(p.stored.sum(), 0.0);
}

/// Two soft spheres that go through each other so fast that they are deeper than their radius after one step only.
TEST(OverlapAlarm, is_kept_after_the_contact_has_ended) {
  for (const auto stepper : {sim::StepperKind::velocity_verlet, sim::StepperKind::velocity_verlet_lammps,
                             sim::StepperKind::symplectic_euler}) {
    sim::Scene scene = test::scene_with(test::frictionless(1e-9), 1e-3);
    scene.stepper = stepper;
    scene.spheres.push_back(test::sphere({0, 0, 0}, 0.01));
    scene.spheres.push_back(test::sphere({0.024, 0, 0}, 0.01, {-18.0, 0, 0}));
    sim::Simulation run(scene);
    run.set_overlap_alarm(1.0, 1.0);
    run.advance(10);
    EXPECT_TRUE(run.overlap_alarm());
    EXPECT_LE(run.steps_done(), 2);
    run.advance(2);
    EXPECT_FALSE(run.overlap_alarm());
  }
}

}  // namespace
}  // namespace scree
