// The page about scenes (docs/scene.md) names the laws that there are, each with its parameters and no others.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <set>
#include <string>

#include "io/scene/law_catalog.h"

namespace scree::io {
namespace {

using Words = std::set<std::string>;

/// Words in back quotes.
Words quoted(const std::string& text) {
  Words words;
  for (std::size_t at = text.find('`'); at != std::string::npos; at = text.find('`', at + 1)) {
    const std::size_t end = text.find('`', at + 1);
    words.insert(text.substr(at + 1, end - at - 1));
    at = end;
  }
  return words;
}

/// The row `| stage | `law` | parameters | ...` of the table of laws, split at its bars; empty if there is none.
std::string parameters_in_page(const LawInfo& law) {
  std::ifstream page(std::filesystem::path(SCREE_TEST_DATA) / "../../docs/scene.md");
  EXPECT_TRUE(page.is_open());
  const std::string head = "| " + std::string(law.stage) + " | `" + std::string(law.name) + "` | ";
  for (std::string line; std::getline(page, line);)
    if (line.starts_with(head)) {
      EXPECT_EQ(line.find("on `tracked` only") != std::string::npos, law.needs_tracked) << line;
      EXPECT_EQ(line.find("; `nonsmooth` only") != std::string::npos, law.steppers == Steppers::nonsmooth) << line;
      EXPECT_EQ(line.find("; not under `nonsmooth`") != std::string::npos, law.steppers == Steppers::smooth) << line;
      EXPECT_EQ(line.find("; under `nonsmooth` with ") != std::string::npos,
                law.steppers == Steppers::all && !law.not_rigid.empty())
          << line;
      return line.substr(head.size(), line.find(" |", head.size()) - head.size());
    }
  return {};
}

TEST(ScenePage, names_every_law_with_its_parameters) {
  for (const LawInfo& law : law_catalog()) {
    Words expected;
    for (const FieldInfo& field : law.fields) expected.insert(std::string(field.name));
    EXPECT_EQ(quoted(parameters_in_page(law)), expected) << law.stage << " " << law.name;
  }
}

TEST(ScenePage, names_no_law_that_there_is_not) {
  std::ifstream page(std::filesystem::path(SCREE_TEST_DATA) / "../../docs/scene.md");
  std::size_t rows = 0;
  for (std::string line; std::getline(page, line);)
    for (const std::string_view stage : k_stage_choices) rows += line.starts_with("| " + std::string(stage) + " | `");
  EXPECT_EQ(rows, law_catalog().size());
}

}  // namespace
}  // namespace scree::io
