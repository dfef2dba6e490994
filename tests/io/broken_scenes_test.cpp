// Broken scenes: each file of tests/data/broken says in its first lines what must be said about it.
//
// `#! line:column: text` is one problem at that place whose sentence contains the text; `#! name:line:column: text` is
// one in an included file of the folder parts. The reader must give exactly these problems, in this order by position,
// and no others: a mistake must be found, and must not drag others behind it.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "io/text/nearest.h"
#include "io/scene/scene_reader.h"
#include "law/registry.h"

namespace scree::io {
namespace {

namespace fs = std::filesystem;

struct Expected {
  fs::path file;
  int line = 0, column = 0;
  std::string text;
};

fs::path folder() { return fs::path(SCREE_TEST_DATA) / "broken"; }

std::vector<fs::path> broken_files() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(folder()))
    if (entry.path().extension() == ".toml") files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

/// `"a", "b" or "c"`, of laws.
std::string names_of(std::string_view stage, bool all) {
  std::vector<std::string_view> names;
  for (const law::Descriptor& law : law::laws_of(stage))
    if (all || law.is_smooth()) names.push_back(law.name);
  return listed(names);
}
/// `roll "a", roll "b" and spin "c"`: the laws that have a parameter.
std::string users_of(std::string_view parameter) {
  std::vector<std::string> users;
  for (const law::Descriptor& law : law::all_laws())
    for (const law::FieldInfo& field : law.fields)
      if (field.name == parameter) users.push_back(std::string(law.stage) + " \"" + std::string(law.name) + "\"");
  return listed(std::vector<std::string_view>(users.begin(), users.end()), "and", "");
}
/// The text with the laws that there are in place of {laws of STAGE}, {smooth laws of STAGE} and {laws with PARAMETER}.
std::string with_laws(std::string text) {
  for (const std::string_view opening : {"{laws of ", "{smooth laws of ", "{laws with "})
    for (std::size_t at; (at = text.find(opening)) != std::string::npos;) {
      const std::size_t word = at + opening.size(), end = text.find('}', at);
      const std::string what = text.substr(word, end - word);
      text.replace(at, end + 1 - at,
                   opening == "{laws with " ? users_of(what) : names_of(what, opening == "{laws of "));
    }
  return text;
}

std::vector<Expected> expected_of(const fs::path& path) {
  std::ifstream stream(path);
  std::vector<Expected> list;
  for (std::string line; std::getline(stream, line) && line.starts_with("#! ");) {
    Expected expected;
    expected.file = path;
    line.erase(0, 3);
    if (const std::size_t colon = line.find(':'); line.substr(0, colon).find(".toml") != std::string::npos) {
      expected.file = folder() / "parts" / line.substr(0, colon);
      line.erase(0, colon + 1);
    }
    std::istringstream words(line);
    char colon = 0;
    words >> expected.line >> colon >> expected.column >> colon;
    std::getline(words >> std::ws, expected.text);
    expected.text = with_laws(std::move(expected.text));
    list.push_back(expected);
  }
  return list;
}

class BrokenScene : public testing::TestWithParam<fs::path> {};

TEST_P(BrokenScene, gives_exactly_the_problems_it_announces) {
  const auto expected = expected_of(GetParam());
  ASSERT_FALSE(expected.empty()) << "the file announces nothing";
  const ReadResult result = read_scene(GetParam());
  EXPECT_FALSE(result.scene.has_value());
  std::vector<bool> used(result.problems.size(), false);
  for (const Expected& e : expected) {
    bool found = false;
    for (std::size_t i = 0; i < result.problems.size() && !found; ++i) {
      const InputError& p = result.problems[i];
      found = !used[i] && p.file == e.file.string() && p.line == e.line && p.column == e.column &&
              p.sentence.find(e.text) != std::string::npos;
      if (found) used[i] = true;
    }
    EXPECT_TRUE(found) << "missing: " << e.line << ":" << e.column << ": " << e.text << "\ngot:\n"
                       << result.problems.text();
  }
  for (std::size_t i = 0; i < used.size(); ++i)
    EXPECT_TRUE(used[i]) << "not announced: " << describe(result.problems[i]);
}

TEST_P(BrokenScene, reports_its_errors_in_the_order_of_the_file) {
  const ReadResult result = read_scene(GetParam());
  for (std::size_t i = 1; i < result.problems.size(); ++i) {
    const InputError &p = result.problems[i - 1], &q = result.problems[i];
    EXPECT_LE(std::tie(p.file, p.line, p.column), std::tie(q.file, q.line, q.column));
  }
}

INSTANTIATE_TEST_SUITE_P(of_the_folder, BrokenScene, testing::ValuesIn(broken_files()),
                         [](const auto& file) { return file.param.stem().string(); });

TEST(BrokenScenes, are_at_least_ninety) { EXPECT_GE(broken_files().size(), 90U); }

}  // namespace
}  // namespace scree::io
