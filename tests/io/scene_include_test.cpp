// Scenes of several files: what is joined and how, where problems are reported, and what is refused.
#include <gtest/gtest.h>

#include "io/scene_folder.h"

namespace scree::io {
namespace {

constexpr std::string_view k_glass = R"([[material]]
name = "glass"
density = "2500 kg/m^3"
[[contact]]
between = ["glass", "glass"]
normal = { law = "hooke", stiffness = "1e5 N/m", restitution = 0.5 }
)";
constexpr std::string_view k_ball = "[[sphere]]\nposition = [0, 0, \"1 m\"]\nradius = \"1 mm\"\nmaterial = \"glass\"\n";

std::string with(std::string_view includes, std::string_view rest) {
  return "include = [" + std::string(includes) + "]\n" + std::string(rest);
}

TEST(SceneInclude, lists_of_tables_are_appended_and_tables_are_joined) {
  const SceneFolder folder;
  folder.write("glass.toml", k_glass);
  folder.write("parts/balls.toml", std::string(k_ball) + "[output]\npicture = false\n");
  const auto main = folder.write(
      "scene.toml", with("\"glass.toml\", \"parts/balls.toml\"",
                         "[time]\nend = \"1 s\"\n[output]\nevery = \"1 ms\"\n[[sphere]]\nposition = [0, 0, 0]\n"
                         "radius = \"2 mm\"\nmaterial = \"glass\"\n"));
  const ReadResult result = read_scene(main);
  ASSERT_TRUE(result.scene.has_value()) << result.problems.text();
  ASSERT_EQ(result.scene->spheres.size(), 2U);
  EXPECT_EQ(result.scene->spheres[0].radius, 0.002) << "the including file's come first";
  EXPECT_EQ(result.scene->output.series_every, 0.001);
  EXPECT_FALSE(result.scene->output.picture);
}

TEST(SceneInclude, names_are_relative_to_the_file_they_stand_in) {
  const SceneFolder folder;
  folder.write("parts/glass.toml", k_glass);
  folder.write("parts/all.toml", with("\"glass.toml\", \"../balls.toml\"", ""));
  folder.write("balls.toml", k_ball);
  const auto main = folder.write("scene.toml", with("\"parts/all.toml\"", "time.end = \"1 s\"\n"));
  const ReadResult result = read_scene(main);
  ASSERT_TRUE(result.scene.has_value()) << result.problems.text();
  ASSERT_EQ(result.texts.size(), 4U);
  EXPECT_EQ(result.texts[0].name, "scene.toml");
  EXPECT_EQ(result.texts[1].name, "parts/all.toml");
  EXPECT_EQ(result.texts[2].name, "parts/glass.toml");
  EXPECT_EQ(result.texts[3].name, "balls.toml");
  EXPECT_EQ(result.texts[3].text, k_ball);
}

TEST(SceneInclude, texts_give_the_scene_again_when_the_files_are_gone) {
  ReadResult first;
  {
    const SceneFolder folder;
    folder.write("parts/glass.toml", k_glass);
    folder.write("parts/all.toml", with("\"./glass.toml\", \"../balls.toml\"", ""));
    folder.write("balls.toml", k_ball);
    first = read_scene(folder.write("scene.toml", with("\"parts/all.toml\"", "time.end = \"1 s\"\n")));
  }
  ASSERT_TRUE(first.scene.has_value()) << first.problems.text();
  const ReadResult again = read_scene_texts(first.texts);
  ASSERT_TRUE(again.scene.has_value()) << again.problems.text();
  EXPECT_EQ(again.scene->spheres.size(), 1U);
  EXPECT_EQ(again.scene->materials[0].name, "glass");
  ASSERT_EQ(again.texts.size(), first.texts.size());
  for (std::size_t i = 0; i < again.texts.size(); ++i) EXPECT_EQ(again.texts[i].name, first.texts[i].name);
  expect_one_problem(
      read_scene_texts(std::span(first.texts).first(3)),
      "parts/all.toml:1:28: include \"../balls.toml\" is not among the texts that were kept of this scene");
  EXPECT_FALSE(read_scene_texts({}).scene.has_value());
}

TEST(SceneInclude, texts_do_not_open_data_files) {
  const SceneText text{"scene.toml", "time.end = \"1 s\"\n" + std::string(k_glass) +
                                         "[[data_file]]\npath = \"gone.data\"\nmaterials = [\"glass\"]\n"};
  const ReadResult result = read_scene_texts(std::span(&text, 1));
  ASSERT_TRUE(result.scene.has_value()) << result.problems.text();
  ASSERT_EQ(result.scene->files.size(), 1U);
  EXPECT_EQ(result.scene->files[0].path, "gone.data");
}

TEST(SceneInclude, problems_name_the_file_and_line_they_are_in) {
  const SceneFolder folder;
  const auto glass = folder.write("glass.toml", "[[material]]\nname = \"glass\"\ndensity = \"2500 kg\"\n");
  const auto main = folder.write("scene.toml", with("\"glass.toml\"", "time.end = \"1 s\"\n" + std::string(k_ball)));
  const ReadResult result = read_scene(main);
  ASSERT_EQ(result.problems.size(), 1U) << result.problems.text();
  EXPECT_EQ(result.problems[0].file, glass.string());
  EXPECT_EQ(result.problems[0].line, 3);
  EXPECT_EQ(result.problems[0].column, 11);
  EXPECT_NE(result.problems[0].sentence.find("material.density = \"2500 kg\" is a mass"), std::string::npos);
}

TEST(SceneInclude, a_key_that_is_given_twice_names_both_places) {
  const SceneFolder folder;
  folder.write("more.toml", "title = \"other\"\n" + std::string(k_glass) + "[time]\nend = \"2 s\"\n");
  const auto main = folder.write(
      "scene.toml", with("\"more.toml\"", "title = \"one\"\n[time]\nend = \"1 s\"\n" + std::string(k_ball)));
  const ReadResult result = read_scene(main);
  ASSERT_EQ(result.problems.size(), 2U) << result.problems.text();
  EXPECT_NE(describe(result.problems[0]).find("more.toml:1:1: title is already given at line 2 of " + main.string()),
            std::string::npos)
      << result.problems.text();
  EXPECT_NE(describe(result.problems[1]).find("more.toml:9:1: time.end is already given at line 4 of " + main.string()),
            std::string::npos)
      << result.problems.text();
}

TEST(SceneInclude, equal_names_in_two_files_name_both_places) {
  const SceneFolder folder;
  folder.write("more.toml", "[[material]]\nname = \"glass\"\n");
  const auto main = folder.write("scene.toml", with("\"more.toml\"", k_small_scene));
  expect_one_problem(read_scene(main),
                     "more.toml:2:8: the material name \"glass\" is already taken at line 5 of " + main.string());
}

TEST(SceneInclude, a_file_that_two_others_include_counts_once) {
  const SceneFolder folder;
  folder.write("glass.toml", k_glass);
  folder.write("a.toml", with("\"glass.toml\"", ""));
  folder.write("b.toml", with("\"./glass.toml\"", k_ball));
  const ReadResult result =
      read_scene(folder.write("scene.toml", with("\"a.toml\", \"b.toml\"", "time.end = \"1 s\"\n")));
  ASSERT_TRUE(result.scene.has_value()) << result.problems.text();
  EXPECT_EQ(result.scene->materials.size(), 1U);
  EXPECT_EQ(result.texts.size(), 4U);
  EXPECT_TRUE(read_scene_texts(result.texts).scene.has_value());
}

TEST(SceneInclude, a_name_twice_in_one_list_is_an_error) {
  const SceneFolder folder;
  folder.write("glass.toml", k_glass);
  expect_one_problem(read_scene(folder.write("scene.toml", with("\"glass.toml\", \"glass.toml\"", k_small_scene))),
                     "scene.toml:1:26: include holds \"glass.toml\" twice");
}

TEST(SceneInclude, a_circular_include_is_reported_with_its_chain) {
  const SceneFolder folder;
  folder.write("a.toml", with("\"b.toml\"", ""));
  folder.write("b.toml", with("\"a.toml\"", ""));
  expect_one_problem(read_scene(folder.write("scene.toml", with("\"a.toml\"", k_small_scene))),
                     "b.toml:1:12: include \"a.toml\" closes a cycle of includes: a.toml -> b.toml -> a.toml");
  expect_one_problem(read_scene(folder.write("self.toml", with("\"self.toml\"", k_small_scene))),
                     "self.toml -> self.toml");
}

TEST(SceneInclude, a_circular_include_over_links_is_reported_too) {
  const SceneFolder folder;
  folder.write("a.toml", with("\"b.toml\"", ""));
  std::filesystem::create_symlink("a.toml", folder.inside() / "b.toml");
  expect_one_problem(read_scene(folder.write("scene.toml", with("\"a.toml\"", k_small_scene))),
                     "closes a cycle of includes");
}

TEST(SceneInclude, eight_files_inside_each_other_are_read_and_nine_are_not) {
  const SceneFolder folder;
  for (int i = 1; i <= 8; ++i)
    folder.write(std::to_string(i) + ".toml",
                 i == 8 ? std::string(k_ball) : with("\"" + std::to_string(i + 1) + ".toml\"", ""));
  const auto main = folder.write("scene.toml", with("\"1.toml\"", "time.end = \"1 s\"\n" + std::string(k_glass)));
  EXPECT_TRUE(read_scene(main).scene.has_value()) << read_scene(main).problems.text();
  folder.write("8.toml", with("\"9.toml\"", ""));
  folder.write("9.toml", k_ball);
  expect_one_problem(read_scene(main), "8.toml:1:12: include \"9.toml\" is nested 9 files deep");
}

TEST(SceneInclude, syntax_errors_are_reported_from_every_file_and_without_others) {
  const SceneFolder folder;
  folder.write("a.toml", "[[material]\n");
  folder.write("b.toml", "x = = 1\n");
  const ReadResult result =
      read_scene(folder.write("scene.toml", with("\"a.toml\", \"b.toml\", \"c.toml\"", "nonsense = 1\n")));
  ASSERT_EQ(result.problems.size(), 3U) << result.problems.text();
  EXPECT_NE(describe(result.problems[0]).find("a.toml:1:"), std::string::npos);
  EXPECT_NE(describe(result.problems[1]).find("b.toml:1:5: this is not valid TOML"), std::string::npos)
      << result.problems.text();
  EXPECT_NE(describe(result.problems[2]).find("scene.toml:1:32: include \"c.toml\" does not exist"), std::string::npos)
      << result.problems.text();
}

TEST(SceneInclude, a_single_name_without_brackets_is_explained) {
  const SceneFolder folder;
  expect_one_problem(read_scene(folder.write("scene.toml", "include = \"glass.toml\"\n" + std::string(k_small_scene))),
                     "include = \"glass.toml\" is a text; an array of texts in square brackets is expected");
}

}  // namespace
}  // namespace scree::io
