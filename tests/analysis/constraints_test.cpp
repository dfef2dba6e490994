// Constraint counting against what it must be by itself, and against Table I as printed.
#include "analysis/constraints.h"

#include <gtest/gtest.h>

#include <cmath>

namespace scree::analysis {
namespace {

TEST(Constraints, all_modes_together_hold_every_relative_motion_of_two_bodies) {
  constexpr Modes all{true, true, true};
  for (const Dimension d : {Dimension::two, Dimension::three})
    EXPECT_EQ(constraints_of_contact(all, d), translations(d) + rotations(d));
}

TEST(Constraints, all_modes_together_make_a_chain_isostatic) {
  EXPECT_EQ(isostatic_coordination({true, true, true}, Dimension::three), 2.0);
  EXPECT_EQ(isostatic_coordination({true, true, false}, Dimension::two), 2.0);
}

TEST(Constraints, are_those_of_table_1) {
  struct Row {
    int spheres;
    double z;
  };
  constexpr Row k_spheres[] = {{1, 6.0}, {3, 4.0}, {3, 4.0}, {2, 6.0}, {5, 2.4}, {4, 3.0}, {4, 3.0}, {6, 2.0}};
  for (std::size_t i = 0; i < k_all_modes.size(); ++i) {
    EXPECT_EQ(constraints_of_contact(k_all_modes[i], Dimension::three), k_spheres[i].spheres) << i;
    EXPECT_EQ(isostatic_coordination(k_all_modes[i], Dimension::three), k_spheres[i].z) << i;
    EXPECT_EQ(is_possible(k_all_modes[i], Dimension::two), !k_all_modes[i].spin) << i;
  }
  EXPECT_EQ(isostatic_coordination({}, Dimension::two), 4.0);
  EXPECT_EQ(isostatic_coordination({.slide = true}, Dimension::two), 3.0);
  EXPECT_EQ(isostatic_coordination({.roll = true}, Dimension::two), 3.0);
  EXPECT_EQ(isostatic_coordination({.slide = true, .roll = true}, Dimension::two), 2.0);
}

// S14 of the specification: a rattler has at most half the coordination of the table.
TEST(Constraints, a_rattler_has_at_most_half_of_the_isostatic_coordination) {
  for (const Dimension d : {Dimension::two, Dimension::three})
    for (const Modes& modes : k_all_modes)
      if (is_possible(modes, d)) {
        EXPECT_EQ(max_contacts_of_rattler(modes, d),
                  static_cast<int>(std::floor(0.5 * isostatic_coordination(modes, d))));
      }
}

TEST(Constraints, one_more_contact_never_sets_a_body_free) {
  for (int contacts = 0; contacts < 8; ++contacts)
    for (int constraints = contacts; constraints < 40; ++constraints)
      for (int more = 1; more <= 6; ++more)
        EXPECT_TRUE(is_rattler(contacts, constraints, 3, 3) || !is_rattler(contacts + 1, constraints + more, 3, 3));
}

}  // namespace
}  // namespace scree::analysis
