// The table [trapezoid], from tests/data/all_words_trapezoid.toml: each value arrives where it belongs.
#include <gtest/gtest.h>

#include <filesystem>

#include "io/scene/scene_reader.h"

namespace scree::io {
namespace {

TEST(TrapezoidTable, every_key_is_read) {
  const ReadResult result = read_scene(std::filesystem::path(SCREE_TEST_DATA) / "all_words_trapezoid.toml");
  ASSERT_TRUE(result.scene.has_value()) << result.problems.text();
  const sim::Scene& scene = *result.scene;
  EXPECT_EQ(scene.stepper, sim::StepperKind::trapezoid);
  EXPECT_EQ(scene.rotation, sim::RotationKind::rodrigues);
  EXPECT_DOUBLE_EQ(scene.trapezoid.phi, 0.75);
  EXPECT_DOUBLE_EQ(scene.trapezoid.tolerance, 1e-6);
  EXPECT_EQ(scene.trapezoid.max_sweeps, 50);
  EXPECT_EQ(scene.trapezoid.max_halvings, 3);
  EXPECT_TRUE(scene.trapezoid.accept);
}

}  // namespace
}  // namespace scree::io
