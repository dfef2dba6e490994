// Rattlers of networks that are small enough to count by hand. [docs/specs/santos.md, S14, S15]
#include "analysis/rattlers.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "analysis/near_pairs.h"
#include "synthetic_packing.h"

namespace scree::analysis {
namespace {

constexpr Modes k_none{}, k_slide{.slide = true}, k_spin{.spin = true}, k_slide_roll{.slide = true, .roll = true},
    k_all{true, true, true};

sim::Frame tetrahedron() {
  sim::Frame frame = test::grains(4);
  for (int a = 1; a <= 4; ++a)
    for (int b = a + 1; b <= 4; ++b) test::touch(frame, a, b);
  return frame;
}

TEST(Rattlers, an_open_chain_is_removed_from_its_ends_under_all_modes) {
  sim::Frame chain = test::grains(10);
  for (int i = 1; i < 10; ++i) test::touch(chain, i, i + 1);
  for (const Modes& modes : k_all_modes) {
    const Backbone b = test::backbone(chain, modes);
    EXPECT_EQ(b.rattlers, 10);
    EXPECT_EQ(b.coordination, 0.0);
    EXPECT_DOUBLE_EQ(b.coordination_with_rattlers, 2.0 * 9.0 / 10.0);
  }
}

TEST(Rattlers, a_closed_chain_is_held_where_one_contact_brings_more_than_half_of_what_a_body_needs) {
  sim::Frame ring = test::grains(10);
  for (int i = 1; i <= 10; ++i) test::touch(ring, i, i % 10 + 1);
  for (const Modes& modes : k_all_modes) {
    const bool held = 2 * constraints_of_contact(modes, Dimension::three) > 6;
    EXPECT_EQ(test::backbone(ring, modes).rattlers, held ? 0 : 10) << modes.slide << modes.roll << modes.spin;
  }
  EXPECT_EQ(test::backbone(ring, k_all).coordination, 2.0);
}

TEST(Rattlers, a_chain_between_walls_is_held_by_all_modes_and_not_by_sliding_alone) {
  sim::Frame chain = test::grains(5);
  test::touch_wall(chain, 1), test::touch_wall(chain, 5);
  for (int i = 1; i < 5; ++i) test::touch(chain, i, i + 1);
  const Backbone held = test::backbone(chain, k_all);
  EXPECT_EQ(held.rattlers, 0);
  EXPECT_EQ(held.coordination, 2.0);
  EXPECT_EQ(std::count(held.carries.begin(), held.carries.end(), 1), 6);
  EXPECT_EQ(test::backbone(chain, k_slide).rattlers, 5);
}

TEST(Rattlers, a_tetrahedron_needs_friction_that_brings_more_than_twisting) {
  EXPECT_EQ(test::backbone(tetrahedron(), k_none).rattlers,
            4);  // three contacts do not constrain a frictionless sphere
  EXPECT_EQ(test::backbone(tetrahedron(), k_spin).rattlers, 4);   // 3 x 2 constraints, 6 equations
  EXPECT_EQ(test::backbone(tetrahedron(), k_slide).rattlers, 0);  // 3 x 3
  EXPECT_EQ(test::backbone(tetrahedron(), k_slide).coordination, 3.0);
  EXPECT_EQ(test::backbone(tetrahedron(), k_all).rattlers, 0);
}

TEST(Rattlers, a_body_supported_by_rattlers_is_a_rattler_too) {
  sim::Frame frame = tetrahedron();
  frame.bodies.push_back(test::grain(5, {})), frame.bodies.push_back(test::grain(6, {}));
  // two contacts: not held by sliding friction
  test::touch(frame, 5, 1), test::touch(frame, 5, 6);
  test::touch(frame, 6, 2), test::touch(frame, 6, 3);  // three, one of them with the rattler
  const Backbone b = test::backbone(frame, k_slide);
  EXPECT_EQ(b.is_rattler, (std::vector<char>{0, 0, 0, 0, 1, 1}));
  EXPECT_EQ(b.coordination, 3.0);
  EXPECT_DOUBLE_EQ(b.coordination_with_rattlers, 2.0 * 10.0 / 6.0);
  EXPECT_DOUBLE_EQ(b.rattler_fraction(), 1.0 / 3.0);
  EXPECT_EQ(test::backbone(frame, k_slide_roll).rattlers, 0);  // one contact is enough to make two needless
}

TEST(Rattlers, locked_bodies_support_others_and_are_not_counted) {
  sim::Frame frame = tetrahedron();
  for (int i = 0; i < 3; ++i) frame.bodies[static_cast<std::size_t>(i)].locks = sim::k_lock_all;
  const Backbone frictionless = test::backbone(frame, k_none), frictional = test::backbone(frame, k_slide);
  EXPECT_EQ(frictionless.free_bodies, 1);
  EXPECT_EQ(frictionless.rattlers, 1);
  EXPECT_EQ(frictional.rattlers, 0);
  EXPECT_EQ(frictional.coordination, 3.0);
}

TEST(Rattlers, disks_need_fewer_contacts_than_spheres) {
  sim::Frame triangle = test::grains(3);
  for (sim::BodyView& b : triangle.bodies) b.locks = 0b011100;  // in the plane of x and y, turning about z
  test::touch(triangle, 1, 2), test::touch(triangle, 2, 3), test::touch(triangle, 1, 3);
  EXPECT_EQ(test::backbone(triangle, k_none, Dimension::two).rattlers, 3);
  EXPECT_EQ(test::backbone(triangle, k_slide, Dimension::two).rattlers, 0);    // 2 x 2 constraints, 3 equations
  EXPECT_EQ(test::backbone(triangle, k_slide, Dimension::three).rattlers, 0);  // the locks give the same
}

TEST(Rattlers, contacts_of_different_rules_bring_different_constraints) {
  sim::Frame frame = tetrahedron();
  // body 1 is rough, the others are smooth among themselves
  for (sim::ContactView& c : frame.contacts) c.model = c.a == 1 ? 1 : 0;
  const auto modes = [](const sim::ContactView& c) { return c.model == 1 ? k_all : k_none; };
  const Backbone b = find_backbone(frame, frame.contacts, ends_of(frame, frame.contacts), Dimension::three, modes);
  EXPECT_EQ(b.rattlers, 0);  // 6 + 1 + 1 > 6 for the smooth ones
}

TEST(Rattlers, do_not_depend_on_the_order_of_contacts) {
  sim::Frame frame = test::thrown(300, 7.0, 4);  // 3.7 contacts a body
  frame.contacts = touching_spheres(frame, region_of(frame));
  const Backbone first = test::backbone(frame, k_slide);
  EXPECT_GT(first.rattlers, 10);
  EXPECT_LT(first.rattlers, 290);
  std::reverse(frame.contacts.begin(), frame.contacts.end());
  EXPECT_EQ(test::backbone(frame, k_slide).is_rattler, first.is_rattler);
}

}  // namespace
}  // namespace scree::analysis
