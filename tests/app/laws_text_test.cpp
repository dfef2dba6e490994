// `scree laws` prints what `fields` says, all of it, and stays readable.
#include "app/laws/laws_text.h"

#include <gtest/gtest.h>

#include <sstream>

#include "io/scene/law_catalog.h"

namespace scree::app {
namespace {

TEST(LawsText, names_every_law_every_source_and_every_parameter) {
  const std::string text = laws_text();
  for (const io::LawInfo& law : io::law_catalog()) {
    const std::size_t at =
        text.find("\n  " + std::string(law.name) + " ", text.find("\n" + std::string(law.stage) + ":"));
    ASSERT_NE(at, std::string::npos) << law.name;
    const std::string part = text.substr(at, text.find("\n\n", at + 1) - at);
    EXPECT_NE(part.find(law.source), std::string::npos) << law.name;
    EXPECT_NE(part.find("\n    " + std::string(law.equation.substr(0, law.equation.find_first_of(",;\n")))),
              std::string::npos)
        << part;
    EXPECT_EQ(part.find("(under stepper \"nonsmooth\" only)") != std::string::npos,
              law.steppers == io::Steppers::nonsmooth)
        << part;
    EXPECT_EQ(part.find("(not under stepper \"nonsmooth\": ") != std::string::npos,
              law.steppers == io::Steppers::smooth)
        << part;
    EXPECT_EQ(part.find("under stepper \"nonsmooth\": ") != std::string::npos, !law.not_rigid.empty()) << part;
    const std::string_view energy = law.creates_energy.empty() ? "creates none\n" : law.creates_energy.substr(0, 40);
    EXPECT_NE(part.find("\n    energy: " + std::string(energy)), std::string::npos) << part;
    for (const io::FieldInfo& field : law.fields) {
      EXPECT_NE(part.find("  " + std::string(field.name) + " "), std::string::npos) << law.name << "." << field.name;
      for (const std::string_view word : field.choices) EXPECT_NE(part.find(word), std::string::npos) << word;
    }
  }
}

TEST(LawsText, is_at_most_120_columns_wide) {
  std::istringstream lines(laws_text());
  for (std::string line; std::getline(lines, line);) {
    EXPECT_LE(line.size(), 120U) << line;
    EXPECT_TRUE(line.empty() || line.back() != ' ') << line;
  }
}

}  // namespace
}  // namespace scree::app
