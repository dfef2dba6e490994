// The state after some hundred steps has the same bits for any number of threads and any instruction set.
#include <gtest/gtest.h>

#include <string>

#include "kernel/contact_kernels.h"
#include "determinism/scenes.h"

namespace scree {
namespace {

using test::Case;

class SameBits : public ::testing::TestWithParam<test::CaseOfStepper> {
 protected:
  std::uint64_t hash(const sim::Options& options) {
    sim::Simulation run(test::scene_of(GetParam()), options);
    run.advance(std::get<0>(GetParam()).steps);
    contacts_ = run.contact_count(), rebuilds_ = run.rebuilds(), bodies_ = run.body_count();
    return run.state_hash();
  }
  std::int64_t contacts_ = 0, rebuilds_ = 0, bodies_ = 0;
};

TEST_P(SameBits, for_any_number_of_threads_and_any_instruction_set) {
  const std::uint64_t expected = hash({.threads = 1, .isa = "scalar"});
  RecordProperty("state_hash", std::to_string(expected));  // tools/state_hashes.py compares builds
  EXPECT_GT(contacts_, 30);
  EXPECT_GT(rebuilds_, 1);
  EXPECT_GT(bodies_, 100);
  EXPECT_EQ(hash({.threads = 3, .isa = {}}), expected) << "3 threads";
  // Eight threads on few cores wait for each other most of the time, so the long scenes have them with one stepper
  // only.
  if (std::get<1>(GetParam()) == sim::StepperKind::velocity_verlet || std::get<0>(GetParam()).steps < 100) {
    EXPECT_EQ(hash({.threads = 8, .isa = {}}), expected) << "8 threads";
  }
  for (const contact::Kernels* kernels : contact::available_kernels())
    EXPECT_EQ(hash({.threads = 2, .isa = std::string(kernels->name)}), expected) << kernels->name;
}
INSTANTIATE_TEST_SUITE_P(
    Of, SameBits,
    ::testing::Combine(::testing::Values(Case{"collapse", test::collapse, 400},
                                         Case{"tracked_collapse", test::tracked_collapse, 300},
                                         Case{"patched_collapse", test::patched_collapse, 300},
                                         Case{"tumble", test::tumble, 600}, Case{"boulder", test::boulder, 600},
                                         Case{"incline", test::incline, 400}, Case{"shower", test::shower, 500},
                                         Case{"crystal", test::crystal, 40}),
                       ::testing::Values(sim::StepperKind::velocity_verlet, sim::StepperKind::velocity_verlet_lammps,
                                         sim::StepperKind::symplectic_euler)),
    test::name_of);
INSTANTIATE_TEST_SUITE_P(Large, SameBits,
                         ::testing::Combine(::testing::Values(Case{"large_crystal", test::large_crystal, 30}),
                                            ::testing::Values(sim::StepperKind::velocity_verlet)),
                         test::name_of);
// Every sweep has a barrier for each colour, which is slow where threads are more than cores: fewer steps.
INSTANTIATE_TEST_SUITE_P(
    Implicit, SameBits,
    ::testing::Combine(::testing::Values(Case{"collapse", test::collapse, 150},
                                         Case{"tracked_collapse", test::tracked_collapse, 200},
                                         Case{"patched_collapse", test::patched_collapse, 150},
                                         Case{"tumble", test::tumble, 200}, Case{"boulder", test::boulder, 250},
                                         Case{"shower", test::shower, 250}, Case{"crystal", test::crystal, 10}),
                       ::testing::Values(sim::StepperKind::trapezoid)),
    test::name_of);

TEST(Shower, loses_bodies_while_others_still_come) {
  sim::Simulation run(test::shower());
  run.advance(500);
  const auto bodies = run.bodies();
  EXPECT_LT(bodies.back().id, 600);
  EXPECT_LT(static_cast<std::int64_t>(bodies.size()), bodies.back().id - 10);
}

TEST(StateHash, tells_two_states_apart) {
  sim::Scene scene = test::collapse();
  sim::Simulation run(scene);
  const auto first = run.state_hash();
  run.advance(1);
  EXPECT_NE(run.state_hash(), first);
  scene.randoms[0].traits.velocity.x += 1e-15;
  EXPECT_NE(sim::Simulation(scene).state_hash(), first);
  scene.randoms[0].traits.velocity = test::collapse().randoms[0].traits.velocity;
  EXPECT_EQ(sim::Simulation(scene).state_hash(), first);
}

TEST(StateHash, does_not_depend_on_how_steps_are_grouped) {
  sim::Simulation once(test::incline()), often(test::incline());
  once.advance(200);
  for (int i = 0; i < 50; ++i) {
    often.advance(4);
    often.report();  // looking changes nothing
  }
  EXPECT_EQ(once.state_hash(), often.state_hash());
}

}  // namespace
}  // namespace scree
