// Checkpoints of earlier versions resume with the bits of the program that wrote them.
//
// version_0.1.h5 was written by commit 50ea695 after 30,000 steps of version_0.1.toml: grains with the laws of Fang and
// Negrut among each other, and Hertz contacts, a spring and rolling resistance with a moving wall. The hashes are those
// that the same program printed in summary.json after 30,000 and 40,000 steps of a run that was not interrupted.
#include <gtest/gtest.h>

#include <filesystem>

#include "scree/simulation.h"

namespace scree {
namespace {

constexpr std::uint64_t k_hash_30000 = 0x3fc9683ec50f5c66, k_hash_40000 = 0xca7495c1883ae001;

TEST(CheckpointOfVersion01, resumes_with_the_bits_of_the_program_that_wrote_it) {
  Simulation simulation =
      Simulation::from_checkpoint(std::filesystem::path(SCREE_TEST_DATA) / "checkpoints/version_0.1.h5");
  EXPECT_EQ(simulation.steps_done(), 30000);
  EXPECT_EQ(simulation.contact_count(), 5);
  EXPECT_EQ(simulation.state_hash(), k_hash_30000);
  simulation.advance(10000);
  EXPECT_EQ(simulation.contact_count(), 21);
  EXPECT_EQ(simulation.state_hash(), k_hash_40000);
}

}  // namespace
}  // namespace scree
