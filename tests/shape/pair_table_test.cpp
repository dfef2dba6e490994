// The properties that the table of pairs states of its routines, over random states: the maximum number of points, and
// that the bodies may be given in either order.
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

double around(const PlacedShape& f) { return f.kind == BodyShape::sphere ? f.half.x : norm(f.half); }

TEST(PairTable, a_pair_of_bodies_has_at_most_the_points_of_its_row_in_either_order) {
  for (const BodyShape p : k_shapes)
    for (const BodyShape q : k_shapes) {
      int largest = 0;
      for (std::uint64_t i = 0; i < k_states; ++i) {
        Random random(31, i);
        const PlacedShape a = test::random_shape(random, p), b = test::random_shape(random, q);
        // Half of all pairs overlap, and the others are near.
        const Vec3d apart = random.uniform(0.3, 1.1) * (around(a) + around(b)) * test::random_direction(random);
        const double margin = 0.5 * (around(a) + around(b));
        const NearPoints found = near_points(a, b, apart, margin), turned = near_points(b, a, -apart, margin);
        largest = std::max(largest, found.count);
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
      EXPECT_LE(largest, pair_of(p, q).points);
      EXPECT_GE(largest, 1);
      EXPECT_EQ(&pair_of(p, q), &pair_of(q, p));
      // An order that is decided by the shapes is decided for both orders of the arguments.
      EXPECT_EQ(is_first_by_shape(p, q).has_value(), is_first_by_shape(q, p).has_value());
      if (is_first_by_shape(p, q)) {
        EXPECT_NE(*is_first_by_shape(p, q), *is_first_by_shape(q, p));
      }
    }
}

TEST(PairTable, a_body_at_a_wall_has_at_most_the_points_of_its_row) {
  for (const BodyShape p : k_shapes)
    for (const WallShape shape : {WallShape::plane, WallShape::cylinder}) {
      int largest = 0;
      for (std::uint64_t i = 0; i < k_states; ++i) {
        Random random(32, i);
        const PlacedShape a = test::random_shape(random, p);
        const double size = around(a);
        const PlacedWall wall{size * test::random_direction(random), {}, test::random_direction(random), 1.6 * size};
        for (const NearPoint& near : near_wall(a, shape, wall, 4.0 * size)) {
          largest = std::max(largest, near.feature + 1);
          ASSERT_LT(near.feature, pair_of(p, shape).points);
          // Both points lie on one normal.
          if (shape == WallShape::cylinder) {
            // some hundred operations of half an ulp, 1e-14, times the squared ratio of axes, 100
            ASSERT_LT(norm(wall.point + near.arm_b + near.gap * near.normal - near.arm_a - wall.centre), 1e-12 * size);
          }
        }
        ASSERT_LE(near_wall(a, shape, wall, 4.0 * size).count, pair_of(p, shape).points);
      }
      EXPECT_GE(largest, 1);
    }
}

}  // namespace
}  // namespace scree::shape
