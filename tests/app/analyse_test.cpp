// `scree analyse`, and runs with [measure.packing]: the same numbers from the run, its checkpoint and a frame of
// bodies; what each cannot give.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "support/temporary_folder.h"

namespace scree::app {
namespace {

using nlohmann::json;
using support::put_text, support::TemporaryFolder, support::text_of;

/// 64 spheres of diameter 1 on a cubic lattice 0.96 apart, periodic: each touches six.
constexpr std::string_view k_scene = R"(
units = "reduced"
[time]
end = 0.1
step = 0.01
[cell]
periodic = ["x", "y", "z"]
low = [0, 0, 0]
high = [3.84, 3.84, 3.84]
[[material]]
name = "sphere"
density = 1
[[contact]]
between = ["sphere", "sphere"]
normal = { law = "hooke", stiffness = 1, restitution = 0.5 }
slide = { law = "coulomb-spring", stiffness = 1, coefficient = 0.3, damping = 0 }
[[lattice]]
low = [0, 0, 0]
high = [3, 3, 3]
spacing = 0.96
radius = 0.5
material = "sphere"
[output]
picture = false
frames_every = 0.1
frames = ["dump", "vtp"]
[measure.packing]
radial_bins = 20
)";

class Analysed : public ::testing::Test {
 protected:
  Analysed() {
    put_text(folder / "scene.toml", k_scene);
    testing::internal::CaptureStdout();
    code = run_command({.scene = folder / "scene.toml", .out = folder / "run", .quiet = true});
    said = testing::internal::GetCapturedStdout();
  }
  /// JSON of a file that `scree analyse` reads.
  json analysed(const std::filesystem::path& path, std::vector<std::string> modes = {},
                const std::filesystem::path& contacts = {}) {
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    EXPECT_EQ(analyse_command(
                  {.path = path, .out = folder / "out", .contacts = contacts, .modes = std::move(modes), .json = true}),
              k_ok);
    noted = testing::internal::GetCapturedStderr();
    return json::parse(testing::internal::GetCapturedStdout());
  }

  TemporaryFolder folder;
  int code = 0;
  std::string said, noted;
};

TEST_F(Analysed, a_run_leaves_the_packing_in_its_summary_and_says_it) {
  ASSERT_EQ(code, k_ok);
  const json packing = json::parse(text_of(folder / "run/summary.json")).at("packing");
  EXPECT_EQ(packing.at("coordination"), 6.0);
  EXPECT_EQ(packing.at("modes"), json({"slide"}));
  EXPECT_NEAR(packing.at("volume_fraction").get<double>(), 3.14159265358979 / 6.0 / (0.96 * 0.96 * 0.96), 1e-12);
  // N 3 k delta (d - delta) / (3 V), of a lattice that stays as it is by symmetry
  EXPECT_NEAR(packing.at("pressure").get<double>(), 0.04 * 0.96 / (0.96 * 0.96 * 0.96), 1e-12);
  EXPECT_NE(said.find("packing: volume fraction 0.5918, coordination 6.000 without rattlers (0.0 %)"),
            std::string::npos)
      << said;
  for (const char* name : {"packing.json", "packing_forces.csv", "packing_radial.csv", "packing.png"})
    EXPECT_TRUE(std::filesystem::exists(folder / "run" / name)) << name;
}

TEST_F(Analysed, folder_and_checkpoint_give_what_the_run_gave) {
  const json from_run = json::parse(text_of(folder / "run/packing.json"));
  EXPECT_EQ(analysed(folder / "run"), from_run);
  EXPECT_EQ(noted, "");
  EXPECT_EQ(analysed(folder / "run/checkpoint.h5"), from_run);
  EXPECT_EQ(json::parse(text_of(folder / "out/packing.json")), from_run);
  EXPECT_EQ(text_of(folder / "out/packing_radial.csv"), text_of(folder / "run/packing_radial.csv"));
}

TEST_F(Analysed, a_frame_of_bodies_gives_geometry_and_says_what_it_lacks) {
  const json from_run = json::parse(text_of(folder / "run/packing.json")),
             frame = analysed(folder / "run/frames.dump", {"slide"});
  for (const char* same : {"volume_fraction", "coordination", "rattlers", "modes", "isostatic_coordination"})
    EXPECT_EQ(frame.at(same), from_run.at(same)) << same;
  for (const char* unknown : {"stress", "pressure", "forces"}) EXPECT_TRUE(frame.at(unknown).is_null()) << unknown;
  EXPECT_EQ(frame.at("contacts_by"), "distances");
  EXPECT_NE(noted.find("stress, forces and mobilised friction are not known"), std::string::npos) << noted;
  EXPECT_TRUE(analysed(folder / "run/frames.dump").at("modes").is_null());
  EXPECT_NE(noted.find("use --modes to give the friction modes that hold"), std::string::npos) << noted;
}

TEST_F(Analysed, no_friction_beside_some_is_refused) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(analyse_command({.path = folder / "run", .modes = {"none", "slide"}}), k_usage);
  EXPECT_NE(testing::internal::GetCapturedStderr().find("--modes none,slide combines none with friction modes"),
            std::string::npos);
}

TEST(PackingFiles, that_a_run_leaves_out_are_told_with_their_reason) {
  const TemporaryFolder folder;
  std::string text(k_scene);
  text.erase(text.find("radial_bins"), std::string_view("radial_bins = 20\n").size());
  const std::size_t cell = text.find("[cell]"), next = text.find("[[", cell);
  ASSERT_NE(cell, std::string::npos);
  text.erase(cell, next - cell);  // open space: no g(r)
  // and nobody touches
  text.replace(text.find("spacing = 0.96"), std::string_view("spacing = 0.96").size(), "spacing = 1.5");
  put_text(folder / "scene.toml", text);
  testing::internal::CaptureStdout();
  EXPECT_EQ(run_command({.scene = folder / "scene.toml", .out = folder / "run", .quiet = true}), k_ok);
  const std::string said = testing::internal::GetCapturedStdout();
  for (const char* line : {"no packing_forces.csv: no contact carries a force\n",
                           "no packing_radial.csv: g(r) needs a cell that is periodic along all axes",
                           "no packing.png: there are no data to draw\n"})
    EXPECT_NE(said.find(line), std::string::npos) << said;
  for (const char* name : {"packing_forces.csv", "packing_radial.csv", "packing.png"})
    EXPECT_FALSE(std::filesystem::exists(folder / "run" / name)) << name;
}

TEST_F(Analysed, modes_by_hand_replace_those_of_the_scene) {
  EXPECT_EQ(analysed(folder / "run", {"slide", "roll", "spin"}).at("isostatic_coordination"), 2.0);
  EXPECT_EQ(analysed(folder / "run", {"none"}).at("isostatic_coordination"), 6.0);
}

std::vector<std::string> words(const std::string& line) {
  std::vector<std::string> list;
  std::istringstream rest(line);
  for (std::string word; std::getline(rest, word, ',');) list.push_back(word);
  return list;
}

TEST_F(Analysed, a_series_has_the_packing_of_every_row_if_the_scene_says_so) {
  EXPECT_EQ(text_of(folder / "run/series.csv").find("volume_fraction"), std::string::npos);
  std::string scene(k_scene);
  put_text(folder / "told.toml", scene.replace(scene.find("radial_bins"), 0, "series = true\n"));
  testing::internal::CaptureStdout();
  ASSERT_EQ(run_command({.scene = folder / "told.toml", .out = folder / "told", .quiet = true}), k_ok);
  testing::internal::GetCapturedStdout();
  const json packing = json::parse(text_of(folder / "told/packing.json"));
  EXPECT_EQ(json::parse(text_of(folder / "told/summary.json")).at("state_hash"),
            json::parse(text_of(folder / "run/summary.json")).at("state_hash"))
      << "looking changes nothing";

  std::istringstream file(text_of(folder / "told/series.csv"));
  std::string line;
  std::getline(file, line);
  const auto header = words(line);
  ASSERT_EQ(header.size(), 29u);
  ASSERT_EQ(header[21], "volume_fraction [1]");
  ASSERT_EQ(header[25], "pressure [reduced]");
  std::vector<std::string> row;
  int rows = 0;
  for (; std::getline(file, line); ++rows) {
    row = words(line);
    ASSERT_EQ(row.size(), header.size());
  }
  EXPECT_EQ(rows, 11);
  for (std::size_t i = 21; i < header.size(); ++i) {  // of the last row
    const std::string name = header[i].substr(0, header[i].find(' '));
    const json& due = name.starts_with("mobilised") ? packing.at("carrying").at(name) : packing.at(name);
    if (due.is_null()) {
      EXPECT_EQ(row[i], "nan") << name;  // no law
    } else {
      EXPECT_NEAR(std::stod(row[i]), due.get<double>(), 1e-8 * std::abs(due.get<double>())) << name;  // nine digits
    }
  }
}

TEST_F(Analysed, what_cannot_be_read_is_refused) {
  testing::internal::CaptureStderr();
  EXPECT_EQ(analyse_command({.path = folder / "scene.toml"}), k_usage);
  EXPECT_EQ(analyse_command({.path = folder / "none.dump"}), k_bad_scene);
  EXPECT_EQ(analyse_command({.path = folder / "nowhere"}), k_usage);
  EXPECT_EQ(analyse_command({.path = folder / "run", .frame = 3}), k_usage);
  const std::string told = testing::internal::GetCapturedStderr();
  EXPECT_NE(told.find("cannot read a file with this extension"), std::string::npos) << told;
  EXPECT_NE(told.find("nowhere: there is no such file or folder"), std::string::npos) << told;
  EXPECT_NE(told.find("--frame selects a frame of a dump"), std::string::npos) << told;
}

/// Two bodies in a box that is periodic along x and y.
std::string dump_with(std::string_view box_x, std::string_view body) {
  return fmt::format(
      "ITEM: TIMESTEP\n0\nITEM: NUMBER OF ATOMS\n2\nITEM: BOX BOUNDS pp pp ff\n{}\n0 4\n0 4\nITEM: ATOMS id type "
      "radius mass xu yu zu\n1 1 0.5 1 1 1 1\n{}\n",
      box_x, body);
}

TEST(AnalysedFile, what_cannot_be_is_refused_by_analyse_and_convert_at_its_line) {
  const TemporaryFolder folder;
  const auto expect_refused = [&](const std::string& text, const std::string& begin) {
    put_text(folder / "a.dump", text);
    for (const bool analyse : {true, false}) {
      testing::internal::CaptureStderr();
      const int code = analyse ? analyse_command({.path = folder / "a.dump"})
                               : convert_command({folder / "a.dump", folder / "b.vtp", {}, false});
      const std::string said = testing::internal::GetCapturedStderr();
      EXPECT_EQ(code, k_bad_scene) << said;
      EXPECT_TRUE(said.starts_with((folder / "a.dump").string() + begin)) << said;
      EXPECT_FALSE(std::filesystem::exists(folder / "b.vtp"));
    }
  };
  expect_refused(dump_with("2 2", "2 1 0.5 1 2 1 1"), ":6:1: the cell goes from 2 to 2 along x");
  expect_refused(dump_with("0 4", "2 1 0.5 1 nan 1 1"), ":11:1: the position of body 2 is not finite");
  expect_refused(dump_with("0 4", "2 1 0.5 1 1e30 1 1"), ":11:1: body 2 is at (1e+30, 1, 1)");
  expect_refused(dump_with("0 4", "2 1 -0.5 1 2 1 1"), ":11:1: the radius of body 2 is -0.5");
  expect_refused(dump_with("0 4", "1 1 0.5 1 2 1 1"), ":11:1: body 1 is already there at line 10");
}

// The region around them is wider than any number.
TEST(AnalysedFile, bodies_may_be_as_far_apart_as_numbers_go_along_an_open_axis) {
  const TemporaryFolder folder;
  std::string text = dump_with("0 4", "2 1 0.5 1 1.9 1 1.7e308\n3 1 0.5 1 1.9 1 1\n4 1 0.5 1 1.9 1 -1.7e308");
  put_text(folder / "a.dump", text.replace(text.find("\n2\n"), 3, "\n4\n"));
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  EXPECT_EQ(analyse_command({.path = folder / "a.dump", .json = true}), k_ok);
  testing::internal::GetCapturedStderr();
  EXPECT_EQ(json::parse(testing::internal::GetCapturedStdout()).at("all").at("contacts"), 1) << "bodies 1 and 3";
}

}  // namespace
}  // namespace scree::app
