// Forces beyond contact, rotations and time.impact_speed, from tests/data/all_words_forces.toml: each value arrives
// where it belongs.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <string>

#include "io/scene/scene_reader.h"
#include "sim/critical.h"

namespace scree::io {
namespace {

sim::Scene scene_of(const ReadResult& result) {
  EXPECT_TRUE(result.scene.has_value()) << result.problems.text();
  return result.scene.value_or(sim::Scene{});
}
sim::Scene all_words() {
  return scene_of(read_scene(std::filesystem::path(SCREE_TEST_DATA) / "all_words_forces.toml"));
}

TEST(Forces, every_key_is_read) {
  const sim::Scene scene = all_words();
  EXPECT_EQ(scene.rotation, sim::RotationKind::rodrigues);
  EXPECT_DOUBLE_EQ(scene.time.impact_speed, 2.0);
  EXPECT_DOUBLE_EQ(scene.forces.drag, 0.005);
  EXPECT_DOUBLE_EQ(scene.forces.fluid_velocity.x, 0.1);
  EXPECT_DOUBLE_EQ(scene.forces.fluid_velocity.z, -0.05);
  EXPECT_DOUBLE_EQ(scene.forces.magnus, 0.002);
}

TEST(Forces, near_fields_of_pairs_come_before_the_one_of_all) {
  const auto fields = all_words().forces.near_fields;
  ASSERT_EQ(fields.size(), 3U);  // glass - glass, glass - steel, steel - steel
  EXPECT_EQ(fields[0].material_b, 0);
  EXPECT_NEAR(fields[0].attraction, 3e-3 * 1e-4, 1e-20);  // conversion of units: some 100 eps of 3e-7
  EXPECT_EQ(fields[0].attraction_power, 2.0);
  EXPECT_EQ(fields[0].repulsion, 0.0);
  EXPECT_DOUBLE_EQ(fields[0].cutoff, 0.05);
  EXPECT_DOUBLE_EQ(fields[0].fade_from, 0.045);  // 0.9 of the cutoff
  EXPECT_EQ(fields[1].material_a, 0);
  EXPECT_EQ(fields[1].material_b, 1);
  EXPECT_EQ(fields[1].attraction, 1e-9);
  EXPECT_EQ(fields[1].attraction_power, 2.5);
  EXPECT_EQ(fields[1].repulsion, 2e-15);
  EXPECT_EQ(fields[1].repulsion_power, 5.0);
  EXPECT_DOUBLE_EQ(fields[1].fade_from, 0.03);
  EXPECT_EQ(fields[2].material_a, 1);
  EXPECT_EQ(fields[2].attraction_power, 2.0);
}

TEST(Forces, reduced_scenes_take_bare_numbers) {
  const sim::Scene scene = scene_of(read_scene_text(R"(
units = "reduced"
[time]
end = 1.0
step = 0.01
[[forces.near_field]]
attraction = 24
attraction_power = 6.5
cutoff = 2.5
[[material]]
name = "a"
density = 1.0
[[sphere]]
position = [0, 0, 0]
radius = 0.5
material = "a"
)",
                                                    "test.toml", "."));
  ASSERT_EQ(scene.forces.near_fields.size(), 1U);
  EXPECT_EQ(scene.forces.near_fields[0].attraction, 24.0);
}

// Equation (50) by hand: glass of 5 mm against itself; the pair with steel has no Hertz law.
constexpr double k_rounding = 1e-12;  // relative: powers and products, some thousand eps

TEST(ImpactSpeed, chooses_a_twentieth_of_the_shortest_hertz_collision) {
  const sim::Scene scene = all_words();
  const double mass = 2500 * 4.0 / 3.0 * std::acos(-1.0) * std::pow(0.005, 3) / 2, radius = 0.0025, modulus = 1e9;
  const double duration = 2.87 * std::pow(mass * mass / (radius * modulus * modulus * 2.0), 0.2);
  const auto collisions = sim::hertz_collisions(scene, 2.0);
  ASSERT_EQ(collisions.size(), 1U);
  EXPECT_NEAR(collisions[0].duration, duration, k_rounding * duration);
  EXPECT_NEAR(sim::chosen_step(scene), duration / 20, k_rounding * duration);
}

TEST(CriticalSteps, know_near_fields_and_drag) {
  const sim::Scene scene = all_words();
  double near = 0.0, drag = 0.0;
  for (const auto& s : sim::critical_steps(scene)) {
    if (s.stage == "near_field" && s.between == "glass - glass") near = s.step;
    if (s.stage == "drag" && s.between == "glass") drag = s.step;
  }
  // |d/dr a r^-2| at 2 R
  const double mass = 2500 * 4.0 / 3.0 * std::acos(-1.0) * std::pow(0.005, 3),
               stiffness = 2 * 3e-7 * std::pow(0.01, -3);
  EXPECT_NEAR(drag, mass / 0.005, k_rounding * drag);
  EXPECT_NEAR(near, 2 * std::sqrt(0.5 * mass / stiffness), k_rounding * near);
}

}  // namespace
}  // namespace scree::io
