// Ellipsoids and boxes: what stands in a scene arrives in SI, with half of sizes, unit quaternions and principal
// moments.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <numbers>
#include <string>

#include <fmt/format.h>

#include "io/scene/scene_reader.h"
#include "shape/ellipsoid.h"
#include "support/vectors.h"

namespace scree::io {
namespace {

constexpr double k_ulps = 4 * std::numeric_limits<double>::epsilon();  // a sine, a cosine, a root and a product
constexpr double k_moment = 1e-23;  // [kg m2]: conversion of units, some 10 eps of 5e-9

using test::expect_close;

sim::Scene read_file(const char* name) {
  ReadResult result = read_scene(std::filesystem::path(SCREE_TEST_DATA) / name);
  EXPECT_TRUE(result.scene.has_value()) << result.problems.text();
  return result.scene ? std::move(*result.scene) : sim::Scene{};
}

void expect_quaternion(const std::array<double, 4>& q, double w, double x, double y, double z) {
  EXPECT_NEAR(q[0], w, k_ulps);
  EXPECT_NEAR(q[1], x, k_ulps);
  EXPECT_NEAR(q[2], y, k_ulps);
  EXPECT_NEAR(q[3], z, k_ulps);
}

/// A scene with one solid, given by the lines of its table beyond position and material.
ReadResult with_solid(const std::string& table, const std::string& lines) {
  return read_scene_text("time.end = \"1 s\"\n[[material]]\nname = \"a\"\ndensity = \"1 kg/m^3\"\n[[" + table +
                             "]]\nposition = [0, 0, 0]\nmaterial = \"a\"\n" + lines,
                         "test.toml", SCREE_TEST_DATA);
}
sim::OneSolid solid_of(const std::string& table, const std::string& lines) {
  const ReadResult result = with_solid(table, lines);
  EXPECT_TRUE(result.scene.has_value()) << result.problems.text();
  if (!result.scene || result.scene->solids.size() != 1) return {};
  return result.scene->solids[0];
}
const std::string k_axes = "axes = [\"1 mm\", \"2 mm\", \"3 mm\"]\n";

TEST(SolidsOfAScene, an_ellipsoid_has_its_semi_axes) {
  const sim::Scene scene = read_file("all_words.toml");
  ASSERT_EQ(scene.solids.size(), 1U);
  const sim::OneSolid& pebble = scene.solids[0];
  EXPECT_EQ(pebble.kind, shape::BodyShape::ellipsoid);
  EXPECT_EQ(pebble.name, "pebble");
  expect_close(pebble.position, {0.2, 0.2, 0.5}, 0.0);
  expect_close(pebble.half, {0.01, 0.02, 0.03}, 0.0);
  expect_close(pebble.traits.force, {1, 0, 0}, 0.0);
  expect_close(pebble.traits.velocity, {1, 0, 0}, 0.0);
  expect_close(pebble.traits.spin, {0, 1, 0}, 0.0);
  EXPECT_EQ(pebble.traits.mass, 0.05);
  EXPECT_FALSE(is_set(pebble.traits.inertia));  // moments take its place
  expect_close(pebble.moments, {6e-9, 5e-9, 4e-9}, k_moment);
  EXPECT_EQ(pebble.traits.locks, 0b101010);
  const double s = std::sqrt(0.5);  // sine and cosine of half a right angle, axis (0, 0.6, 0.8)
  expect_quaternion(pebble.orientation, s, 0.0, 0.6 * s, 0.8 * s);
}

TEST(SolidsOfAScene, a_box_has_half_of_its_size) {
  const sim::Scene scene = read_file("all_words_box.toml");
  ASSERT_EQ(scene.solids.size(), 1U);
  const sim::OneSolid& brick = scene.solids[0];
  EXPECT_EQ(brick.kind, shape::BodyShape::box);
  EXPECT_EQ(brick.name, "brick");
  expect_close(brick.half, {0.005, 0.01, 0.015}, 0.0);
  expect_close(brick.traits.force, {0, 0, -1}, 0.0);
  expect_close(brick.moments, {6e-9, 5e-9, 4e-9}, k_moment);
  expect_quaternion(brick.orientation, std::cos(0.5), 0.0, -std::sin(0.5), 0.0);
}

TEST(SolidsOfAScene, without_an_orientation_axes_are_those_of_the_world) {
  const sim::OneSolid solid = solid_of("ellipsoid", k_axes);
  EXPECT_EQ(solid.orientation, (std::array<double, 4>{1, 0, 0, 0}));
  EXPECT_FALSE(is_set(solid.moments.x));  // then those of an even body
  EXPECT_FALSE(is_set(solid.traits.mass));
}

TEST(SolidsOfAScene, an_orientation_rotates_the_body_by_the_right_hand_rule) {
  const sim::OneSolid solid =
      solid_of("ellipsoid", k_axes + "orientation = { axis = [0, 0, 7], angle = \"90 degrees\" }\n");
  const auto& q = solid.orientation;
  const auto body = shape::body_axes(q[0], q[1], q[2], q[3]);
  expect_close(body.axis[0], {0, 1, 0}, k_ulps);  // x goes to y
  expect_close(body.axis[1], {-1, 0, 0}, k_ulps);
  expect_close(body.axis[2], {0, 0, 1}, k_ulps);
}

TEST(SolidsOfAScene, any_orientation_is_a_unit_quaternion) {
  for (const char* axis : {"[1e-30, 0, 0]", "[1e30, 2e30, -1e30]", "[1, 1, 1]"})
    for (const char* angle : {"0", "\"-400 degrees\"", "\"3 rad\""}) {
      const auto q =
          solid_of("ellipsoid", k_axes + "orientation = { axis = " + axis + ", angle = " + angle + " }\n").orientation;
      EXPECT_NEAR(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1.0, k_ulps) << axis << " " << angle;
    }
}

TEST(SolidsOfAScene, a_quaternion_is_scaled_to_length_one_and_kept_where_it_has_that) {
  const auto q = [](const std::string& numbers) {
    return solid_of("ellipsoid", k_axes + "orientation = { quaternion = " + numbers + " }\n").orientation;
  };
  expect_quaternion(q("[0, 0, 3, 4]"), 0.0, 0.0, 0.6, 0.8);
  expect_quaternion(q("[1e50, 0, 0, -1e50]"), std::sqrt(0.5), 0.0, 0.0, -std::sqrt(0.5));
  const std::array<double, 4> kept{std::cos(0.3), std::sin(0.3), 0.0, 0.0};  // its length may differ from 1 by rounding
  EXPECT_EQ(q(fmt::format("[{}, {}, 0, 0]", kept[0], kept[1])), kept);
  for (const auto& [wrong, part] :
       {std::pair{"quaternion = [0, 0, 0, 0]", "is zero and so no rotation"},
        {"quaternion = [1, 0, 0]", "is not an array of four numbers"},
        {"quaternion = [1, 0, 0, \"1 m\"]", "a pure number is expected"},
        {"quaternion = [1, 0, 0, 0], angle = \"1 rad\"", "gives the orientation a second time"}}) {
    const ReadResult result = with_solid("ellipsoid", k_axes + "orientation = { " + wrong + " }\n");
    ASSERT_EQ(result.problems.size(), 1U) << wrong << "\n" << result.problems.text();
    EXPECT_NE(result.problems[0].sentence.find(part), std::string::npos) << result.problems.text();
  }
}

TEST(SolidsOfAScene, moments_may_be_those_of_a_body_without_thickness_but_not_beyond) {
  expect_close(solid_of("ellipsoid", k_axes + "inertia = [\"1 g m^2\", \"1 g m^2\", \"2 g m^2\"]\n").moments,
               {1e-3, 1e-3, 2e-3}, 1e-18);  // [kg m2]: 4 eps of 1e-3, from grams
  EXPECT_FALSE(
      with_solid("ellipsoid", k_axes + "inertia = [\"1 g m^2\", \"1 g m^2\", \"2.001 g m^2\"]\n").scene.has_value());
}

TEST(SolidsOfAScene, two_or_three_rotations_may_be_locked_and_one_may_not) {
  for (const char* lock : {"[]", "[\"x\", \"y\", \"z\"]", "[\"rx\", \"ry\"]", "[\"rx\", \"ry\", \"rz\"]"})
    EXPECT_TRUE(with_solid("box", "size = [\"1 mm\", \"2 mm\", \"3 mm\"]\nlock = " + std::string(lock) + "\n")
                    .scene.has_value())
        << lock;
  for (const char* lock : {"[\"rx\"]", "[\"ry\", \"z\"]", "[\"rz\"]"})
    EXPECT_FALSE(with_solid("box", "size = [\"1 mm\", \"2 mm\", \"3 mm\"]\nlock = " + std::string(lock) + "\n")
                     .scene.has_value())
        << lock;
}

TEST(SolidsOfAScene, a_box_meets_all_but_another_box) {
  const std::string size = "size = [\"1 mm\", \"2 mm\", \"3 mm\"]\n";
  const std::string rule =
      "[[contact]]\nbetween = [\"a\", \"a\"]\nnormal = { law = \"hooke\", stiffness = \"1 N/m\", damping = 0 }\n";
  EXPECT_TRUE(with_solid("box", size + rule + "[[plane]]\npoint = [0, 0, 0]\nnormal = [0, 0, 1]\nmaterial = \"a\"\n")
                  .scene.has_value());
  const std::string sphere = "[[sphere]]\nposition = [0, 0, \"1 m\"]\nmaterial = \"a\"\nradius = \"1 mm\"\n",
                    ellipsoid = "[[ellipsoid]]\nposition = [0, 0, \"2 m\"]\nmaterial = \"a\"\n" + k_axes,
                    second = "[[box]]\nposition = [0, 0, \"3 m\"]\nmaterial = \"a\"\n" + size;
  EXPECT_TRUE(with_solid("box", size + rule + sphere + ellipsoid).scene.has_value());
  for (const std::string& held : {std::string{}, std::string{"held = true\n"}}) {  // one that is held is met, too
    const ReadResult two = with_solid("box", size + rule + second + held);
    ASSERT_EQ(two.problems.size(), 1U) << two.problems.text();
    EXPECT_NE(two.problems[0].sentence.find("this stepper has no contacts between two boxes"), std::string::npos);
  }
  EXPECT_TRUE(with_solid("box", size + "held = true\n" + rule + second + "driven = true\n" + sphere).scene.has_value())
      << "such boxes never touch";
}

TEST(SolidsOfAScene, in_reduced_units_numbers_stand_as_they_are) {
  const ReadResult result = read_scene_text(
      "units = \"reduced\"\ntime.end = 1\n[[material]]\nname = \"a\"\ndensity = 1\n[[box]]\nposition = [0, 0, 0]\nsize "
      "= [2, 4, 6]\nforce = [0, 0, 3]\n"
      "orientation = { axis = [1, 0, 0], angle = 1 }\nmaterial = \"a\"\n",
      "test.toml", SCREE_TEST_DATA);
  ASSERT_TRUE(result.scene.has_value()) << result.problems.text();
  expect_close(result.scene->solids[0].half, {1, 2, 3}, 0.0);
  expect_close(result.scene->solids[0].traits.force, {0, 0, 3}, 0.0);
  expect_quaternion(result.scene->solids[0].orientation, std::cos(0.5), std::sin(0.5), 0.0, 0.0);
}

}  // namespace
}  // namespace scree::io
