// The list of steppers: descriptors are complete, agree with the engines that they make, and every refusal is one that
// a scene meets, in a file and made by hand. The tests know no stepper by name.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>

#include <fmt/format.h>

#include "io/scene/scene_reader.h"
#include "sim/build.h"
#include "sim/critical.h"
#include "sim/simulation.h"
#include "sim/steppers.h"
#include "step/smooth.h"

namespace scree::sim {
namespace {

/// Lines of a scene that ask for a feature: keys of the root, and tables.
struct Asking {
  Feature feature;
  std::string root, tables;
};
const std::vector<Asking>& askings() {
  const std::string solid =
      "position = [\"{} m\", \"7 m\", \"4 m\"]\n{} = [\"1 m\", \"1 m\", \"1 m\"]\nmaterial = \"m\"\n";
  const auto box = [&](int x) { return "[[box]]\n" + fmt::format(fmt::runtime(solid), x, "size"); };
  static const std::vector<Asking> list = {
      {Feature::joints, "", "[[joint]]\nkind = \"fixed\"\nbetween = [\"a\"]\n"},
      {Feature::motors, "", "[[motor]]\nbetween = [\"a\"]\nalong = [1, 0, 0]\nvelocity = \"1 m/s\"\n"},
      {Feature::brakes, "", "[[brake]]\nbetween = [\"a\"]\nalong = [1, 0, 0]\nlimit = \"1 N\"\n"},
      {Feature::cylinders, "",
       "[[cylinder]]\npoint = [\"4 m\", \"4 m\", 0]\naxis = [0, 0, 1]\nradius = \"2 m\"\nmaterial = \"m\"\n"},
      {Feature::carried_planes, "",
       "[[plane]]\non = \"a\"\npoint = [0, 0, \"1 m\"]\nnormal = [0, 0, 1]\nmaterial = \"m\"\n"},
      {Feature::planes, "", "[[plane]]\npoint = [0, 0, \"1 m\"]\nnormal = [0, 0, 1]\nmaterial = \"m\"\n"},
      {Feature::ellipsoids, "", "[[ellipsoid]]\n" + fmt::format(fmt::runtime(solid), 2, "axes")},
      {Feature::boxes, "", box(2)},
      {Feature::box_pairs, "", box(2) + box(6)},
      {Feature::unfree_bodies, "",
       "[[sphere]]\nposition = [\"2 m\", \"2 m\", \"4 m\"]\nradius = \"0.5 m\"\nmaterial = \"m\"\nlock = [\"x\"]\n"},
      {Feature::streams, "",
       "[[stream]]\nlow = [\"6 m\", \"6 m\", \"6 m\"]\nhigh = [\"8 m\", \"8 m\", \"8 m\"]\nradius = \"0.1 m\"\n"
       "rate = \"1 1/s\"\nbatch = 1\ncount = 1\nmaterial = \"m\"\n"},
      {Feature::sinks, "", "[[sink]]\npoint = [0, 0, \"-5 m\"]\nnormal = [0, 0, 1]\n"},
      {Feature::gravity, "gravity = [0, 0, \"-9.81 m/s^2\"]\n", ""},
      {Feature::forces, "forces.drag = \"1 N s/m\"\n", ""},
      {Feature::no_cell, "", ""},
      {Feature::open_axes, "cell = { periodic = [\"x\"], low = [0, 0, 0], high = [\"9 m\", \"9 m\", \"9 m\"] }\n", ""},
      {Feature::skin, "skin = \"1 mm\"\n", ""},
      {Feature::impact_speed, "time.impact_speed = \"1 m/s\"\n", ""},
  };
  return list;
}

/// The lines without those that begin so.
std::string without(const std::string& text, std::string_view begin) {
  std::string rest;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1) + 1;
    if (!std::string_view(text).substr(at).starts_with(begin)) rest += text.substr(at, end - at);
    at = end;
  }
  return rest;
}

constexpr std::string_view k_step = "time.step = \"0.1 ms\"\n";

/// One sphere under a stepper, and what asks for a feature.
std::string scene_text(const StepperDescriptor& stepper, const Asking* asking = nullptr,
                       std::string_view step = k_step) {
  std::string example(stepper.example);
  const bool has_own_cell = asking && (asking->feature == Feature::no_cell || asking->feature == Feature::open_axes);
  const bool has_own_step = asking && asking->feature == Feature::impact_speed;
  if (has_own_cell) example = without(example, "cell =");
  return fmt::format("stepper = \"{}\"\ntime.end = \"1 s\"\n{}{}{}", stepper.word, has_own_step ? "" : step, example,
                     asking ? asking->root : "") +
         "[[material]]\nname = \"m\"\ndensity = \"1000 kg/m^3\"\n[[contact]]\nbetween = [\"m\", \"m\"]\n"
         "normal = { law = \"hertz\", effective_modulus = \"1e6 Pa\", restitution = 0.5 }\n"
         "[[sphere]]\nname = \"a\"\nposition = [\"4 m\", \"4 m\", \"4 m\"]\nradius = \"0.5 m\"\nmaterial = \"m\"\n" +
         (asking ? asking->tables : "");
}

bool has_problem(const io::ReadResult& result, const std::string& sentence) {
  return std::any_of(result.problems.begin(), result.problems.end(),
                     [&](const io::InputError& p) { return p.sentence.find(sentence) != std::string::npos; });
}

std::string thrown_by(const auto& f) {
  try {
    f();
  } catch (const BuildError& e) {
    return e.what;
  }
  return {};
}

TEST(Steppers, have_complete_descriptors) {
  for (const auto& [kind, d] : k_steppers) {
    EXPECT_FALSE(d.word.empty() || d.description.empty() || d.source.empty());
    EXPECT_TRUE(d.make != nullptr && d.ledger_order != nullptr) << d.word;
    EXPECT_GE(d.damping_factor, 1.0) << d.word;
    EXPECT_FALSE(d.is_rigid() && d.is_implicit) << d.word;
    EXPECT_EQ(&descriptor_of(kind).word, &d.word);
    if (d.needs_table) {
      EXPECT_NE(d.example.find(d.word), std::string_view::npos) << d.word;
    }
    const int order = d.ledger_order(Scene{});
    EXPECT_TRUE(order == 1 || order == 2) << d.word;
    std::set<Feature> refused;
    for (const FeatureRefusal& r : d.refuses) {
      EXPECT_TRUE(refused.insert(r.feature).second) << d.word << " refuses a feature twice: " << r.why;
      EXPECT_FALSE(refusal(d, r.feature, "it").empty()) << d.word;
      EXPECT_EQ(refusal(d, r.feature, "it").find('{'), std::string::npos) << refusal(d, r.feature, "it");
    }
  }
}

TEST(Steppers, build_the_engines_of_their_descriptors) {
  for (const auto& [kind, d] : k_steppers) {
    const auto result = io::read_scene_text(scene_text(d), "scene.toml", ".");
    ASSERT_TRUE(result.scene.has_value()) << d.word << "\n" << result.problems.text();
    EXPECT_EQ(result.scene->stepper, kind);
    const auto engine = build_engine(*result.scene, build_world(*result.scene), 1e-4, "");
    const auto* smooth = dynamic_cast<const step::Smooth*>(engine.get());
    EXPECT_EQ(smooth == nullptr, d.is_rigid()) << d.word;
    if (smooth != nullptr) {
      EXPECT_EQ(smooth->stepper().synchronises(), d.is_synchronised) << d.word;
      EXPECT_EQ(smooth->stepper().moves_cell(), d.moves_cell()) << d.word;
    }
    Simulation simulation(*result.scene);
    simulation.advance(1);
    EXPECT_EQ(simulation.report().solver.has_value(), d.is_rigid()) << d.word;
    EXPECT_EQ(simulation.report().sweeps.has_value(), d.is_implicit) << d.word;
    EXPECT_EQ(simulation.report().cell.has_value(), d.moves_cell()) << d.word;
  }
}

TEST(Steppers, refuse_unsupported_features_in_files_and_in_code_and_accept_the_rest) {
  ASSERT_EQ(askings().size(), k_features.size());
  for (const Asking& asking : askings()) {
    const std::string_view name = k_features[static_cast<std::size_t>(asking.feature)].name;
    std::optional<Scene> taken;
    for (const auto& [kind, d] : k_steppers) {
      if (!d.takes(asking.feature)) continue;
      const auto result = io::read_scene_text(scene_text(d, &asking), "scene.toml", ".");
      ASSERT_TRUE(result.scene.has_value()) << d.word << ", " << name << "\n" << result.problems.text();
      EXPECT_TRUE(part_with(*result.scene, asking.feature).has_value()) << name;
      EXPECT_TRUE(refused_by_stepper(*result.scene).empty()) << d.word << ", " << name;
      EXPECT_EQ(thrown_by([&] { Simulation simulation(*result.scene); }), "") << d.word << ", " << name;
      taken = result.scene;
    }
    ASSERT_TRUE(taken.has_value()) << "no stepper takes " << name;
    for (const auto& [kind, d] : k_steppers) {
      if (d.takes(asking.feature)) continue;
      const std::string sentence = refusal(d, asking.feature, *part_with(*taken, asking.feature));
      const auto result = io::read_scene_text(scene_text(d, &asking), "scene.toml", ".");
      EXPECT_FALSE(result.scene.has_value()) << d.word << ", " << name;
      EXPECT_TRUE(has_problem(result, sentence)) << d.word << ": " << sentence << "\n" << result.problems.text();
      taken->stepper = kind;
      const auto refused = refused_by_stepper(*taken);
      EXPECT_NE(std::find(refused.begin(), refused.end(), sentence), refused.end()) << d.word << ": " << sentence;
      EXPECT_EQ(thrown_by([&] { build_world(*taken); }), refused.empty() ? "" : refused.front()) << d.word << name;
    }
  }
}

TEST(Steppers, without_an_automatic_step_report_that) {
  for (const auto& [kind, d] : k_steppers) {
    const auto result = io::read_scene_text(scene_text(d, nullptr, ""), "scene.toml", ".");
    const std::string why = why_step_is_needed(d);
    EXPECT_EQ(result.scene.has_value(), why.empty()) << d.word << "\n" << result.problems.text();
    if (why.empty()) continue;
    EXPECT_TRUE(has_problem(result, why)) << result.problems.text();
    auto given = io::read_scene_text(scene_text(d), "scene.toml", ".");
    ASSERT_TRUE(given.scene.has_value());
    given.scene->time.step = k_unset;
    EXPECT_NE(thrown_by([&] { chosen_step(*given.scene); }).find(why), std::string::npos) << d.word;
  }
}

TEST(Steppers, that_need_a_table_of_their_own_report_that) {
  for (const auto& [kind, d] : k_steppers) {
    const std::string text = without(scene_text(d), d.word);
    const auto result = io::read_scene_text(text, "scene.toml", ".");
    EXPECT_EQ(result.scene.has_value(), !d.needs_table) << d.word << "\n" << result.problems.text();
    if (d.needs_table) {
      EXPECT_TRUE(has_problem(result, std::string(d.word))) << result.problems.text();
    }
  }
}

std::string line_of(const StepperDescriptor& d) {
  std::string refused;
  for (const auto& [feature, name] : k_features)
    if (!d.takes(feature)) refused += fmt::format("{}{}", refused.empty() ? "" : ", ", name);
  return fmt::format("| `\"{}\"` | {} | {} | {} | {} | {} |", d.word, d.description, d.is_rigid() ? "rigid" : "springs",
                     d.needs_step.empty() ? "automatic or given" : "given", d.ledger_order(Scene{}), refused);
}

TEST(Steppers, are_listed_in_the_manual_with_their_unsupported_features) {
  std::ifstream file(std::filesystem::path(SCREE_TEST_DATA) / "../../docs/scene.md");
  ASSERT_TRUE(file.is_open());
  const std::string page((std::istreambuf_iterator<char>(file)), {});
  std::string table;
  for (const auto& [kind, d] : k_steppers) table += line_of(d) + "\n";
  EXPECT_NE(page.find(table), std::string::npos) << "docs/scene.md, section Steppers, must have:\n" << table;
}

}  // namespace
}  // namespace scree::sim
