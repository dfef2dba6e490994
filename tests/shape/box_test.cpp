// Boxes: their corners and heights above planes.
#include "shape/box.h"

#include <gtest/gtest.h>

#include "shape/random_shapes.h"

namespace scree::shape {
namespace {

constexpr std::uint64_t k_states = 2000;
constexpr double k_round = 64 * test::k_ulp;  // some thirty operations on numbers of the scale of the half sizes

TEST(BoxCorners, have_the_signs_of_their_bits) {
  const auto box = make_box(1.0, 0.0, 0.0, 0.0, Vec3d{1, 2, 3});
  for (int k = 0; k < k_corners; ++k) {
    const Vec3d c = corner(box, k);
    EXPECT_EQ(c.x, (k & 1) != 0 ? 1.0 : -1.0);
    EXPECT_EQ(c.y, (k & 2) != 0 ? 2.0 : -2.0);
    EXPECT_EQ(c.z, (k & 4) != 0 ? 3.0 : -3.0);
  }
}
TEST(BoxCorners, turn_with_the_body) {
  for (std::uint64_t i = 0; i < k_states; ++i) {
    Random random(1, i);
    const test::Turn q = test::random_turn(random);
    const Vec3d half = test::random_semi_axes(random);
    const auto resting = make_box(1.0, 0.0, 0.0, 0.0, half), turned = make_box(q.w, q.x, q.y, q.z, half);
    for (int k = 0; k < k_corners; ++k)
      ASSERT_LT(norm(corner(turned, k) - q(corner(resting, k))), k_round * norm(half));
  }
}
TEST(BoxCorners, of_opposite_bits_are_opposite) {
  const auto box = make_box(0.5, 0.5, -0.5, 0.5, Vec3d{1, 2, 3});
  for (int k = 0; k < k_corners; ++k) EXPECT_EQ(norm(corner(box, k) + corner(box, 7 - k)), 0.0);
}
TEST(BoxAbovePlane, the_lowest_corner_is_below_the_centre_by_the_support) {
  for (std::uint64_t i = 0; i < k_states; ++i) {
    Random random(2, i);
    const test::Turn q = test::random_turn(random);
    const Vec3d half = test::random_semi_axes(random), n = test::random_direction(random);
    const auto box = make_box(q.w, q.x, q.y, q.z, half);
    const double height = random.uniform(0, 10);
    double lowest = 1e300, highest = -1e300;
    for (int k = 0; k < k_corners; ++k) {
      const double h = corner_height(box, k, height, n);
      lowest = min(lowest, h), highest = max(highest, h);
    }
    ASSERT_NEAR(lowest, height - support(box, n), k_round * (norm(half) + height));
    ASSERT_NEAR(highest, height + support(box, n), k_round * (norm(half) + height));
  }
}
// Standing on an edge with the diagonal of a face upright: half the diagonal.
TEST(BoxAbovePlane, a_cube_on_its_edge_stands_root_two_as_high) {
  const double angle = std::numbers::pi / 4;
  const auto box = make_box(std::cos(angle / 2), std::sin(angle / 2), 0.0, 0.0, Vec3d{1, 1, 1});
  EXPECT_NEAR(support(box, Vec3d{0, 0, 1}), std::sqrt(2.0), k_round);
}

}  // namespace
}  // namespace scree::shape
