// Nothing that a scene says is missing in what `scree check` says: every value of tests/data/all_words*.toml is changed
// in turn.
#include <gtest/gtest.h>

#include <cctype>
#include <filesystem>
#include <fstream>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/check/check_text.h"
#include "app/commands.h"
#include "io/scene/scene_reader.h"
#include "sim/critical.h"
#include "sim/simulation.h"

namespace scree::app {
namespace {

constexpr const char* k_all_choices[] = {
    "all_words.toml",        "all_words_box.toml",       "all_words_nonsmooth.toml",
    "all_words_joints.toml", "all_words_forces.toml",    "all_words_nph.toml",
    "all_words_deform.toml", "all_words_trapezoid.toml", "all_words_lattice.toml"};

using Lines = std::vector<std::string>;

Lines lines_of(const char* file) {
  std::ifstream stream(std::filesystem::path(SCREE_TEST_DATA) / file);
  Lines lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// What check says; nothing if the scene is refused.
std::optional<std::string> told(const Lines& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  const io::ReadResult read = io::read_scene_text(text, "test.toml", SCREE_TEST_DATA);
  if (!read.scene) return {};
  const sim::Scene& scene = *read.scene;
  try {
    const Built built{.step = sim::chosen_step(scene), .skin = scene.skin, .bodies = 1};
    return scene.title + "\n" + scene_text(scene, {}, built) + step_text(scene);
  } catch (const sim::BuildError&) {
    return {};
  }
}

/// Keys whose value is a direction of any length: only another direction is another value.
bool is_direction(std::string_view key) { return key == "normal" || key == "axis" || key == "along" || key == "about"; }

/// The line without it, and with each of its numbers a little larger and each true a false.
Lines changes_of(const std::string& line) {
  Lines changes = {""};
  const std::size_t equals = line.find(" = ");
  const bool direction = is_direction(std::string_view(line).substr(0, equals));
  for (std::size_t at = equals + 3; at < line.size(); ++at) {
    if (line.compare(at, 4, "true") == 0) changes.push_back(std::string(line).replace(at, 4, "false"));
    if (line.compare(at, 5, "false") == 0) changes.push_back(std::string(line).replace(at, 5, "true"));
    const bool begins = std::isdigit(static_cast<unsigned char>(line[at])) != 0 &&
                        std::string_view(" [\"-").find(line[at - 1]) != std::string_view::npos;
    if (!begins) continue;
    std::size_t size = 0;
    const double value = std::stod(line.substr(at), &size);
    const bool is_whole = line.find_first_of(".e", at) >= at + size && line.find('"') == std::string::npos;
    if (direction ? value == 0.0 : value != 0.0)
      changes.push_back(std::string(line).replace(
          at, size, is_whole ? fmt::format("{}", value + 1.0) : fmt::format("{:.12g}", 1.02 * value)));
    at += size - 1;
  }
  return changes;
}

bool is_key(const std::string& line) { return !line.starts_with('#') && line.find(" = ") != std::string::npos; }

TEST(CheckWords, every_value_that_is_changed_changes_what_is_said) {
  // Taken out, these change nothing, since they say what holds without them.
  const std::set<std::string> defaults = {"units = \"SI\"",     "step = \"auto\"", "tilt = [0, 0, 0]",
                                          "leaving = \"stop\"", "law = \"rate\"",  "envelope = \"5 %\"",
                                          "restitution = 0.0"};
  // Bounds of the cell along an axis that is not periodic, which a vector cannot leave out.
  const std::set<std::string> not_periodic = {"low = [\"-1.02 m\", 0, 0]", "high = [\"-1.02 m\", \"1 m\", 0]"};
  int changed = 0;
  for (const char* file : k_all_choices) {
    const Lines lines = lines_of(file);
    const auto before = told(lines);
    ASSERT_TRUE(before.has_value()) << file;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (!is_key(lines[i])) continue;
      for (const std::string& change : changes_of(lines[i])) {
        if ((change.empty() && defaults.contains(lines[i])) || not_periodic.contains(change)) continue;
        Lines others = lines;
        others[i] = change;
        const auto after = told(others);
        if (!after) continue;  // required, or beyond its range
        EXPECT_NE(*after, *before) << file << ":" << i + 1 << ": " << lines[i] << " -> " << change;
        ++changed;
      }
    }
  }
  EXPECT_GT(changed, 300);
}

/// Every word of a page's left column that all these scenes together must show.
TEST(CheckWords, every_table_of_a_scene_has_its_rows) {
  std::string all;
  for (const char* file : k_all_choices) all += "\n" + told(lines_of(file)).value_or("");
  for (const char* word : {"stepper",      "time",       "rotation", "skin",     "gravity",   "cell",       "drag",
                           "Magnus force", "near field", "material", "sphere",   "ellipsoid", "box",        "lattice",
                           "random",       "stream",     "plane",    "cylinder", "sink",      "joint",      "motor",
                           "brake",        "contact",    "stop",     "guard",    "output",    "checkpoint", "measure"})
    EXPECT_NE(all.find(fmt::format("\n{:<13} ", word)), std::string::npos) << word;
}

}  // namespace
}  // namespace scree::app
