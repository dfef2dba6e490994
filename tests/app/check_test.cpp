// `scree check` says what it understood, of every kind of body.
#include <gtest/gtest.h>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "support/scenes.h"
#include "support/temporary_folder.h"

namespace scree::app {
namespace {

using support::put_text, support::TemporaryFolder;

constexpr std::string_view k_head = R"(gravity = [0, 0, "-9.81 m/s^2"]
time = { end = "1 ms", step = "10 us" }
material = [{ name = "glass", density = "2500 kg/m^3" }]
contact = [{ between = ["glass", "glass"], normal = { law = "hooke", stiffness = "1 kN/m", restitution = 0.5 } }]
plane = [{ name = "floor", point = [0, 0, 0], normal = [0, 0, 1], material = "glass" }]
)";

std::string checked(const std::string& bodies) {
  const TemporaryFolder folder;
  put_text(folder / "scene.toml", std::string(k_head) + bodies);
  testing::internal::CaptureStdout();
  const int code = check_command(folder / "scene.toml", 1, {});
  const std::string said = testing::internal::GetCapturedStdout();
  EXPECT_EQ(code, k_ok);
  return said;
}
void expect_said(const std::string& said, std::string_view part) { EXPECT_NE(said.find(part), std::string::npos) << said; }

TEST(Check, an_ellipsoid_and_a_box_are_told_with_their_sizes) {
  expect_said(checked("[[ellipsoid]]\nposition = [0, 0, \"1 m\"]\naxes = [\"3 cm\", \"2 cm\", \"1 cm\"]\nmaterial = \"glass\"\nspin = [0, 0, \"2 rad/s\"]\n"),
              "ellipsoid of glass, semi-axes (0.03, 0.02, 0.01) m at (0, 0, 1), orientation (1, 0, 0, 0), velocity (0, 0, 0), spin (0, 0, 2)\n");
  expect_said(checked("[[box]]\nposition = [0, 0, \"1 m\"]\nsize = [\"6 cm\", \"4 cm\", \"2 cm\"]\nmaterial = \"glass\"\n"),
              "box of glass, half edges (0.03, 0.02, 0.01) m at (0, 0, 1), orientation");
}

TEST(Check, ellipsoids_at_random_are_told_apart_from_spheres_at_random) {
  const std::string place = "material = \"glass\"\nlow = [0, 0, 0]\nhigh = [\"1 m\", \"1 m\", \"1 m\"]\ncount = 5\n";
  expect_said(checked("[[random]]\naxes = [\"3 cm\", \"2 cm\", \"1 cm\"]\n" + place), "5 at random of glass, ellipsoids of semi-axes (0.03, 0.02, 0.01) m in (0, 0, 0) .. (1, 1, 1), seed 1\n");
  expect_said(checked("[[random]]\nradius = [\"2 cm\", \"3 cm\"]\n" + place), "5 at random of glass, radius 0.02 .. 0.03 m in (0, 0, 0)");
}

TEST(Check, under_nonsmooth_no_step_is_critical_and_the_solver_is_told) {
  sim::Scene scene = test::scene_with(test::all_stages({}), 5e-2);
  scene.spheres.push_back(test::sphere({0, 0, 1}, 0.1));
  expect_said(step_text(scene), "critical steps (lightest");
  expect_said(step_text(scene), "WARNING: the step is longer than critical");
  scene.stepper = sim::StepperKind::nonsmooth;
  scene.nonsmooth = {.solver = 3, .tolerance = 2e-4, .most_iterations = 50, .warm_start = false, .two_coefficients = true, .envelope = 0.2};
  const std::string said = step_text(scene);
  expect_said(said, "solver newton, static-kinetic friction, tolerance 0.0002 m/s, at most 50 iterations, cold start, envelope 0.2 of the smaller radius\nstep: 0.05 s, given\n");
  EXPECT_EQ(said.find("critical steps"), std::string::npos) << said;
  EXPECT_EQ(said.find("WARNING"), std::string::npos) << said;
}

}  // namespace
}  // namespace scree::app
