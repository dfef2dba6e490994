// What the table of pairs says of its routines, over random states: how many points they return at most, and that
// bodies may come in either order.
#include "shape/pair_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "shape/random_shapes.h"

namespace scree::shape {
namespace {

constexpr std::uint64_t k_states = 2000;
constexpr BodyShape k_shapes[] = {BodyShape::sphere, BodyShape::ellipsoid, BodyShape::box};
static_assert(std::size(k_shapes) == k_body_shapes);

Figure random_figure(Random& random, BodyShape kind) {
  const test::Turn q = test::random_turn(random);
  const Vec3d half = test::random_semi_axes(random);
  return {kind, kind == BodyShape::sphere ? Vec3d{half.x, half.x, half.x} : half, body_axes(q.w, q.x, q.y, q.z)};
}
double around(const Figure& f) { return f.kind == BodyShape::sphere ? f.half.x : norm(f.half); }

TEST(PairTable, no_pair_of_bodies_has_more_points_than_its_row_says_and_their_order_does_not_matter) {
  for (const BodyShape p : k_shapes)
    for (const BodyShape q : k_shapes) {
      int most = 0;
      for (std::uint64_t i = 0; i < k_states; ++i) {
        Random random(31, i);
        const Figure a = random_figure(random, p), b = random_figure(random, q);
        // Half of all pairs overlap, and the others are near.
        const Vec3d apart = random.uniform(0.3, 1.1) * (around(a) + around(b)) * test::random_direction(random);
        const double margin = 0.5 * (around(a) + around(b));
        const NearPoints found = near_points(a, b, apart, margin), turned = near_points(b, a, -apart, margin);
        most = std::max(most, found.count);
        ASSERT_EQ(found.count, turned.count) << i;
        if (found.count == 0) continue;
        const auto gap = [](const NearPoints& points) {
          return std::min_element(points.begin(), points.end(),
                                  [](const NearPoint& x, const NearPoint& y) { return x.gap < y.gap; })
              ->gap;
        };
        // Of two boxes a gap holds to half a per cent (near_points.h); ellipsoids are searched for to 1e-10 of their
        // size (ellipsoids_meet.h); all else rounds.
        const bool boxes = p == BodyShape::box && q == BodyShape::box;
        const double slack = (boxes ? 0.005 * std::abs(gap(found)) : 0.0) + 1e-9 * (around(a) + around(b));
        ASSERT_NEAR(gap(found), gap(turned), slack) << i;
      }
      EXPECT_LE(most, pair_of(p, q).points);
      EXPECT_GE(most, 1);
      EXPECT_EQ(&pair_of(p, q), &pair_of(q, p));
      // What the shapes decide of the order, they decide both ways round.
      EXPECT_EQ(is_first_by_shape(p, q).has_value(), is_first_by_shape(q, p).has_value());
      if (is_first_by_shape(p, q)) {
        EXPECT_NE(*is_first_by_shape(p, q), *is_first_by_shape(q, p));
      }
    }
}

TEST(PairTable, no_body_has_more_points_at_a_wall_than_its_row_says) {
  for (const BodyShape p : k_shapes)
    for (const WallForm form : {WallForm::plane, WallForm::cylinder}) {
      int most = 0;
      for (std::uint64_t i = 0; i < k_states; ++i) {
        Random random(32, i);
        const Figure a = random_figure(random, p);
        const double size = around(a);
        const WallFigure wall{size * test::random_direction(random), {}, test::random_direction(random), 1.6 * size};
        for (const NearPoint& near : near_wall(a, form, wall, 4.0 * size)) {
          most = std::max(most, near.feature + 1);
          ASSERT_LT(near.feature, pair_of(p, form).points);
          // Both points lie on one normal.
          if (form == WallForm::cylinder) {
            ASSERT_LT(norm(wall.point + near.arm_b + near.gap * near.normal - near.arm_a - wall.centre), 1e-12 * size);
          }
        }
        ASSERT_LE(near_wall(a, form, wall, 4.0 * size).count, pair_of(p, form).points);
      }
      EXPECT_GE(most, 1);
    }
}

}  // namespace
}  // namespace scree::shape
