// A scene that was made by hand is judged by the rules of files: the same sentence, with the path of the value for its
// line.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "io/scene/scene_reader.h"
#include "io/scene/validate.h"
#include "scene/tables.h"

namespace scree::io {
namespace {

namespace fs = std::filesystem;
using scene::Key, scene::Kind, scene::Table;

std::vector<sim::Scene> sound_scenes() {
  std::vector<sim::Scene> scenes;
  for (const fs::path& folder : {fs::path(SCREE_TEST_DATA), fs::path(SCREE_SCENES)})
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == ".toml" && entry.path().string().find("_study") == std::string::npos)
        if (ReadResult read = read_scene(entry.path()); read.scene) scenes.push_back(std::move(*read.scene));
  return scenes;
}

TEST(Validate, a_sound_scene_has_no_findings) {
  const auto scenes = sound_scenes();
  EXPECT_GE(scenes.size(), 17U);
  for (const sim::Scene& scene : scenes)
    for (const Finding& finding : validate(scene))
      ADD_FAILURE() << scene.title << ": " << finding.path << ": " << finding.sentence;
}

/// Values that a key must refuse.
std::vector<double> bad_values(const Key& key) {
  if (key.kind == Kind::count) return {static_cast<double>(key.low - 1), static_cast<double>(key.high + 1)};
  std::vector<double> bad = {std::numeric_limits<double>::infinity()};
  if (key.range != Range::any) bad.push_back(-1.0);
  if (key.range == Range::positive || key.range == Range::fraction) bad.push_back(0.0);
  if (key.range == Range::fraction || key.range == Range::zero_to_one) bad.push_back(2.0);
  return bad;
}
/// The first number under a key.
void put(const Key& key, void* item, double value) {
  void* at = key.at(item);
  if (key.kind == Kind::count)
    *static_cast<std::int64_t*>(at) = static_cast<std::int64_t>(value);
  else if (key.kind == Kind::radii)
    *static_cast<sim::Radii*>(at) = {value, value};
  else
    *static_cast<double*>(at) = value;
}
std::string written_by_hand(const Key& key, const std::string& unit, double value, sim::Units units) {
  if (key.kind == Kind::count) return fmt::format("{}", static_cast<std::int64_t>(value));
  if (std::isinf(value)) return "inf";
  const bool is_bare = unit == "1" || value == 0.0 || (units == sim::Units::reduced && !key.is_wall_time);
  return is_bare ? fmt::format("{}", value) : fmt::format("\"{} {}\"", value, unit);
}

/// The text of the sound scene with this value under the key, whether that stood there or not.
std::string with_value(const sim::Scene& scene, const std::string& table, std::string_view key,
                       const std::string& value) {
  const WrittenScene written = write_scene(scene);
  std::string text;
  bool is_put = false;
  std::size_t begin = 0;
  const std::string line_of_key = fmt::format("{} = {}\n", key, value);
  if (table.empty() && written.text.find(fmt::format("\n{} = ", key)) == written.text.npos &&
      !written.text.starts_with(fmt::format("{} = ", key)))
    text = line_of_key, is_put = true;
  std::string path = table.empty() ? std::string(key) : fmt::format("{}.{}", table, key);
  const bool is_there = [&] {
    for (int i = 1; i <= static_cast<int>(written.lines.size()); ++i)
      if (written.path_at(i) == path) return true;
    return false;
  }();
  for (int i = 1; i <= static_cast<int>(written.lines.size()); ++i) {
    const std::size_t end = written.text.find('\n', begin);
    const std::string line = written.text.substr(begin, end + 1 - begin);
    begin = end + 1;
    const bool is_line = written.path_at(i) == path;
    text += is_line ? line_of_key : line;
    if (!is_there && !is_put && written.path_at(i) == table && line.starts_with('['))
      text += line_of_key, is_put = true;
    is_put = is_put || is_line;
  }
  if (!is_put) text += fmt::format("\n[{}]\n{}", table, line_of_key);
  return text;
}

bool is_number(const Key& key) {
  return key.at != nullptr && (key.kind == Kind::quantity || key.kind == Kind::count || key.kind == Kind::radii);
}

/// The key of this item of a table, with each value that it must refuse: in the scene, and in its file.
void expect_refused(const sim::Scene& sound, const Table& table, std::size_t index, const Key& key) {
  const std::string place = table.is_list ? fmt::format("{}[{}]", table.path, index) : std::string(table.path);
  const std::string path = place.empty() ? std::string(key.name) : fmt::format("{}.{}", place, key.name);
  for (const double bad : bad_values(key)) {
    if (key.name == "limit" && std::isinf(bad)) continue;  // of a drive: it has none
    SCOPED_TRACE(fmt::format("{} = {}", path, bad));
    sim::Scene scene = sound;
    void* const item = table.items(scene)[index];
    put(key, item, bad);
    const auto findings = validate(scene);
    const auto at = std::find_if(findings.begin(), findings.end(), [&](const Finding& f) { return f.path == path; });
    ASSERT_NE(at, findings.end()) << (findings.empty() ? "" : findings[0].path + ": " + findings[0].sentence);
    const std::string value = written_by_hand(key, unit_of(key, item), bad, sound.units);
    const std::vector<SceneText> texts = {{"test.toml", with_value(sound, place, key.name, value)}};
    const ReadResult read = read_scene_texts(texts);
    const auto description = [&](const InputError& p) { return p.sentence == at->sentence; };
    EXPECT_TRUE(std::any_of(read.problems.begin(), read.problems.end(), description))
        << at->sentence << "\n"
        << read.problems.text() << texts[0].text;
  }
}

TEST(Validate, a_number_out_of_its_range_is_refused_with_its_path_and_the_message_of_a_file) {
  std::set<const Key*> checked;
  for (sim::Scene sound : sound_scenes())
    for (const Table* table : scene::tables()) {
      const auto items = table->items(sound);
      for (std::size_t i = 0; i < std::min<std::size_t>(items.size(), 3); ++i)
        table->each([&](const Key& key) {
          const bool is_written = key.when == nullptr || key.when(items[i]);
          if (is_number(key) && is_written && checked.insert(&key).second) expect_refused(sound, *table, i, key);
        });
    }
  for (const Table* table : scene::tables())
    table->each([&](const Key& key) {
      EXPECT_TRUE(!is_number(key) || checked.contains(&key)) << table->path << "." << key.name << " is in no scene";
    });
  EXPECT_GE(checked.size(), 60U);
}

sim::Scene two_spheres() {
  sim::Scene scene;
  scene.materials.push_back({"glass", 2500.0});
  law::Model model;
  model.normal = law::normal::Hooke::Params{.stiffness = 1e4, .restitution = 0.5};
  scene.contacts.push_back({0, 0, model});
  scene.time.end = 1.0;
  for (const double x : {0.0, 0.0021}) {
    scene.spheres.emplace_back();
    scene.spheres.back().position.x = x, scene.spheres.back().radius = 1e-3;
  }
  return scene;
}

/// Exactly one finding, with this path and a sentence that has this part.
void expect_finding(const sim::Scene& scene, const std::string& path, const std::string& part) {
  const auto findings = validate(scene);
  std::string all;
  for (const Finding& f : findings) all += f.path + ": " + f.sentence + "\n";
  ASSERT_EQ(findings.size(), 1U) << all << "expected: " << path << ": " << part;
  EXPECT_EQ(findings[0].path, path) << all;
  EXPECT_NE(findings[0].sentence.find(part), std::string::npos) << all;
}

TEST(Validate, names_the_place_of_what_contradicts_itself) {
  EXPECT_TRUE(validate(two_spheres()).empty());
  sim::Scene scene = two_spheres();
  scene.spheres[1].traits.material = 7;
  expect_finding(scene, "sphere[1].material", "names the material \"material 7\", which no [[material]] has");
  scene = two_spheres();
  scene.spheres[1].position.y = std::nan("");
  expect_finding(scene, "sphere[1].position", "is not a finite number");
  scene = two_spheres();
  scene.spheres[1].position.x = 1e-4;
  expect_finding(scene, "sphere[1].position", "overlap");
  scene = two_spheres();
  scene.contacts.push_back(scene.contacts[0]);
  expect_finding(scene, "contact[1].between", "is already given");
  scene = two_spheres();
  scene.output.dump = true;
  expect_finding(scene, "output.frames", "output.frames_every does not say how often");
  scene = two_spheres();
  std::get<law::normal::Hooke::Params>(scene.contacts[0].model.normal).stiffness = -2.0;
  expect_finding(scene, "contact[0].normal.stiffness", "is negative; it must be > 0");
  scene = two_spheres();
  scene.joints.emplace_back();
  scene.joints[0].a = {sim::BodyRef::Of::spheres, 0};
  expect_finding(scene, "joint[0]", "joints need stepper");
  scene = two_spheres();
  scene.guard.speed = static_cast<sim::Alarm>(9);
  expect_finding(scene, "guard.speed", "is not a valid choice");
}

TEST(Validate, reports_errors_that_no_file_can_contain) {
  sim::Scene scene = two_spheres();
  scene.spheres[0].name = "caf\xe9";
  expect_finding(scene, "sphere[0].name", "is not UTF-8");
  scene = two_spheres();
  scene.sinks.push_back({"s", {0, 0, -1}, {0, 0, 2}});
  expect_finding(scene, "sink[0].normal", "has the length 2; a direction in a scene has length 1");
  scene = two_spheres();
  scene.lattices.emplace_back();
  scene.lattices[0].region = {{0, 1, 0}, {1, 1, 0}};
  scene.lattices[0].spacing = 0.5, scene.lattices[0].radius = 0.1, scene.lattices[0].jitter = 0.01;
  scene.lattices[0].seed = ~std::uint64_t{0} >> 1;
  EXPECT_TRUE(validate(scene).empty());
  scene.lattices[0].seed += 1;
  EXPECT_EQ(validate(scene).front().path, "lattice[0].seed");
  EXPECT_NE(validate(scene).front().sentence.find("the largest whole number of a file"), std::string::npos);
  scene = two_spheres();
  scene.solids.resize(2);
  for (sim::OneSolid& solid : scene.solids) solid.half = {0.1, 0.1, 0.1};
  scene.solids[0].kind = shape::BodyShape::box;
  scene.solids[0].position.z = 1.0, scene.solids[1].position.z = 2.0;
  expect_finding(scene, "Scene::solids[1]", "an ellipsoid comes after a box");
}

}  // namespace
}  // namespace scree::io
