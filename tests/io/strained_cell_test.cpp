// The steppers that strain the cell and [stop], from tests/data/all_words_nph.toml and all_words_deform.toml: each
// value arrives where it belongs, and `scree check` says it.
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

namespace scree::io {
namespace {

std::filesystem::path words(const char* file) { return std::filesystem::path(SCREE_TEST_DATA) / file; }

sim::Scene scene_in(const char* file) {
  ReadResult result = read_scene(words(file));
  EXPECT_TRUE(result.scene.has_value()) << result.problems.text();
  return result.scene.value_or(sim::Scene{});
}
std::string checked(const std::filesystem::path& path) {
  testing::internal::CaptureStdout();
  EXPECT_EQ(app::check_command(path, 1, {}), app::k_ok);
  return testing::internal::GetCapturedStdout();
}
void expect_said(const std::string& said, std::string_view part) {
  EXPECT_NE(said.find(part), std::string::npos) << said;
}
void expect_vector(const Vec3d& v, double x, double y, double z) {
  EXPECT_DOUBLE_EQ(v.x, x);
  EXPECT_DOUBLE_EQ(v.y, y);
  EXPECT_DOUBLE_EQ(v.z, z);
}
void expect_tilt(const state::Tilt& t, double xy, double xz, double yz) {
  expect_vector({t.xy, t.xz, t.yz}, xy, xz, yz);
}

TEST(NphTable, every_key_is_read) {
  const sim::Scene scene = scene_in("all_words_nph.toml");
  EXPECT_EQ(scene.stepper, sim::StepperKind::nph);
  expect_vector(scene.nph.pressure, 1, 2, 3);
  expect_tilt(scene.nph.shear, 0.01, -0.02, 0);
  EXPECT_DOUBLE_EQ(scene.nph.damping, 2e-3);
  EXPECT_DOUBLE_EQ(scene.nph.temperature, 4);
  EXPECT_DOUBLE_EQ(scene.nph.drag, 0.1);
  EXPECT_DOUBLE_EQ(scene.nph.drag_after, 2);
  expect_tilt(scene.cell.tilt, 0.02, -0.01, 0.015);
  EXPECT_DOUBLE_EQ(scene.packing.radial_range, 0.02);
  EXPECT_EQ(scene.packing.radial_bins, 120);
}

TEST(NphTable, one_pressure_is_that_of_all_axes_and_the_rest_has_defaults) {
  const ReadResult result = read_scene_text(R"(units = "reduced"
stepper = "nph"
nph = { pressure = 1e-4, damping = 2 }
time.end = 1
cell = { periodic = ["x", "y", "z"], low = [0, 0, 0], high = [9, 9, 9] }
material = [{ name = "m", density = 1 }]
contact = [{ between = ["m", "m"], normal = { law = "hooke", stiffness = 1, damping = 0.5 } }]
sphere = [{ position = [1, 1, 1], radius = 0.5, material = "m", held = false, lock = [], force = [0, 0.0, 0] }]
)",
                                            "test.toml", {});
  ASSERT_TRUE(result.scene.has_value()) << result.problems.text();
  expect_vector(result.scene->nph.pressure, 1e-4, 1e-4, 1e-4);
  expect_tilt(result.scene->nph.shear, 0, 0, 0);
  EXPECT_EQ(result.scene->nph.temperature, 1.0);
  EXPECT_FALSE(result.scene->stop.any());
}

TEST(DeformTable, every_key_is_read) {
  const sim::Scene scene = scene_in("all_words_deform.toml");
  EXPECT_EQ(scene.stepper, sim::StepperKind::deform);
  expect_vector(scene.deform.rate, -1, 0, 1.0 / 3.0);
  expect_tilt(scene.deform.shear_rate, 0.5, -0.25, 2);
  EXPECT_FALSE(scene.cell.tilt.any());
}

TEST(StopTable, every_key_is_read) {
  const sim::StopSpec stop = scene_in("all_words_nph.toml").stop;
  EXPECT_TRUE(stop.any());
  EXPECT_DOUBLE_EQ(stop.kinetic_energy, 3e-9);
  EXPECT_DOUBLE_EQ(stop.backbone_kinetic_energy, 2e-12);
  EXPECT_DOUBLE_EQ(stop.unbalanced_force, 1e-3);
  EXPECT_DOUBLE_EQ(stop.every, 5e-3);
  EXPECT_DOUBLE_EQ(stop.after, 0.1);
  EXPECT_DOUBLE_EQ(stop.pressure_tolerance, 0.02);
}

TEST(CheckOfAStrainedCell, reports_the_cell_its_targets_its_inertia_and_the_stop_rules) {
  const std::string said = checked(words("all_words_nph.toml"));
  expect_said(said, "cell          periodic along x, from -0.01 to 0.05 m\n");
  expect_said(said, "tilt xy, xz, yz = (0.02, -0.01, 0.015) m\n");
  expect_said(said,
              "stepper       nph\n              pressure (1, 2, 3) Pa along x, y, z, shear (0.01, -0.02, 0) Pa in xy, "
              "xz, yz\n");
  // (20 + 1) x 4 J x (2e-3 s)^2
  expect_said(said,
              "damping 0.002 s, temperature 4 J, inertia of the cell (bodies + 1) x temperature x damping^2 = 0.000336 "
              "J s^2\n");
  expect_said(said, "from 0.1 s on\n");
  expect_said(
      said,
      "kinetic energy of a body < 3e-09 J\n              kinetic energy of a body that is not a rattler < 2e-12 "
      "J\n              unbalanced force < 0.001 of the mean normal force\n"
      "              and only while every component of the pressure is within 0.02 of the largest target\n");
}

TEST(CheckOfAStrainedCell, reports_given_rates) {
  const std::string said = checked(words("all_words_deform.toml"));
  expect_said(said,
              "stepper       deform\n              rates of strain (-1, 0, 0.333333) 1/s along x, y, z, shear (0.5, "
              "-0.25, 2) 1/s in xy, xz, yz\n");
  EXPECT_EQ(said.find("lean"), std::string::npos) << said;
  EXPECT_EQ(said.find("before its time"), std::string::npos) << said;
}

TEST(CheckOfAStrainedCell, warns_of_one_that_becomes_too_narrow_for_its_bodies) {
  const support::TemporaryFolder folder;
  support::put_text(folder / "scene.toml", R"(stepper = "deform"
deform.rate = ["-50 1/s", 0, 0]
time = { end = "1 s", step = "0.1 ms" }
cell = { periodic = ["x", "y", "z"], low = [0, 0, 0], high = ["6 mm", "6 mm", "6 mm"] }
material = [{ name = "glass", density = "2500 kg/m^3" }]
contact = [{ between = ["glass", "glass"], normal = { law = "hooke", stiffness = "1 kN/m", restitution = 0.5 } }]
sphere = [{ position = [0, 0, 0], radius = "1 mm", material = "glass" }]
)");
  // 6 mm exp(-50 t) is a diameter after 22 ms.
  expect_said(checked(folder / "scene.toml"), "WARNING: the run fails within its first 220 steps");
}

TEST(SeriesOfAStrainedCell, have_columns_for_it_in_such_scenes_only) {
  for (const char* file : {"all_words_nph.toml", "all_words_deform.toml"}) {
    const sim::Scene scene = scene_in(file);
    const sim::Simulation run(scene);
    const SeriesColumns columns(series_options(scene));
    const std::string header = columns.header(), row = columns.row(run.report());
    EXPECT_TRUE(header.ends_with(
        ",box [J],volume [m^3],cell_lx [m],cell_ly [m],cell_lz [m],cell_xy [m],cell_xz [m],cell_yz [m],"
        "pressure_xx [Pa],pressure_yy [Pa],pressure_zz [Pa],pressure_xy [Pa],pressure_xz [Pa],pressure_yz [Pa]"))
        << header;
    EXPECT_EQ(std::count(header.begin(), header.end(), ','), std::count(row.begin(), row.end(), ',')) << row;
  }
  EXPECT_EQ(SeriesColumns().header().find("cell_"), std::string::npos);
}

}  // namespace
}  // namespace scree::io
