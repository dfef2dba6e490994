// The table [nonsmooth] and the laws of rigid contacts, from tests/data/all_words_nonsmooth.toml: each value arrives
// where it belongs.
#include <gtest/gtest.h>

#include <filesystem>

#include "io/scene/scene_reader.h"
#include "sim/rigid_rule.h"

namespace scree::io {
namespace {

sim::Scene scene_of(const ReadResult& result) {
  EXPECT_TRUE(result.scene.has_value()) << result.problems.text();
  return result.scene.value_or(sim::Scene{});
}

constexpr std::string_view k_rest = R"(
[[material]]
name = "a"
density = "1 kg/m^3"
[[contact]]
between = ["a", "a"]
normal = { law = "rigid" }
[[sphere]]
position = [0, 0, 0]
radius = "1 m"
material = "a"
)";

TEST(Nonsmooth, every_key_of_its_table_is_read) {
  const sim::Scene scene = scene_of(read_scene(std::filesystem::path(SCREE_TEST_DATA) / "all_words_nonsmooth.toml"));
  EXPECT_EQ(scene.stepper, sim::StepperKind::nonsmooth);
  EXPECT_EQ(sim::k_solver_choices[static_cast<std::size_t>(scene.nonsmooth.solver)], "barzilai-borwein");
  EXPECT_DOUBLE_EQ(scene.nonsmooth.tolerance, 1e-4);
  EXPECT_EQ(scene.nonsmooth.max_iterations, 250);
  EXPECT_FALSE(scene.nonsmooth.warm_start);
  EXPECT_TRUE(scene.nonsmooth.two_coefficients);
  EXPECT_DOUBLE_EQ(scene.nonsmooth.envelope, 0.05);
  EXPECT_DOUBLE_EQ(scene.time.step, 5e-3);
}

TEST(Nonsmooth, laws_of_rigid_contacts_and_smooth_ones_give_their_rules) {
  const sim::Scene scene = scene_of(read_scene(std::filesystem::path(SCREE_TEST_DATA) / "all_words_nonsmooth.toml"));
  ASSERT_EQ(scene.contacts.size(), 2U);
  const sim::RigidRule steel = sim::rigid_rule(scene.contacts[0].model),
                       rubber = sim::rigid_rule(scene.contacts[1].model);
  EXPECT_NEAR(steel.stiffness_at(3.2e-3), 2.14e7,
              0.005e7);  // three digits: cbrt(6 x 115e9^2 x 3.2e-3 x 38.5) = 2.138e7
  EXPECT_EQ(steel.restitution, 0.0);
  EXPECT_EQ(steel.slide.at_rest, 0.1);
  EXPECT_DOUBLE_EQ(steel.slide.moving, 0.08);
  EXPECT_DOUBLE_EQ(steel.roll.moving.fixed, 6.4e-6);
  EXPECT_DOUBLE_EQ(steel.spin.at_rest.per_radius, 0.002);
  EXPECT_DOUBLE_EQ(steel.spin.moving.per_radius, 0.001);
  EXPECT_EQ(rubber.stiffness_at(3.2e-3), 1e6);
  EXPECT_EQ(rubber.slide.at_rest, 0.9);
  EXPECT_EQ(rubber.slide.moving, 0.7);
}

TEST(Nonsmooth, has_defaults_for_its_whole_table) {
  const sim::NonsmoothSpec spec =
      scene_of(
          read_scene_text("stepper = \"nonsmooth\"\ntime = { end = \"1 s\", step = \"1 ms\" }" + std::string(k_rest),
                          "test.toml", "."))
          .nonsmooth;
  EXPECT_EQ(sim::k_solver_choices[static_cast<std::size_t>(spec.solver)], "apgd");
  EXPECT_FALSE(is_set(spec.tolerance));
  EXPECT_EQ(spec.max_iterations, 1000);
  EXPECT_TRUE(spec.warm_start);
  EXPECT_FALSE(spec.two_coefficients);
  EXPECT_EQ(spec.envelope, 0.05);
}

TEST(Nonsmooth, suggests_a_step_that_can_be_written_in_the_units_of_the_scene) {
  const std::string reduced =
      "units = \"reduced\"\nstepper = \"nonsmooth\"\ntime.end = 1\nmaterial = [{ name = \"a\", density = 1 }]\n"
      "contact = [{ between = [\"a\", \"a\"], normal = { law = \"rigid\" } }]\nsphere = [{ position = [0, 0, 0], "
      "radius = 1, material = \"a\" }]\n";
  const ReadResult result = read_scene_text(reduced, "test.toml", ".");
  ASSERT_EQ(result.problems.size(), 1U) << result.problems.text();
  EXPECT_NE(result.problems[0].sentence.find("time.step is not given"), std::string::npos) << result.problems.text();
  EXPECT_NE(result.problems[0].sentence.find("such as step = 0.005"), std::string::npos) << result.problems.text();
}

}  // namespace
}  // namespace scree::io
