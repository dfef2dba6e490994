// `scree check` says what it understood, of every kind of body.
#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/check/check_text.h"
#include "app/commands.h"
#include "app/exit_codes.h"
#include "sim/simulation.h"
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

/// What `check` says of a whole scene, without the name of its file: that is of random letters, which may look like a
/// unit ("...m/scene.toml").
std::string said_of(const std::string& scene) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "scene.toml";
  put_text(path, scene);
  testing::internal::CaptureStdout();
  const int code = check_command(path, 1, {});
  std::string said = testing::internal::GetCapturedStdout();
  EXPECT_EQ(code, k_ok);
  EXPECT_TRUE(said.starts_with(path.string())) << said;
  return said.substr(std::min(said.size(), path.string().size()));
}
std::string checked(const std::string& bodies) { return said_of(std::string(k_head) + bodies); }
void expect_said(const std::string& said, std::string_view part) {
  EXPECT_NE(said.find(part), std::string::npos) << said;
}

TEST(Check, an_ellipsoid_and_a_box_are_told_with_their_sizes_as_the_scene_takes_them) {
  expect_said(checked("[[ellipsoid]]\nname = \"egg\"\nposition = [0, 0, \"1 m\"]\naxes = [\"3 cm\", \"2 cm\", \"1 "
                      "cm\"]\nmaterial = \"glass\"\nspin = [0, 0, \"2 rad/s\"]\n"),
              "ellipsoid     \"egg\" of glass at (0, 0, 1) m, semi-axes (0.03, 0.02, 0.01) m, not rotated (default)\n");
  expect_said(
      checked("[[box]]\nposition = [0, 0, \"1 m\"]\nsize = [\"6 cm\", \"4 cm\", \"2 cm\"]\nmaterial = "
              "\"glass\"\norientation = { axis = [0, 2, 0], angle = \"-30 degrees\" }\n"),
      "box           of glass at (0, 0, 1) m, edges (0.06, 0.04, 0.02) m, rotated about (0, -1, 0) by 0.523599 rad\n");
}

TEST(Check, mass_and_inertia_are_told_by_shape_and_density_or_as_they_were_given) {
  // A sphere: 4/3 pi R^3 x density = 0.0104720 kg and 2/5 m R^2. A box: 2500 x 0.06 x 0.04 x 0.02 kg and m (b^2 + c^2)
  // / 12, ...
  const std::string sphere = "[[sphere]]\nposition = [0, 0, \"1 m\"]\nradius = \"1 cm\"\nmaterial = \"glass\"\n";
  expect_said(checked(sphere),
              "mass 0.010472 kg (density x volume), inertia 4.18879e-07 kg m^2 (2/5 m R^2); at rest, free\n");
  expect_said(checked(sphere + "mass = \"7 g\"\ninertia = \"3 g mm^2\"\n"),
              "mass 0.007 kg (given), inertia 3e-09 kg m^2 (given); at rest, free\n");
  expect_said(
      checked("[[box]]\nposition = [0, 0, \"1 m\"]\nsize = [\"6 cm\", \"4 cm\", \"2 cm\"]\nmaterial = \"glass\"\n"),
      "mass 0.12 kg (density x volume), inertia (2e-05, 4e-05, 5.2e-05) kg m^2 (of uniform density); at rest, free\n");
}

TEST(Check, a_body_says_how_it_moves_and_what_holds_it) {
  const std::string sphere =
      "[[sphere]]\nname = \"top\"\nposition = [0, 0, \"1 m\"]\nradius = \"1 cm\"\nmaterial = \"glass\"\n";
  expect_said(checked(sphere), "sphere        \"top\" of glass at (0, 0, 1) m, radius 0.01 m\n");
  expect_said(checked(sphere + "held = true\n"), "; held at rest\n");
  expect_said(checked(sphere + "driven = true\nvelocity = [0, \"2 m/s\", 0]\n"),
              "; driven at velocity (0, 2, 0) m/s, spin (0, 0, 0) rad/s\n");
  expect_said(checked(sphere + "lock = [\"y\", \"rx\"]\nforce = [\"3 N\", 0, 0]\n"),
              "; at rest, locked y, rx, force (3, 0, 0) N\n");
}

TEST(Check, of_many_spheres_the_first_are_told_one_by_one_and_the_rest_together) {
  std::string spheres;
  for (int i = 0; i < 13; ++i)
    spheres += "[[sphere]]\nposition = [0, 0, \"" + std::to_string(i + 1) + " m\"]\nradius = \"" +
               std::to_string(i < 12 ? 1 : 2) + " cm\"\nmaterial = \"glass\"\n";
  const std::string said = checked(spheres);
  expect_said(said, "at (0, 0, 10) m");
  EXPECT_EQ(said.find("at (0, 0, 11) m"), std::string::npos) << said;
  expect_said(
      said,
      "... and 3 more, not listed:\n              3 spheres: radius 0.01 .. 0.02 m, mass 0.010472 .. 0.0837758 kg\n");
}

TEST(Check, ellipsoids_at_random_are_told_apart_from_spheres_at_random) {
  const std::string place = "material = \"glass\"\nlow = [0, 0, 0]\nhigh = [\"1 m\", \"1 m\", \"1 m\"]\ncount = 5\n";
  expect_said(checked("[[random]]\naxes = [\"3 cm\", \"2 cm\", \"1 cm\"]\n" + place),
              "random        5 ellipsoids of glass, semi-axes (0.03, 0.02, 0.01) m, in (0, 0, 0) .. (1, 1, 1) m, seed "
              "1 (default)\n");
  expect_said(checked("[[random]]\nradius = [\"2 cm\", \"3 cm\"]\n" + place),
              "random        5 spheres of glass, radius 0.02 .. 0.03 m, in (0, 0, 0)");
}

/// What `check` says of a scene that cannot be built, or whose run would stop at once; nothing of it goes to the
/// standard output.
struct Refusal {
  int code = k_ok;
  std::string said;
};
Refusal refusal_of(const std::string& text) {
  const TemporaryFolder folder;
  put_text(folder / "scene.toml", text);
  testing::internal::CaptureStdout(), testing::internal::CaptureStderr();
  Refusal refusal;
  try {
    refusal.code = check_command(folder / "scene.toml", 1, {});
  } catch (const sim::BuildError& error) {
    refusal = {k_bad_scene, error.describe()};
  }
  refusal.said += testing::internal::GetCapturedStderr();
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  return refusal;
}

TEST(Check, bodies_of_a_lattice_in_a_plane_are_told_as_the_error_that_they_are_for_a_run) {
  const Refusal refusal = refusal_of(std::string(k_head) +
                                     "[[lattice]]\nlow = [0, 0, \"1 mm\"]\nhigh = [\"9 mm\", 0, \"1 mm\"]\nspacing = "
                                     "\"9 mm\"\nradius = \"3 mm\"\nmaterial = \"glass\"\n");
  EXPECT_EQ(refusal.code, k_bad_physics);
  expect_said(refusal.said,
              "the run would stop at once. step 0 (t = 0 s): body 1 and plane \"floor\" overlap by 0.002 m, 67 % of "
              "the smaller radius");
}

TEST(Check, what_cannot_be_built_has_its_place_in_the_file) {
  const std::string full = std::string(k_head) +
                           "[[random]]\nlow = [0, 0, \"1 cm\"]\nhigh = [\"2 cm\", \"2 cm\", \"3 cm\"]\ncount = "
                           "1000\nradius = \"3 mm\"\nmaterial = \"glass\"\n";
  expect_said(refusal_of(full).said, "scene.toml:9:9: [[random]] found no free position for body ");
  const std::string few = std::string(k_head) +
                          "[[lattice]]\nlow = [0, 0, \"1 cm\"]\nhigh = [\"2 cm\", 0, \"1 cm\"]\nspacing = \"1 "
                          "cm\"\ncount = 4\nradius = \"3 mm\"\nmaterial = \"glass\"\n";
  expect_said(refusal_of(few).said, "scene.toml:10:9: [[lattice]] has 3 sites, but lattice.count = 4;");
}

TEST(Check, a_cell_or_a_step_that_cannot_be_has_its_place_and_the_units_of_the_scene) {
  const std::string reduced =
      "units = \"reduced\"\nmaterial = [{ name = \"grain\", density = 1 }]\n"
      "sphere = [{ position = [0, 0, 0], radius = 0.5, material = \"grain\" }]\n";
  expect_said(
      refusal_of(reduced +
                 "time = { end = 1, step = 1e-3 }\n[cell]\nperiodic = [\"x\"]\nlow = [0, 0, 0]\nhigh = [0.9, 0, 0]\n")
          .said,
      "scene.toml:8:8: the period of the cell is 0.9 [reduced], less than the largest diameter, 1 [reduced]: a "
      "body would touch its own periodic image");
  expect_said(refusal_of(reduced + "[time]\nend = 1\nstep = \"auto\"\n").said,
              "scene.toml:6:8: time.step = \"auto\" (the default) follows from the springs of contacts, "
              "and no contact with a spring is possible in this scene");
}

TEST(Check, bodies_of_a_data_file_are_told_and_a_tilt_that_is_not_taken_too) {
  const TemporaryFolder folder;
  put_text(folder / "pack.data",
           "a box that leans\n\n2 atoms\n2 atom types\n0 1 xlo xhi\n0 1 ylo yhi\n0 1 zlo zhi\n0.25 0 0 xy xz "
           "yz\n\nAtoms # sphere\n\n1 1 0.1 2500 0.5 0.5 0.5\n2 2 0.2 2500 0.2 0.2 0.2\n");
  put_text(folder / "scene.toml",
           std::string(k_head) +
               "[[data_file]]\npath = \"pack.data\"\nmaterials = [\"glass\", \"glass\"]\nlocked_types = [2]\n");
  testing::internal::CaptureStdout(), testing::internal::CaptureStderr();
  EXPECT_EQ(check_command(folder / "scene.toml", 1, {}), k_ok);
  expect_said(testing::internal::GetCapturedStderr(),
              "the box of this file has the tilt xy, xz, yz = (0.25, 0, 0), which is ignored, since data_file.cell is "
              "not true");
  const std::string said = testing::internal::GetCapturedStdout();
  expect_said(said, "pack.data; type 1 is glass, type 2 is glass (locked); the cell is not taken from it (default)\n");
  expect_said(said, "2 spheres: radius 0.05 .. 0.1 m, mass 1.309 .. 10.472 kg; 1 of them fully locked\n");
}

TEST(Check, tells_what_each_stream_brings_before_the_run_ends_and_warns_if_that_is_not_all) {
  const std::string stream =
      "[[stream]]\nlow = [0, 0, \"1 cm\"]\nhigh = [\"10 cm\", \"10 cm\", \"11 cm\"]\nbatch = 20\nradius = \"2 "
      "mm\"\nmaterial = \"glass\"\n";
  const std::string late = checked(stream + "count = 90\nrate = \"100 1/s\"\n");
  expect_said(late, "stream 1: 20 of 90 bodies by the end of the run, if there is free space\n");
  expect_said(
      late, "WARNING: the run ends before stream 1 has inserted all of its bodies, the last of which are due at 0.8 s");
  expect_said(late, "\n20 bodies at the start; 100 steps\n");
  const std::string in_time = checked(stream + "count = 40\ninterval = \"0.5 ms\"\n");
  expect_said(in_time, "stream 1: 40 of 40 bodies by the end of the run, if there is free space\n");
  expect_said(in_time, "\n20 bodies at the start, 40 with the bodies of streams; 100 steps\n");
  EXPECT_EQ(in_time.find("WARNING"), std::string::npos) << in_time;
}

TEST(Check, a_stream_that_finds_no_room_at_the_start_is_told) {
  const std::string said = checked(
      "[[stream]]\nlow = [0, 0, \"1 cm\"]\nhigh = [\"1 cm\", \"1 cm\", \"2 cm\"]\ncount = 50\nbatch = 50\nrate = \"1e4 "
      "1/s\"\nradius = \"2 mm\"\nmaterial = \"glass\"\n");
  expect_said(said, "WARNING: of the 50 bodies of stream 1 that are due at the start, ");
  expect_said(said, "stream 1: 50 of 50 bodies by the end of the run, if there is free space\n");
}

constexpr std::string_view k_automatic = R"(material = [{ name = "glass", density = "2500 kg/m^3" }]
contact = [{ between = ["glass", "glass"], normal = { law = "hooke", stiffness = "10 MN/m", restitution = 0.5 } }]
)";

TEST(Check, more_automatic_steps_than_anyone_can_wait_for_are_refused_at_the_end_or_the_step) {
  // steps of 4e-20 s and 4e-14 s: the first number of steps does not even fit into 64 bits
  for (const char* radius : {"5 pm", "50 nm"}) {
    const std::string bodies =
        fmt::format("sphere = [{{ position = [0, 0, 0], radius = \"{}\", material = \"glass\" }}]\n", radius);
    const Refusal refusal = refusal_of(std::string(k_automatic) + bodies + "[time]\nend = \"100 s\"\n");
    EXPECT_EQ(refusal.code, k_bad_scene);
    expect_said(refusal.said, "scene.toml:5:7: time.end = 100 s takes ");
    expect_said(refusal.said, "automatic steps of ");
    expect_said(refusal_of(std::string(k_automatic) + bodies + "[time]\nend = \"100 s\"\nstep = \"auto\"\n").said,
                "scene.toml:6:8: time.end = 100 s takes ");
  }
}

TEST(Check, a_lattice_whose_last_row_is_its_first_one_again_has_its_place_and_the_remedy) {
  const std::string scene = std::string(k_automatic) +
                            "time = { end = \"1 ms\" }\n[[lattice]]\nlow = [0, 0, 0]\nhigh = [\"5 cm\", \"5 cm\", "
                            "0]\nspacing = \"1 cm\"\nradius = \"4 mm\"\nmaterial = \"glass\"\n"
                            "[cell]\nperiodic = [\"x\", \"y\"]\nlow = [0, 0, 0]\nhigh = [\"5 cm\", \"5 cm\", 0]\n";
  const Refusal refusal = refusal_of(scene);
  EXPECT_EQ(refusal.code, k_bad_scene);
  expect_said(
      refusal.said,
      "scene.toml:7:11: the last row of [[lattice]] overlaps the first row across a periodic face along x, where the "
      "period of the cell is 0.05 m; end the lattice one spacing (lattice.spacing = 0.01 m) before the far face");
}

TEST(Check, in_reduced_units_no_number_has_one_of_SI) {
  const std::string all = said_of(
      "units = \"reduced\"\ntime = { end = 1, step = 1e-3 }\nmaterial = [{ name = \"grain\", density = 1 }]\n"
      "contact = [{ between = [\"grain\", \"grain\"], normal = { law = \"hooke\", stiffness = 1, restitution = 0.5 } "
      "}]\n"
      "stop = { kinetic_energy = 1e-9, after = 0.5 }\nsphere = [{ position = [0, 0, 0], radius = 0.5, material = "
      "\"grain\" }, { position = [3, 0, 0], radius = 0.5, material = \"grain\" }]\n"
      "cell = { periodic = [\"x\"], low = [0, 0, 0], high = [9, 0, 0] }\n");
  std::string said = all.substr(0, all.find("estimate:"));  // which is of seconds on the wall
  for (const std::string_view word : {"2/5 m R^2", "600 s of wall-clock time"})
    for (auto at = said.find(word); at != std::string::npos; at = said.find(word)) said.erase(at, word.size());
  for (const char* unit : {"kg", " m ", " m,", " m\n", " N", "N/m", " J", " s ", " s,", " s\n", "m/s"})
    EXPECT_EQ(said.find(unit), std::string::npos) << unit << " in\n" << said;
  expect_said(said, "material      grain, density 1\n");
  expect_said(said, "at (0, 0, 0), radius 0.5\n");
}

/// [MB], behind the first `word` after "estimate:".
double estimated(const std::string& said, std::string_view word) {
  return std::stod(said.substr(said.find(word, said.find("estimate:")) + word.size()));
}

TEST(Check, estimates_memory_at_rest_and_at_most_with_and_without_a_picture) {
  const std::string bodies =
      "[[lattice]]\nlow = [0, 0, \"1 m\"]\nhigh = [\"9 m\", \"9 m\", \"10 m\"]\nspacing = \"1 m\"\nradius = \"1 "
      "mm\"\nmaterial = \"glass\"\n";
  const std::string with = checked(bodies), without = checked("output = { picture = false }\n" + bodies);
  EXPECT_GE(estimated(without, "estimate:"), 0.9);  // 1,000 bodies of 900 bytes, or what they hold
  // The program, three worlds, and a frame with three contacts a body, or four more of them.
  const double frame = 1e-6 * 1000 * (sizeof(sim::BodyView) + 3 * sizeof(sim::ContactView));
  // three digits of both
  EXPECT_NEAR(estimated(without, "at most about"), 40.0 + 3.0 * estimated(without, "estimate:") + frame, 0.1);
  EXPECT_NEAR(
      estimated(checked("output = { picture = false, frames_every = \"0.1 ms\" }\n" + bodies), "at most about") -
          estimated(without, "at most about"),
      4.0 * frame, 0.2);
  EXPECT_NEAR(estimated(with, "at most about") - estimated(without, "at most about"), 260.0, 2.0);
}

TEST(Check, under_nonsmooth_no_step_is_critical_and_the_solver_is_told) {
  sim::Scene scene = test::scene_with(test::all_stages({}), 5e-2);
  scene.spheres.push_back(test::sphere({0, 0, 1}, 0.1));
  expect_said(step_text(scene), "critical steps (lightest");
  expect_said(step_text(scene), "WARNING: the step is longer than critical");
  scene.stepper = sim::StepperKind::nonsmooth;
  scene.time.end = 1.0;
  scene.nonsmooth = {.solver = 3,
                     .tolerance = 2e-4,
                     .max_iterations = 50,
                     .warm_start = false,
                     .two_coefficients = true,
                     .envelope = 0.2};
  const std::string said = scene_text(scene, {}, {.step = 5e-2}) + step_text(scene);
  expect_said(said,
              "stepper       nonsmooth\n              solver newton, tolerance 0.0002 m/s, at most 50 iterations, cold "
              "start\n              friction static-kinetic, envelope 0.2 of the smaller radius\n");
  expect_said(said, "step: 0.05 s, given\n");
  EXPECT_EQ(said.find("critical steps"), std::string::npos) << said;
  EXPECT_EQ(said.find("WARNING"), std::string::npos) << said;
}

}  // namespace
}  // namespace scree::app
