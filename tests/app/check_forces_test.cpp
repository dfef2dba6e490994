// What `scree check` and the series say of forces beyond contact and of a step by collisions.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "io/scene/scene_reader.h"
#include "io/frame/series_columns.h"
#include "sim/simulation.h"
#include "support/temporary_folder.h"

namespace scree::app {
namespace {

std::string checked(const std::filesystem::path& path) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(check_command(path, 1, {}), k_ok);
  return testing::internal::GetCapturedStdout();
}
void expect_said(const std::string& said, std::string_view part) {
  EXPECT_NE(said.find(part), std::string::npos) << said;
}

const std::filesystem::path k_scene = std::filesystem::path(SCREE_TEST_DATA) / "all_words_forces.toml";

TEST(CheckForces, tells_every_force_and_its_critical_step) {
  const std::string said = checked(k_scene);
  expect_said(said, "drag          0.005 N s/m in a fluid of velocity (0.1, 0, -0.05) m/s\n");
  expect_said(said, "Magnus force  0.002 kg x spin x velocity\n");
  expect_said(said, "near field    glass - glass, attraction 3e-07 N m^2 x distance^-2, fading from 0.045 to 0.05 m\n");
  expect_said(said,
              "near field    glass - steel, attraction 1e-09 N m^2.5 x distance^-2.5, repulsion 2e-15 N m^5 x "
              "distance^-5, fading from 0.03 to 0.04 m\n");
  expect_said(said, "total rotations are stored as vectors");
  expect_said(said, "  near_field  glass - glass\n");
  expect_said(said, "  drag    glass\n");
  expect_said(said, "Hertz's collision at 2 m/s takes");
}

TEST(CheckForces, warns_of_a_nonsmooth_step_that_is_too_long_for_drag) {
  const support::TemporaryFolder folder;
  support::put_text(folder / "scene.toml", R"(stepper = "nonsmooth"
time = { end = "1 s", step = "10 ms" }
forces = { drag = "1 N s/m" }
material = [{ name = "glass", density = "2500 kg/m^3" }]
sphere = [{ position = [0, 0, 0], radius = "5 mm", material = "glass" }]
)");
  const std::string said = checked(folder / "scene.toml");
  expect_said(said, "critical steps of non-contact forces, which are integrated explicitly:\n");
  expect_said(said, "WARNING: the step is longer than critical");
}

TEST(CheckForces, series_have_columns_for_them_in_such_scenes_only) {
  const auto scene = io::read_scene(k_scene).scene.value();
  const sim::Simulation run(scene);
  const io::SeriesColumns columns(io::series_options(scene));
  const std::string header = columns.header(), row = columns.row(run.report());
  EXPECT_NE(header.find(",near_field [J],drag [J]"), std::string::npos);
  EXPECT_EQ(std::count(header.begin(), header.end(), ','), std::count(row.begin(), row.end(), ','));
  EXPECT_EQ(io::SeriesColumns({.units = scene.units}).header().find("near_field"), std::string::npos);
}

}  // namespace
}  // namespace scree::app
