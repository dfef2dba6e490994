// Studies: paths into scenes, values, products, and everything that can be wrong with them.
#include "io/scene/study.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "io/scene_folder.h"
#include "io/scene/scene_path.h"
#include "io/text/toml_text.h"

namespace scree::io {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view k_scene = R"(include = ["law.toml"]
time = { end = "1 s", step = "1 us" }  # Zeit, gröber
gravity = [ 0, 0,
  "-9.81 m/s^2" ]
[[material]]
name = "glass"
density = "2500 kg/m^3"
[[material]]
name = "größer"
density = "7800 kg/m^3"
[[random]]
count = 10
seed = 4
)";
constexpr std::string_view k_law =
    "[[contact]]\nbetween = ['glass', 'glass']\nslide = { law = 'coulomb-spring', coefficient = 0.5, stiffness = '1 "
    "kN/m' } # a comment\n";

class StudyTest : public testing::Test {
 protected:
  StudyTest() {
    folder_.write("scene.toml", k_scene);
    folder_.write("law.toml", k_law);
  }
  StudyResult read(std::string_view text) { return read_study(folder_.write("study.toml", text)); }
  /// With the one key varied so.
  std::vector<std::string> values(const std::string& how) {
    const StudyResult result = read("scene = \"scene.toml\"\n[[vary]]\nkey = \"random.seed\"\n" + how);
    EXPECT_TRUE(result.study.has_value()) << result.problems.text();
    return result.study ? result.study->axes[0][0].values : std::vector<std::string>();
  }
  std::string problems(std::string_view text) {
    const StudyResult result = read(text);
    EXPECT_FALSE(result.study.has_value());
    return result.problems.text();
  }
  SceneFolder folder_;
};

TEST_F(StudyTest, a_value_is_replaced_in_the_file_that_it_stands_in_and_nowhere_else) {
  const EditableScene scene({{"scene.toml", std::string(k_scene)}, {"law.toml", std::string(k_law)}});
  ASSERT_TRUE(scene.is_good());
  const struct {
    std::string_view path, text, old, value;
  } cases[] = {{"time.end", k_scene, "\"1 s\"", "\"2 s\""},
               {"gravity", k_scene, "[ 0, 0,\n  \"-9.81 m/s^2\" ]", "[0, 0, 0]"},
               {"gravity[2]", k_scene, "\"-9.81 m/s^2\"", "\"-1.6 m/s^2\""},
               {"material.glass.density", k_scene, "\"2500 kg/m^3\"", "\"1 kg/m^3\""},
               {"material.größer.density", k_scene, "\"7800 kg/m^3\"", "\"1 kg/m^3\""},
               {"material[1].density", k_scene, "\"7800 kg/m^3\"", "\"1 kg/m^3\""},
               {"random.seed", k_scene, "4", "7"},
               {"contact[0].slide.coefficient", k_law, "0.5", "0.25"},
               {"contact.slide", k_law, "{ law = 'coulomb-spring', coefficient = 0.5, stiffness = '1 kN/m' }",
                "{ law = \"none\" }"}};
  for (const auto& c : cases) {
    const auto spot = scene.find(c.path);
    ASSERT_TRUE(std::holds_alternative<Spot>(spot)) << c.path << " " << std::get<Refused>(spot).why;
    const auto texts = scene.edited({{std::get<Spot>(spot), std::string(c.value)}});
    std::string scene_text(k_scene), law_text(k_law);
    std::string& changed = c.text == k_scene ? scene_text : law_text;
    changed.replace(c.path == "random.seed" ? changed.rfind(c.old) : changed.find(c.old), c.old.size(), c.value);
    EXPECT_EQ(texts[0].text, scene_text) << c.path;
    EXPECT_EQ(texts[1].text, law_text) << c.path;
  }
}

TEST_F(StudyTest, values_of_several_keys_change_at_once) {
  const EditableScene scene(std::vector<SceneText>{{"s.toml", "a = 1\nb = [2, 33]\n"}});
  const auto spot = [&](std::string_view path) { return std::get<Spot>(scene.find(path)); };
  EXPECT_EQ(scene.edited({{spot("a"), "1000"}, {spot("b[1]"), "3"}, {spot("b[0]"), "\"two\""}})[0].text,
            "a = 1000\nb = [\"two\", 3]\n");
}

TEST_F(StudyTest, a_path_to_no_value_is_reported_with_its_last_table_and_a_suggestion) {
  const EditableScene scene({{"scene.toml", std::string(k_scene)}, {"law.toml", std::string(k_law)}});
  const auto why = [&](std::string_view path) {
    const auto spot = scene.find(path);
    return std::holds_alternative<Refused>(spot) ? std::get<Refused>(spot).why : std::string("found");
  };
  EXPECT_THAT(why("contact.slide.coeficient"), HasSubstr("Did you mean contact.slide.coefficient?"));
  EXPECT_THAT(why("contact[1].slide.coefficient"), HasSubstr("has no [1], but [0]"));
  EXPECT_THAT(why("material.glas.density"), HasSubstr("Did you mean material.glass.density?"));
  EXPECT_THAT(why("coefficient"), HasSubstr("Did you mean contact.slide.coefficient?"));
  EXPECT_THAT(why("time.end.x"), HasSubstr("time.end is a single value"));
  EXPECT_THAT(why("random"), HasSubstr("header of its own"));
  EXPECT_THAT(why("random[0]"), HasSubstr("count, seed"));
  for (const std::string_view path : {"", ".", "a..b", "a.", "[0]", "a[x]", "a[0", "a[0]b", "a[-1]"})
    EXPECT_NE(why(path), "found") << path;
}

TEST_F(StudyTest, values_come_from_lists_ranges_and_seeds) {
  EXPECT_THAT(values("values = [1, 2.5, '3 mm', true, [1, 2], { a = 'b' }]"),
              ElementsAre("1", "2.5", "\"3 mm\"", "true", "[1, 2]", "{\"a\" = \"b\"}"));
  EXPECT_THAT(values("seeds = 3"), ElementsAre("1", "2", "3"));
  EXPECT_THAT(values("from = 0\nto = 1\ncount = 5"), ElementsAre("0.0", "0.25", "0.5", "0.75", "1.0"));
  EXPECT_THAT(values("from = 10\nto = 30\ncount = 3"), ElementsAre("10", "20", "30"));
  EXPECT_THAT(values("from = 0.1\nto = 0.4\ncount = 4"), ElementsAre("0.1", "0.2", "0.3", "0.4"));
  EXPECT_THAT(values("from = 1e-3\nto = 100\ncount = 6\nscale = 'logarithmic'"),
              ElementsAre("0.001", "0.01", "0.1", "1.0", "10.0", "100.0"));
  EXPECT_THAT(values("from = 1\nto = 100\ncount = 3\nscale = 'logarithmic'"), ElementsAre("1", "10", "100"));
  EXPECT_THAT(values("from = '1 mm'\nto = '2 mm'\ncount = 3"), ElementsAre("\"1 mm\"", "\"1.5 mm\"", "\"2 mm\""));
}

TEST_F(StudyTest, axes_make_a_product_and_tied_keys_one_axis) {
  const StudyResult result = read(R"(scene = "scene.toml"
[[vary]]
key = "contact.slide.coefficient"
values = [0.1, 0.2]
together = "mu"
[[vary]]
key = "random.seed"
seeds = 3
[[vary]]
key = "time.end"
values = ["1 s", "1 s"]
together = "mu"
)");
  ASSERT_TRUE(result.study.has_value()) << result.problems.text();
  const Study& study = *result.study;
  EXPECT_EQ(study.runs(), 6);
  EXPECT_THAT(study.keys(), ElementsAre("contact.slide.coefficient", "time.end", "random.seed"));
  EXPECT_THAT(study.values(0), ElementsAre("0.1", "\"1 s\"", "1"));
  EXPECT_THAT(study.values(1), ElementsAre("0.1", "\"1 s\"", "2"));
  EXPECT_THAT(study.values(5), ElementsAre("0.2", "\"1 s\"", "3"));
}

TEST_F(StudyTest, all_mistakes_come_at_once_with_their_places) {
  const std::string text = problems(R"(scene = "scene.toml"
titel = "x"
measure = ["wall_seconds", "a..b", "bodies", "bodies"]
[[vary]]
key = "random.sed"
seeds = 0
[[vary]]
key = "time.end"
values = []
[[vary]]
key = "time.step"
from = "1 us"
to = "2 ms"
count = 3
[[vary]]
key = "random.count"
from = -1
to = 10
count = 4
scale = "logaritmic"
[[vary]]
key = "random.seed"
values = [1, 1]
[[vary]]
key = "random[0].seed"
values = [1]
seeds = 4
[[vary]]
key = "contact.slide"
values = [1]
together = "lonely"
[[vary]]
key = "contact.slide.coefficient"
values = [1]
[[vary]]
key = "gravity"
)");
  for (const char* part :
       {":2:1: titel is unknown; a study has no key of that name. Did you mean title?",
        ":3:12: measure \"wall_seconds\" depends on the machine", ":3:28: measure \"a..b\" is not a path",
        ":3:46: measure holds \"bodies\" twice", ":5:7: vary.key = \"random.sed\" does not exist",
        "Did you mean random.seed?", ":6:9: vary.seeds = 0 is out of range", ":9:10: vary.values is empty",
        ":13:6: vary.from = \"1 us\" and vary.to = \"2 ms\" have different units",
        ":20:9: vary.scale = \"logaritmic\" is not a valid choice", ":23:14: vary.values holds 1 twice",
        ":24:1: vary takes its values from one of three",
        ":25:7: vary.key = \"random[0].seed\" is the same value as \"random.seed\"",
        ":31:12: vary.together = \"lonely\" is given for one key only",
        ":33:7: vary.key = \"contact.slide.coefficient\" is in the same value as \"contact.slide\"",
        ":35:1: vary has no values"})
    EXPECT_THAT(text, HasSubstr(part));
  EXPECT_THAT(problems("scene = \"scene.toml\"\n"), HasSubstr("the study has no `vary`, which it needs"));
  EXPECT_THAT(problems("[[vary]]\nkey = 'a'\nseeds = 1\n"), HasSubstr("the study has no `scene`"));
  EXPECT_THAT(problems("scene = 'none.toml'\n[[vary]]\nkey = 'a'\nseeds = 1\n"), HasSubstr("none.toml"));
  EXPECT_THAT(problems("scene = '../../elsewhere.toml'\n[[vary]]\nkey = 'a'\nseeds = 1\n"), HasSubstr("1:9: scene"));
  EXPECT_THAT(problems("scene = \n"), HasSubstr("not valid TOML"));
  folder_.write("broken.toml", "a = \n");
  EXPECT_THAT(problems("scene = 'broken.toml'\n[[vary]]\nkey = 'a'\nseeds = 1\n"), HasSubstr("broken.toml:1:"));
  EXPECT_THAT(problems("scene = 'scene.toml'\n[[vary]]\nkey = 'random.seed'\nseeds = 1000\n[[vary]]\nkey = "
                       "'random.count'\nseeds = 1000\n"),
              HasSubstr("more than 100000 runs"));
  EXPECT_THAT(
      problems(
          "scene = 'scene.toml'\n[[vary]]\nkey = 'random.seed'\nfrom = 0\nto = 2\ncount = 3\nscale = 'logarithmic'\n"),
      HasSubstr("cannot reach or cross zero"));
}

TEST(TomlText, is_read_back_as_the_same_value) {
  for (const std::string text : {"1", "-0.1", "1e-300", "1.0", "\"a \\\"b\\\" \\\\ c\"", "true", "[1, [2.5, \"x\"]]",
                                 "{\"a\" = 1, \"b c\" = {\"d\" = []}}"}) {
    const auto value = toml_value(text);
    ASSERT_TRUE(value.has_value()) << text;
    const auto again = toml_value(toml_text(*value->get("value")));
    ASSERT_TRUE(again.has_value()) << text;
    EXPECT_EQ(*value, *again) << text;
  }
  EXPECT_FALSE(toml_value("1\nb = 2").has_value());
  EXPECT_FALSE(toml_value("").has_value());
}

TEST_F(StudyTest, with_errors_in_its_measures_only_lists_the_valid_measures) {
  const std::string vary = "[[vary]]\nkey = 'random.seed'\nseeds = 2\n",
                    measures = "scene = 'scene.toml'\nmeasure = ['contacts', 'wall_seconds', 'bodies']\n";
  const StudyResult result = read(measures + vary);
  EXPECT_FALSE(result.study.has_value());
  ASSERT_TRUE(result.but_for_measures.has_value()) << result.problems.text();
  EXPECT_THAT(result.but_for_measures->measures, ElementsAre("contacts", "bodies"));
  EXPECT_EQ(result.but_for_measures->measure_places[1].column, 40);
  EXPECT_EQ(result.but_for_measures->runs(), 2);
  EXPECT_FALSE(read(measures + "titel = 'x'\n" + vary).but_for_measures.has_value());
  EXPECT_FALSE(read("scene = 'scene.toml'\n" + vary).but_for_measures.has_value());
}

}  // namespace
}  // namespace scree::io
