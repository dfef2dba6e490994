// Properties of the reader over all keys of a scene and all laws of the list: no key is ignored, no law is left out, no
// text breaks it.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "io/scene/law_catalog.h"
#include "io/text/nearest.h"
#include "io/scene/scene_reader.h"

namespace scree::io {
namespace {

constexpr const char* k_all_choices[] = {"all_words.toml",        "all_words_box.toml",    "all_words_nonsmooth.toml",
                                         "all_words_joints.toml", "all_words_forces.toml", "all_words_nph.toml",
                                         "all_words_deform.toml", "all_words_lattice.toml"};

std::vector<std::string> lines_of(const char* file) {
  std::ifstream stream(std::filesystem::path(SCREE_TEST_DATA) / file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string joined_text(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

ReadResult read(std::string_view text) { return read_scene_text(text, "test.toml", SCREE_TEST_DATA); }

bool has_problem_at(const ReadResult& result, int line) {
  for (const InputError& problem : result.problems)
    if (problem.line == line) return true;
  return false;
}

TEST(SceneReaderProperty, no_key_is_ignored) {
  int keys = 0;
  for (const char* file : k_all_choices) {
    const auto lines = lines_of(file);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::size_t equals = lines[i].find(" = ");
      if (equals == std::string::npos || lines[i].starts_with('#')) continue;
      auto changed = lines;
      changed[i].insert(equals, "q");
      const ReadResult result = read(joined_text(changed));
      // A renamed `law` is reported at its table, since without a law it is not known which keys are right.
      if (!lines[i].starts_with("law")) {
        EXPECT_TRUE(has_problem_at(result, static_cast<int>(i + 1))) << changed[i] << "\n" << result.problems.text();
      }
      EXPECT_FALSE(result.scene.has_value());
      ++keys;
    }
  }
  EXPECT_GT(keys, 100);
}

TEST(SceneReaderProperty, no_table_is_ignored) {
  for (const char* file : k_all_choices) {
    const auto lines = lines_of(file);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (!lines[i].starts_with('[')) continue;
      auto changed = lines;
      changed[i].insert(changed[i].find(']'), "q");
      EXPECT_FALSE(read(joined_text(changed)).scene.has_value()) << changed[i];
    }
  }
}

TEST(SceneReaderProperty, a_scene_without_bodies_is_refused_whatever_else_is_in_it) {
  const std::set<std::string> bodies = {"[[sphere]]",  "[[ellipsoid]]", "[ellipsoid.orientation]",
                                        "[[lattice]]", "[[random]]",    "[[stream]]"};
  std::vector<std::string> rest;
  bool kept = true;
  for (const std::string& line : lines_of("all_words.toml")) {
    if (line.starts_with('[')) kept = !bodies.contains(line);
    if (kept) rest.push_back(line);
  }
  const ReadResult result = read(joined_text(rest));
  ASSERT_EQ(result.problems.size(), 1U) << result.problems.text();
  EXPECT_NE(result.problems[0].sentence.find("has no bodies"), std::string::npos) << result.problems.text();
}

TEST(SceneReaderProperty, every_value_is_checked) {
  for (const char* file : k_all_choices) {
    const auto lines = lines_of(file);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::size_t equals = lines[i].find(" = ");
      if (equals == std::string::npos || lines[i].starts_with('#')) continue;
      auto changed = lines;
      changed[i] = lines[i].substr(0, equals) + " = 1979-05-27";  // a date is never right
      const ReadResult result = read(joined_text(changed));
      EXPECT_TRUE(has_problem_at(result, static_cast<int>(i + 1))) << changed[i] << "\n" << result.problems.text();
    }
  }
}

TEST(SceneReaderProperty, a_scene_is_given_exactly_if_there_are_no_problems) {
  const std::string text = joined_text(lines_of("all_words.toml"));
  for (std::size_t size = 0; size < text.size(); size += 3) {
    const ReadResult result = read(std::string_view(text).substr(0, size));
    ASSERT_EQ(result.scene.has_value(), result.problems.empty()) << size;
  }
  // Single characters replaced by ones that mean something to TOML or to numbers.
  for (std::size_t at = 0; at < text.size(); at += 7)
    for (const char c : {'"', '=', '-', '[', '{', '9', '\0', '\xff'}) {
      std::string changed = text;
      changed[at] = c;
      const ReadResult result = read(changed);
      ASSERT_EQ(result.scene.has_value(), result.problems.empty()) << at;
    }
}

/// One stage with the given law: required fields and one of each group, each 0.5 of its unit; `lines` are key = value.
struct StageText {
  std::vector<std::pair<std::string, std::string>> entries;
  std::string text() const {
    std::string all;
    for (const auto& [key, value] : entries) all += "\n" + key + " = " + value;
    return all;
  }
};

std::string value_text(const FieldInfo& field) {
  if (field.is_word()) return "\"" + std::string(field.choices.back()) + "\"";
  return field.unit == "1" ? "0.5" : "\"0.5 " + std::string(field.unit) + "\"";
}

StageText minimal(const LawInfo& law, const FieldInfo* preferred = nullptr) {
  StageText stage{{{"law", "\"" + std::string(law.name) + "\""}}};
  std::set<std::string_view> groups;
  if (preferred != nullptr && preferred->need == Need::one_of) groups.insert(preferred->group);
  const auto add = [&](const FieldInfo& field) {
    stage.entries.emplace_back(field.name, value_text(field));
    for (const FieldInfo& other : law.fields)
      if (!field.only_with.empty() && other.name == field.only_with)
        stage.entries.emplace_back(other.name, value_text(other));
  };
  if (preferred != nullptr) add(*preferred);
  if (preferred != nullptr && !preferred->only_with.empty())
    for (const FieldInfo& other : law.fields)
      if (other.name == preferred->only_with && other.need == Need::one_of) groups.insert(other.group);
  for (const FieldInfo& field : law.fields) {
    if (&field == preferred) continue;
    if (field.need == Need::required || (field.need == Need::one_of && groups.insert(field.group).second)) add(field);
  }
  return stage;
}

/// A law for the stepper `nonsmooth` alone gets it, and the choice of friction under which its coefficients may differ.
std::string scene_with(const LawInfo& law, const StageText& text) {
  const std::string_view stage = law.stage;
  // every law runs on it
  const std::string kinematics = stage == "kinematics" ? "" : "kinematics = { law = \"tracked\" }\n";
  const std::string stepper =
      law.steppers == Steppers::nonsmooth
          ? "stepper = \"nonsmooth\"\ntime.step = \"1 ms\"\nnonsmooth.friction = \"static-kinetic\"\n"
          : "";
  std::string normal =
      stage == "normal" ? "" : "\n[contact.normal]\nlaw = \"hooke\"\nstiffness = \"1 N/m\"\ndamping = 0\n";
  return stepper +
         "time.end = \"1 s\"\n[[material]]\nname = \"a\"\ndensity = \"1 kg/m^3\"\n[[sphere]]\nposition = [0, 0, "
         "0]\nradius "
         "= \"1 m\"\n"
         "material = \"a\"\n[[contact]]\nbetween = [\"a\", \"a\"]\n" +
         kinematics + normal + "[contact." + std::string(stage) + "]" + text.text() + "\n";
}

int chosen(const law::Model& model, std::string_view stage) {
  if (stage == "kinematics") return law::law_index(model.kinematics);
  if (stage == "normal") return law::law_index(model.normal);
  if (stage == "slide") return law::law_index(model.slide);
  if (stage == "roll") return law::law_index(model.roll);
  return law::law_index(model.spin);
}

TEST(SceneReaderProperty, every_law_of_the_list_can_be_chosen) {
  for (const std::string_view stage : k_stage_choices) {
    int index = 0;
    for (const LawInfo& law : laws_of(stage)) {
      const ReadResult result = read(scene_with(law, minimal(law)));
      ASSERT_TRUE(result.scene.has_value()) << stage << " " << law.name << "\n" << result.problems.text();
      EXPECT_EQ(chosen(result.scene->contacts[0].model, stage), index) << law.name;
      ++index;
    }
  }
}

TEST(SceneReaderProperty, a_law_runs_under_the_steppers_of_the_catalog) {
  for (const LawInfo& law : law_catalog())
    for (const auto& [kind, stepper] : sim::k_steppers) {
      const bool rigid = stepper.is_rigid();
      // Laws that run with some parameters only do with the first alternative of each group, which is what `minimal`
      // takes.
      const std::string frame = "stepper = \"" + std::string(stepper.word) + "\"\ntime.step = \"1 ms\"\n" +
                                (rigid ? "nonsmooth.friction = \"static-kinetic\"\n" : "") +
                                std::string(stepper.example);
      std::string text = scene_with(law, minimal(law));
      const ReadResult result = read(frame + text.substr(text.find("time.end")));
      const bool runs = law.steppers == Steppers::all || (law.steppers == Steppers::nonsmooth) == rigid;
      EXPECT_EQ(result.scene.has_value(), runs) << law.stage << " " << law.name << " under " << stepper.word << "\n"
                                                << result.problems.text();
      EXPECT_EQ(result.problems.size(), runs ? 0U : 1U) << result.problems.text();
    }
}

TEST(SceneReaderProperty, every_field_of_every_law_can_be_given_and_arrives) {
  // The number that arrives in the Params is found by walking the same law's fields with its types.
  const auto check = [](auto laws, std::string_view stage, auto member_of_model) {
    law::for_each(laws, [&]<class L>(int index) {
      const LawInfo& law = laws_of(stage)[static_cast<std::size_t>(index)];
      for (std::size_t i = 0; i < law.fields.size(); ++i) {
        const FieldInfo& field = law.fields[i];
        const ReadResult result = read(scene_with(law, minimal(law, &field)));
        ASSERT_TRUE(result.scene.has_value()) << stage << " " << law.name << "." << field.name << "\n"
                                              << result.problems.text();
        const auto& params = std::get<typename L::Params>(result.scene->contacts[0].model.*member_of_model);
        const double arrived =
            std::visit([&](auto member) { return static_cast<double>(params.*member); }, L::fields[i].member);
        EXPECT_EQ(arrived, field.is_word() ? static_cast<double>(field.choices.size() - 1) : 0.5)
            << law.name << "." << field.name;
      }
    });
  };
  check(law::Kinematics{}, "kinematics", &law::Model::kinematics);
  check(law::AllNormals{}, "normal", &law::Model::normal);
  check(law::AllSlides{}, "slide", &law::Model::slide);
  check(law::AllRolls{}, "roll", &law::Model::roll);
  check(law::AllSpins{}, "spin", &law::Model::spin);
}

TEST(SceneReaderProperty, every_field_of_every_law_refuses_what_is_wrong_for_it) {
  for (const LawInfo& law : law_catalog())
    for (const FieldInfo& field : law.fields) {
      const auto refused = [&](const std::string& value, std::string_view part) {
        StageText stage = minimal(law, &field);
        for (auto& [key, written] : stage.entries)
          if (key == field.name) written = value;
        const ReadResult result = read(scene_with(law, stage));
        ASSERT_EQ(result.problems.size(), 1U) << law.name << "." << field.name << " = " << value << "\n"
                                              << result.problems.text();
        EXPECT_NE(result.problems[0].sentence.find(part), std::string::npos) << result.problems.text();
      };
      if (field.is_word()) {
        refused("\"nonsense\"", "is not a valid choice");
        continue;
      }
      if (field.unit != "1")
        refused("0.5", "has no unit; write " + std::string(field.name) + " = \"0.5 " + std::string(field.unit) + "\"");
      refused("\"0.5 K\"", "is expected");  // no law has a temperature
      refused("\"0.5 nonsense\"", "has the unknown unit \"nonsense\"");
      refused("nan", "is not a finite number");
      refused("true", "is expected");
      const std::string unit = field.unit == "1" ? "" : " " + std::string(field.unit);
      const auto number = [&](const std::string& text) { return unit.empty() ? text : "\"" + text + unit + "\""; };
      if (field.range != Range::any) refused(number("-0.5"), "is negative; it must be");
      if (field.range == Range::positive || field.range == Range::fraction) refused("0", "is zero; it must be > 0");
      if (field.range == Range::fraction || field.range == Range::zero_to_one)
        refused(number("1.5"), "is greater than 1; it must be");
    }
}

TEST(SceneReaderProperty, a_field_that_must_not_be_below_another_may_equal_it) {
  int bounds = 0;
  for (const LawInfo& law : law_catalog())
    for (const FieldInfo& field : law.fields) {
      if (field.not_below.empty()) continue;
      ++bounds;
      const auto read_with = [&](double value) {
        StageText stage = minimal(law);
        for (auto& [key, written] : stage.entries)
          if (key == field.name)
            written = field.unit == "1" ? std::to_string(value)
                                        : "\"" + std::to_string(value) + " " + std::string(field.unit) + "\"";
        return read(scene_with(law, stage));
      };
      EXPECT_TRUE(read_with(0.5).scene.has_value()) << law.name;
      EXPECT_TRUE(read_with(0.75).scene.has_value()) << law.name;
      const ReadResult result = read_with(0.25);
      ASSERT_EQ(result.problems.size(), 1U) << result.problems.text();
      EXPECT_NE(
          result.problems[0].sentence.find(" is below " + std::string(field.not_below) + " = 0.5; it must not be"),
          std::string::npos)
          << result.problems.text();
    }
  EXPECT_GE(bounds, 4);
}

TEST(SceneReaderProperty, two_exclusive_keys_are_both_named) {
  for (const LawInfo& law : law_catalog())
    for (const FieldInfo& first : law.fields)
      for (const FieldInfo& second : law.fields) {
        if (first.group.empty() || first.group != second.group || first.name == second.name) continue;
        StageText stage = minimal(law, &first);
        const auto add = [&](const FieldInfo& field) {
          for (const auto& [key, value] : stage.entries)
            if (key == field.name) return;
          stage.entries.emplace_back(field.name, value_text(field));
        };
        add(second);
        for (const FieldInfo& partner : law.fields)
          if (partner.name == second.only_with) add(partner);
        const ReadResult result = read(scene_with(law, stage));
        ASSERT_EQ(result.problems.size(), 1U) << result.problems.text();
        for (const FieldInfo* field : {&first, &second})
          EXPECT_NE(result.problems[0].sentence.find("`" + std::string(field->name) + "`"), std::string::npos)
              << result.problems.text();
        EXPECT_NE(result.problems[0].sentence.find("which are alternatives"), std::string::npos)
            << result.problems.text();
      }
}

}  // namespace
}  // namespace scree::io
