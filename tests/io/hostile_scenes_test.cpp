// Scenes that were made to hurt: what they cost is bounded, and what is said about them can be read.
#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "io/scene_folder.h"

namespace scree::io {
namespace {

ReadResult read(std::string_view text, const ReadOptions& options = {}) {
  return read_scene_text(text, "hostile.toml", ".", options);
}

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(HostileScene, thousands_of_errors_are_counted_and_not_all_listed) {
  const ReadResult result =
      read(std::string(k_small_scene) + repeated("[[sphere]]\nposition = 7\nradius = -1\nmaterial = \"lead\"\n", 5000));
  EXPECT_FALSE(result.scene.has_value());
  EXPECT_EQ(result.problems.size(), InputErrors::k_max);
  EXPECT_EQ(result.problems.left_out(), 15000 - InputErrors::k_max);
  EXPECT_NE(result.problems.text().find("and 14000 more, which are not listed"), std::string::npos);
}

TEST(HostileScene, keys_that_nest_without_end_do_not_exhaust_the_stack) {
  const std::string dots = repeated("a.", 100000) + "a";
  for (const std::string& text :
       {dots + " = 1\n", "[" + dots + "]\n", "x = { " + dots + " = 1 }\n", "[[" + dots + "]]\n",
        repeated("\"a\" . ", 100000) + "a = 1\n", "x = [\"\"\"a\"\"\"\", { " + dots + " = 1 }]\n"})
    expect_one_problem(read(text), "a key has more than 16 parts");
  for (const std::string& text : {"x = " + std::string(100000, '[') + "\n", "x = " + repeated("{ a = ", 100000) + "\n"})
    expect_one_problem(read(text), "exceeded maximum nested value depth");
}

TEST(HostileScene, dots_in_texts_and_comments_are_no_depth) {
  const std::string dots(100, '.');
  const ReadResult result =
      read("title = \"" + dots + "\\\"" + dots + "\" # " + dots + "\n" + std::string(k_small_scene));
  EXPECT_TRUE(result.scene.has_value()) << result.problems.text();
  EXPECT_TRUE(read("title = \"\"\"\n" + dots + "\"\n" + dots + "\\\"\"\"\"\"\n" + std::string(k_small_scene))
                  .scene.has_value());
  EXPECT_TRUE(read("title = '''" + dots + "'\n''" + dots + "'''\n" + std::string(k_small_scene)).scene.has_value());
}

TEST(HostileScene, characters_of_other_alphabets_are_quoted_or_an_error) {
  // toml++ takes U+00A1 to U+0499 for unreachable where it looks for blanks; found by scene_fuzz.
  for (const char* line :
       {"\u00fcnits = 1\n", "title \u00fc = 1\n", "title = \u00fc\n", "\u0107 = 1\n", "title = 1 \u0499\n"})
    expect_one_problem(read(line + std::string(k_small_scene)), "this is not valid TOML");
  for (const char* line :
       {"title = \"\u00fc\" # \u00fc\n", "title = \"\"\"a\\\n   \u00fc\u0107\"\"\"\n", "title = '\u00fc'\n"})
    EXPECT_TRUE(read(line + std::string(k_small_scene)).scene.has_value())
        << line << read(line + std::string(k_small_scene)).problems.text();
}

TEST(HostileScene, a_header_that_begins_with_nothing_is_a_problem) {
  // toml++ asserts that it begins with a letter or a quote (src/io/text/toml.h).
  for (const char* line : {"[=a]\n", "[[=a]]\n", "[.a]\n", "[]\n", "[[]]\n"})
    expect_one_problem(read(line), "this is not valid TOML");
}

TEST(HostileScene, long_words_are_shortened_in_messages) {
  const std::string x(60000, 'x');
  for (const std::string& line :
       {"title = 7 # " + x + "\n" + x + " = 1\n", "stepper = \"" + x + "\"\n", "gravity = [\"1 " + x + "\", 0, 0]\n",
        "gravity = \"" + x + "\"\n", "cell.periodic = [\"" + x + "\"]\n"}) {
    const ReadResult result = read(line + std::string(k_small_scene));
    EXPECT_FALSE(result.scene.has_value());
    for (const InputError& problem : result.problems) EXPECT_LT(problem.sentence.size(), 700U) << problem.sentence;
  }
}

TEST(HostileScene, bodies_beyond_the_memory_are_refused) {
  const auto randoms = [](int count) {
    return std::string(k_small_scene) +
           "[[random]]\nlow = [\"1 m\", 0, 0]\nhigh = [\"2 m\", \"1 m\", \"1 m\"]\ncount = " + std::to_string(count) +
           "\nradius = \"1 mm\"\nmaterial = \"glass\"\n";
  };
  const ReadOptions small{.memory = 100'000'000};
  EXPECT_TRUE(read(randoms(100000), small).scene.has_value());
  expect_one_problem(read(randoms(200000), small),
                     "hostile.toml:16:9: random.count = 200000 makes 2e+05 of 2e+05 bodies, which take about 0.14 GB; "
                     "this machine has 0.1 GB");
}

TEST(HostileScene, a_stream_that_a_sink_empties_may_bring_any_number) {
  const std::string stream =
      std::string(k_small_scene) +
      "[[stream]]\nlow = [\"1 m\", 0, 0]\nhigh = [\"2 m\", \"1 m\", \"1 m\"]\ncount = 1000000\ninterval = \"1 ms\"\n"
      "radius = \"1 mm\"\nmaterial = \"glass\"\n";
  const ReadOptions small{.memory = 100'000'000};
  expect_one_problem(read(stream, small), "stream.count = 1000000 makes 1e+06 of 1e+06 bodies");
  EXPECT_TRUE(read(stream + "[[sink]]\npoint = [0, 0, \"-1 m\"]\nnormal = [0, 0, 1]\n", small).scene.has_value());
}

TEST(HostileScene, as_many_materials_as_pairs_can_be_ruled_are_read) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "[[material]]\nname = \"m" + std::to_string(i) + "\"\n";
  expect_one_problem(read(std::string(k_small_scene) + text), "this is material number 257; a scene may have 256");
}

TEST(HostileScene, many_spheres_in_one_plane_are_compared_in_bounded_time) {
  // All begin at the same x, y and z are spread by a hair: the sweep cannot tell them apart and has to give up.
  std::string text(k_small_scene);
  for (int i = 0; i < 20000; ++i)
    text += "[[sphere]]\nposition = [\"1 m\", \"" + std::to_string(3 * i) +
            " nm\", 0]\nradius = \"1 nm\"\nmaterial = \"glass\"\n";
  text += "[[sphere]]\nposition = [\"3 m\", \"1 m\", \"1 m\"]\nradius = \"1 cm\"\nmaterial = \"glass\"\n";
  const auto start = std::chrono::steady_clock::now();
  EXPECT_TRUE(read(text).scene.has_value());
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST(HostileScene, a_list_of_a_million_entries_ends) {
  expect_one_problem(read("gravity = [" + repeated("0,", 1'000'000) + "]\n" + std::string(k_small_scene)),
                     "gravity has 1000000 components");
}

}  // namespace
}  // namespace scree::io
