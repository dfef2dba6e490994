// The word a person meant.
#include <gtest/gtest.h>

#include <array>

#include "io/text/nearest.h"

namespace scree::io {
namespace {

constexpr std::array<std::string_view, 4> k_choices = {"radius", "mass", "velocity-verlet", "hooke"};

TEST(Nearest, distance_counts_half_edits) {
  EXPECT_EQ(edit_distance("radius", "radius"), 0);
  EXPECT_EQ(edit_distance("radus", "radius"), 2);    // one left out
  EXPECT_EQ(edit_distance("radiuss", "radius"), 2);  // one too many
  EXPECT_EQ(edit_distance("rbdius", "radius"), 2);   // one wrong
  EXPECT_EQ(edit_distance("raduis", "radius"), 2);   // two swapped
  EXPECT_EQ(edit_distance("Radius", "radius"), 1);   // case
  EXPECT_EQ(edit_distance("", "abc"), 6);
  EXPECT_EQ(edit_distance("abc", ""), 6);
}

TEST(Nearest, distance_is_symmetric) {
  for (const std::string_view p : {"radius", "raduis", "mass", "", "Hooke"})
    for (const std::string_view q : k_choices) EXPECT_EQ(edit_distance(p, q), edit_distance(q, p));
}

TEST(Nearest, a_misspelt_word_finds_the_right_one) {
  EXPECT_EQ(nearest("raduis", k_choices), "radius");
  EXPECT_EQ(nearest("velocity_verlet", k_choices), "velocity-verlet");
  EXPECT_EQ(nearest("HOOKE", k_choices), "hooke");
  EXPECT_EQ(did_you_mean("hookes", k_choices), ". Did you mean \"hooke\"?");
}

TEST(Nearest, a_far_word_finds_nothing) {
  EXPECT_EQ(nearest("temperature", k_choices), "");
  EXPECT_EQ(nearest("xx", k_choices), "");
  constexpr std::array<std::string_view, 2> axes = {"x", "rx"};
  EXPECT_EQ(nearest("w", axes), "");  // any letter is one edit from any other: that is no hint
  EXPECT_EQ(nearest("rw", axes), "");
}

TEST(Nearest, a_beginning_finds_its_word) {
  EXPECT_EQ(nearest("rad", k_choices), "radius");
  EXPECT_EQ(nearest("velocity", k_choices), "velocity-verlet");
  EXPECT_EQ(did_you_mean("temperature", k_choices), "");
}

TEST(Nearest, words_are_listed_with_commas_and_or) {
  EXPECT_EQ(listed(std::span(k_choices).first(0)), "");
  EXPECT_EQ(listed(std::span(k_choices).first(1)), "\"radius\"");
  EXPECT_EQ(listed(std::span(k_choices).first(3), "and", ""), "radius, mass and velocity-verlet");
}

}  // namespace
}  // namespace scree::io
