// Good scenes: defaults, both systems of units, any order, data files. Every word: scene_reader_words_test.cpp; broken
// scenes: broken_scenes_test.cpp.
#include "io/scene/scene_reader.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "io/scene_folder.h"

namespace scree::io {
namespace {

namespace fs = std::filesystem;

const fs::path k_data = SCREE_TEST_DATA;

ReadResult read(std::string_view text) { return read_scene_text(text, "test.toml", k_data); }

sim::Scene good(std::string_view text) {
  ReadResult result = read(text);
  EXPECT_TRUE(result.scene.has_value()) << result.problems.text();
  return result.scene.value_or(sim::Scene{});
}

void expect_vector(const Vec3d& v, double x, double y, double z) {
  EXPECT_EQ(v.x, x);
  EXPECT_EQ(v.y, y);
  EXPECT_EQ(v.z, z);
}

/// The small scene without its time.
constexpr std::string_view k_rest = k_small_scene.substr(k_small_scene.find("\n[[material]]"));

TEST(SceneReader, a_small_scene_gets_the_documented_defaults) {
  const sim::Scene scene = good("[time]\nend = \"1 s\"\n" + std::string(k_rest));
  EXPECT_EQ(scene.title, "");
  EXPECT_EQ(scene.units, sim::Units::si);
  EXPECT_EQ(scene.stepper, sim::StepperKind::velocity_verlet);
  expect_vector(scene.gravity, 0.0, 0.0, 0.0);
  EXPECT_FALSE(is_set(scene.skin));
  EXPECT_FALSE(is_set(scene.time.step));
  EXPECT_EQ(scene.time.safety, 0.1);
  EXPECT_FALSE(is_set(scene.output.series_every));
  EXPECT_TRUE(scene.output.picture);
  EXPECT_FALSE(scene.repose.wanted);
}

TEST(SceneReader, a_number_of_steps_gives_the_end) {
  const sim::Scene scene = good("[time]\nsteps = 1000\nstep = \"2 us\"\n" + std::string(k_rest));
  EXPECT_EQ(scene.time.step, 2e-6);
  EXPECT_DOUBLE_EQ(scene.time.end, 2e-3);
}

TEST(SceneReader, a_reduced_scene_is_all_bare_numbers) {
  const sim::Scene scene = good(R"(
units = "reduced"
gravity = [0, 0, -1]
skin = 0.1
[time]
step = "auto"
end = 100
[[material]]
name = "a"
density = 1
[[contact]]
between = ["a", "a"]
normal = { law = "hooke", stiffness = 1e5, damping_by_mass = 50 }
roll = { law = "constant-torque", length = 0.05 }
[[random]]
low = [0, 0, 0]
high = [10, 10, 10]
count = 5
radius = [0.4, 0.5]
material = "a"
[[stream]]
low = [0, 0, 0]
high = [10, 10, 10]
count = 5
interval = 2
radius = 0.5
material = "a"
spin = [0, 0, 1.5]
)");
  EXPECT_EQ(scene.units, sim::Units::reduced);
  EXPECT_EQ(scene.gravity.z, -1.0);
  EXPECT_EQ(scene.time.end, 100.0);
  EXPECT_FALSE(is_set(scene.time.step));
  EXPECT_EQ(std::get<law::normal::Hooke::Params>(scene.contacts[0].model.normal).stiffness, 1e5);
  EXPECT_EQ(std::get<law::roll::ConstantTorque::Params>(scene.contacts[0].model.roll).length, 0.05);
  EXPECT_EQ(scene.randoms[0].radii.low, 0.4);
  EXPECT_EQ(scene.streams[0].interval, 2.0);
  EXPECT_EQ(scene.streams[0].batch, 1);
  EXPECT_EQ(scene.streams[0].traits.spin.z, 1.5);
}

TEST(SceneReader, the_order_of_tables_does_not_matter) {
  const std::string time = "[time]\nend = \"1 s\"\n";
  const sim::Scene first = good(time + std::string(k_rest)), last = good(std::string(k_rest) + time);
  EXPECT_EQ(first.time.end, last.time.end);
  EXPECT_EQ(first.contacts.size(), last.contacts.size());
  EXPECT_EQ(first.spheres[0].traits.material, last.spheres[0].traits.material);
}

TEST(SceneReader, a_data_file_gives_bodies_locks_and_the_cell) {
  const sim::Scene scene = good(R"(
[time]
end = "1 s"
[cell]
periodic = ["x", "y"]
[[material]]
name = "glass"
[[contact]]
between = ["glass", "glass"]
normal = { law = "hooke", stiffness = "1e5 N/m", restitution = 0.5 }
[[data_file]]
path = "pack.data"
materials = ["glass", "glass"]
locked_types = [2]
cell = true
)");
  ASSERT_EQ(scene.files.size(), 1U);
  EXPECT_EQ(fs::path(scene.files[0].path), k_data / "pack.data");
  EXPECT_EQ(scene.files[0].material_of_type, (std::vector{0, 0}));
  EXPECT_EQ(scene.files[0].locks_of_type, (std::vector<sim::Locks>{0, sim::k_lock_all}));
  EXPECT_TRUE(scene.files[0].cell_from_file);
  expect_vector(scene.cell.bounds.high, 4.0, 4.0, 8.0);
}

TEST(SceneReader, windows_line_ends_a_byte_order_mark_and_dotted_keys_are_accepted) {
  std::string windows = "\xef\xbb\xbf";
  for (const char c : "time.end = \"1 s\"\n" + std::string(k_rest))
    windows += c == '\n' ? std::string("\r\n") : std::string(1, c);
  EXPECT_EQ(good(windows).time.end, 1.0);
}

TEST(SceneReader, columns_count_characters_not_bytes) {
  const ReadResult result =
      read("title = \"K\xc3\xb6rner\"\ntime = { \"\xc3\xa9\xc3\xa9\" = 1, end = 3 }\n" + std::string(k_rest));
  ASSERT_EQ(result.problems.size(), 2U) << result.problems.text();
  EXPECT_EQ(result.problems[0].column, 10);
  EXPECT_EQ(result.problems[1].column, 26);
  EXPECT_NE(result.problems[1].sentence.find("time.end = 3 has no unit; write end = \"3 s\""), std::string::npos)
      << result.problems.text();
}

TEST(SceneReader, bodies_that_cannot_meet_need_no_rule) {
  // A lone sphere above a plane: no glass-glass, no steel-steel. Held bodies touch planes and each other without a
  // rule.
  good(R"(
time.end = "1 s"
[[material]]
name = "glass"
density = "2500 kg/m^3"
[[material]]
name = "steel"
[[contact]]
between = ["steel", "glass"]
normal = { law = "hooke", stiffness = "1e5 N/m", restitution = 0.5 }
[[sphere]]
position = [0, 0, "1 mm"]
radius = "1 mm"
material = "glass"
[[lattice]]
low = [0, 0, 0]
high = ["1 cm", "1 cm", 0]
spacing = "2 mm"
radius = "1 mm"
material = "steel"
mass = "1 g"
held = true
[[plane]]
point = [0, 0, 0]
normal = [0, 0, 1]
material = "steel"
)");
}

TEST(SceneReader, spheres_may_overlap_within_the_limit_or_if_the_scene_allows_it) {
  const auto text = [](std::string_view height, std::string_view guard) {
    return "time.end = \"1 s\"\n" + std::string(guard) + std::string(k_rest) + "[[sphere]]\nposition = [0, 0, \"" +
           std::string(height) + "\"]\nradius = \"1 mm\"\nmaterial = \"glass\"\n";
  };
  EXPECT_EQ(good(text("1.81 mm", "")).spheres.size(), 2U);
  EXPECT_EQ(good(text("1.1 mm", "guard.overlap_limit = 1\n")).spheres.size(), 2U);
  EXPECT_EQ(good(text("0.1 mm", "guard.overlap = \"warn\"\n")).spheres.size(), 2U);
  EXPECT_EQ(good(text("0.1 mm", "guard.overlap = \"ignore\"\n")).spheres.size(), 2U);
  EXPECT_FALSE(read(text("1.79 mm", "")).scene.has_value());
}

TEST(SceneReader, bodies_that_cannot_move_may_overlap) {
  const sim::Scene scene =
      good("time.end = \"1 s\"\n" + std::string(k_rest) +
           "[[sphere]]\nposition = [\"1 m\", 0, 0]\nradius = \"1 mm\"\nmaterial = \"glass\"\nheld = true\n"
           "[[sphere]]\nposition = [\"1001 mm\", 0, 0]\nradius = \"1 mm\"\nmaterial = \"glass\"\nheld = true\n");
  EXPECT_EQ(scene.spheres.size(), 3U);
}

TEST(SceneReader, a_file_that_cannot_be_read_is_a_problem) {
  for (const fs::path& path : {k_data / "no_such_scene.toml", k_data}) {
    const ReadResult result = read_scene(path);
    EXPECT_FALSE(result.scene.has_value());
    ASSERT_EQ(result.problems.size(), 1U);
    EXPECT_EQ(result.problems[0].file, path.string());
  }
}

TEST(SceneReader, a_problem_is_printed_as_file_line_column_sentence) {
  const ReadResult result = read("time.end = 1\n" + std::string(k_rest));
  ASSERT_EQ(result.problems.size(), 1U);
  EXPECT_EQ(describe(result.problems[0]), "test.toml:1:12: time.end = 1 has no unit; write end = \"1 s\"");
}

TEST(SceneReader, a_fault_inside_a_data_file_is_reported_with_its_line_there) {
  const fs::path folder = fs::path(testing::TempDir()) / "scree_scene_reader_test";
  fs::create_directories(folder);
  std::ofstream(folder / "bad.data") << "title\n1 atoms\n1 atom type\n";
  const ReadResult result = read_scene_text(
      "time.end = \"1 s\"\n" + std::string(k_rest) + "[[data_file]]\npath = \"bad.data\"\nmaterials = [\"glass\"]\n",
      "test.toml", folder);
  ASSERT_EQ(result.problems.size(), 1U) << result.problems.text();
  EXPECT_EQ(fs::path(result.problems[0].file).filename(), "bad.data");
  EXPECT_EQ(result.problems[0].line, 3);
}

TEST(SceneReader, a_link_out_of_the_folder_is_refused) {
  const fs::path folder = fs::path(testing::TempDir()) / "scree_scene_reader_link_test";
  fs::remove_all(folder);
  fs::create_directories(folder);
  fs::create_symlink(fs::absolute(k_data / "pack.data"), folder / "link.data");
  const ReadResult result =
      read_scene_text("time.end = \"1 s\"\n" + std::string(k_rest) +
                          "[[data_file]]\npath = \"link.data\"\nmaterials = [\"glass\", \"glass\"]\n",
                      "test.toml", folder);
  ASSERT_EQ(result.problems.size(), 1U) << result.problems.text();
  EXPECT_NE(result.problems[0].sentence.find("a link that leaves the scene's folder"), std::string::npos);
}

}  // namespace
}  // namespace scree::io
