// Two boxes: their points against proofs and against closed forms.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "shape/box_meets.h"
#include "shape/random_shapes.h"

namespace scree::shape {
namespace {

constexpr std::uint64_t k_states = 20000;

Box<double> random_box(Random& random) {
  const test::Turn q = test::random_turn(random);
  return make_box(q.w, q.x, q.y, q.z, test::random_semi_axes(random));
}
Box<double> box_turned(const Vec3d& axis, double angle, const Vec3d& half) {
  const test::Turn q = test::turn_about(axis, angle);
  return make_box(q.w, q.x, q.y, q.z, half);
}
double size_of(const Box<double>& b) { return norm(Vec3d{b.half[0], b.half[1], b.half[2]}); }
double gap_along(const Box<double>& a, const Box<double>& b, const Vec3d& apart, const Vec3d& n) {
  return dot(apart, n) - support(a, n) - support(b, n);
}
/// How far a point stands out of the box; negative inside.
double outside(const Box<double>& box, const Vec3d& arm) {
  double most = -1e300;
  for (int k = 0; k < 3; ++k) most = std::max(most, std::abs(dot(box.axis[k], arm)) - box.half[k]);
  return most;
}
double smallest_gap(const NearPoints& found) {
  double least = 1e300;
  for (const NearPoint& p : found) least = std::min(least, p.gap);
  return least;
}
void expect_points_true(const Box<double>& a, const Box<double>& b, const Vec3d& apart, const NearPoints& found,
                        double tolerance) {
  std::set<int> features;
  for (const NearPoint& p : found) {
    ASSERT_NEAR(norm(p.normal), 1, 1e-14);
    ASSERT_LT(norm(apart + p.arm_a - p.arm_b - p.gap * p.normal), tolerance) << "not on one normal";
    ASSERT_LT(std::abs(outside(a, p.arm_a)), tolerance) << "not on a";
    ASSERT_LT(std::abs(outside(b, p.arm_b)), tolerance) << "not on b";
    ASSERT_TRUE(features.insert(p.feature).second) << "two points of one name";
    ASSERT_LT(p.feature, 169);
  }
}
Vec3d arm_at(Random& random, const Box<double>& box, const Vec3d& n) {
  Vec3d arm{};
  for (int k = 0; k < 3; ++k) {
    const double along = dot(box.axis[k], n);
    arm += ((std::abs(along) > 1e-9 ? std::copysign(1.0, along) : random.uniform(-0.99, 0.99)) * box.half[k]) *
           box.axis[k];
  }
  return arm;
}
/// A normal of one of the ways in which boxes are nearest: corner and corner, corner and face, two edges, corner and
/// edge.
Vec3d random_normal(Random& random, const Box<double>& a, const Box<double>& b, std::uint64_t i) {
  const Vec3d any = test::random_direction(random), &p = a.axis[i / 5 % 3], &q = b.axis[i / 15 % 3];
  switch (i % 5) {
    case 0: return any;
    case 1: return i / 45 % 2 ? p : -p;
    case 2: return i / 45 % 2 ? q : -q;
    case 3: return test::unit(cross(p, q));
    default: return test::unit(any - dot(any, q) * q);
  }
}

// Two points at the distance told and two planes as far apart prove the distance; see near_points_test.cpp. Half a per
// cent is what boxes_meet gives away for faces; 1e-9 of the size its rounding.
TEST(BoxesApart, are_told_with_their_distance) {
  for (std::uint64_t i = 0; i < k_states; ++i) {
    Random random(21, i);
    const auto a = random_box(random), b = random_box(random);
    const Vec3d n = random_normal(random, a, b, i);
    const double size = size_of(a) + size_of(b), gap = 2.0 * random.uniform(0.001, 1.0),
                 margin = i % 2 ? 3.0 : 1.01 * gap;
    const Vec3d apart = arm_at(random, a, n) + arm_at(random, b, n) + gap * n;
    const NearPoints found = boxes_meet(a, b, apart, margin);
    ASSERT_GT(found.count, 0) << i;
    ASSERT_NO_FATAL_FAILURE(expect_points_true(a, b, apart, found, 2e-9 * size)) << i;
    ASSERT_GE(smallest_gap(found), gap - 2e-9 * size) << i;
    ASSERT_LE(smallest_gap(found), gap / 0.995 + 2e-9 * size) << i;
    for (const NearPoint& p : found) ASSERT_LE(p.gap, margin);
    ASSERT_EQ(boxes_meet(a, b, apart, 0.99 * gap).count, 0) << i;
    const NearPoint nearest = boxes_apart(a, b, apart);
    ASSERT_NEAR(nearest.gap, gap, 1e-12 * size) << i;
    ASSERT_NEAR(gap_along(a, b, apart, nearest.normal), gap, 1e-11 * size) << i;
  }
}

// The least translation of overlapping boxes is along one of 15 axes, so no direction may be shorter than the one told
// by more than the half per cent that is given away for faces.
TEST(BoxesOverlapping, are_parted_by_the_translation_told) {
  int several = 0;
  for (std::uint64_t i = 0; i < k_states; ++i) {
    Random random(22, i);
    const auto a = random_box(random), b = random_box(random);
    const Vec3d n = random_normal(random, a, b, i);
    const double size = size_of(a) + size_of(b);
    const Vec3d apart = arm_at(random, a, n) + arm_at(random, b, n) - (0.3 * random.uniform()) * n;
    const NearPoints found = boxes_meet(a, b, apart);
    if (found.count == 0) {  // corners that only seemed to meet
      ASSERT_GT(boxes_apart(a, b, apart).gap, 0) << i;
      continue;
    }
    ASSERT_NO_FATAL_FAILURE(expect_points_true(a, b, apart, found, 2e-9 * size)) << i;
    const double overlap = -smallest_gap(found);
    ASSERT_EQ(boxes_meet(a, b, apart + (1.01 * overlap + 2e-9 * size) * found.point[0].normal).count, 0)
        << i << ": that way does not part them";
    double shortest = 1e300;
    for (int k = 0; k < 3; ++k)
      for (int j = 0; j < 3; ++j)
        for (const Vec3d& axis :
             {a.axis[k], b.axis[j], test::unit(cross(a.axis[k], b.axis[j])), test::random_direction(random)})
          shortest = std::min({shortest, -gap_along(a, b, apart, axis), -gap_along(a, b, apart, -axis)});
    ASSERT_LE(overlap, shortest / 0.995 + 2e-9 * size) << i;
    several += found.count > 1;
  }
  EXPECT_GT(several, 100);
}

TEST(BoxesStacked, rest_on_the_corners_of_what_their_faces_share) {
  const Vec3d up{0, 0, 1};
  const auto base = box_turned(up, 0.0, {2, 3, 1});
  struct Case {
    Vec3d half, at;
    double yaw;
    int count;
  };
  // A small one on a large one and the other way round, equal ones, one that stands out, two crossing ones, one turned
  // by 45 degrees.
  for (const Case& c :
       {Case{{1, 1, 1}, {0, 0, 1.99}, 0, 4}, Case{{3, 4, 1}, {0, 0, 1.99}, 0.3, 4}, Case{{2, 3, 1}, {0, 0, 1.99}, 0, 4},
        Case{{2, 3, 1}, {0.5, -1, 1.99}, 0, 4}, Case{{5, 0.5, 1}, {0, 0, 1.99}, 0, 4},
        Case{{2.2, 2.2, 1}, {0, 0, 1.99}, std::numbers::pi / 4, 8}}) {
    const auto top = box_turned(up, c.yaw, c.half);
    const NearPoints found = boxes_meet(top, base, c.at);
    ASSERT_EQ(found.count, c.count);
    ASSERT_NO_FATAL_FAILURE(expect_points_true(top, base, c.at, found, 1e-12));
    Vec3d low{1e300, 1e300, 0}, high{-1e300, -1e300, 0};
    for (const NearPoint& p : found) {
      EXPECT_NEAR(p.gap, -0.01, 1e-14);
      EXPECT_LT(norm(p.normal - up), 1e-15);
      low = {std::min(low.x, p.arm_b.x), std::min(low.y, p.arm_b.y), 0},
      high = {std::max(high.x, p.arm_b.x), std::max(high.y, p.arm_b.y), 0};
    }
    if (c.yaw == 0) {  // the rectangle that both have
      EXPECT_NEAR(high.x, std::min(2.0, c.at.x + c.half.x), 1e-14);
      EXPECT_NEAR(low.y, std::max(-3.0, c.at.y - c.half.y), 1e-14);
    }
    EXPECT_EQ(boxes_meet(top, base, c.at + Vec3d{0, 0, 0.05}).count, 0);
    EXPECT_EQ(boxes_meet(top, base, c.at + Vec3d{0, 0, 0.05}, 0.1).count, c.count) << "as many before they touch";
  }
}
// Histories hang on the names: a small motion, whichever way, keeps them.
TEST(BoxesStacked, keep_the_names_of_their_points_in_small_motions) {
  for (std::uint64_t i = 0; i < 2000; ++i) {
    Random random(23, i);
    const auto base = box_turned({0, 0, 1}, 0.0, {2, 3, 1}), top = box_turned({0, 0, 1}, 0.7, {1.5, 2.5, 1});
    const auto names = [](const NearPoints& found) {
      std::set<int> set;
      for (const NearPoint& p : found) set.insert(p.feature);
      return set;
    };
    const auto before = names(boxes_meet(top, base, {0.3, 0.2, 1.99}));
    const auto leaning =
        box_turned(test::unit({random.uniform(-1, 1), random.uniform(-1, 1), 100}), 0.7, {1.5, 2.5, 1});
    const Vec3d shifted = Vec3d{0.3, 0.2, 1.96} + 0.01 * test::random_direction(random);
    ASSERT_EQ(before, names(boxes_meet(leaning, base, shifted))) << i;
  }
}
// Two cubes on their edges, crossed: the edges are half a diagonal from the centres.
TEST(BoxesCrossed, at_two_edges_meet_in_one_point) {
  const double quarter = std::numbers::pi / 4, root = std::sqrt(2.0);
  const auto a = box_turned({1, 0, 0}, quarter, {1, 1, 1}), b = box_turned({0, 1, 0}, quarter, {1, 1, 1});
  for (const double gap : {-0.01, 0.01}) {
    const NearPoints found = boxes_meet(a, b, {0.25, 0.5, 2 * root + gap}, 0.1);
    ASSERT_EQ(found.count, 1);
    EXPECT_NEAR(found.point[0].gap, gap, 1e-14);
    EXPECT_LT(norm(found.point[0].normal - Vec3d{0, 0, 1}), 1e-14);
    EXPECT_LT(norm(found.point[0].arm_a - Vec3d{-0.25, 0, -root}), 1e-14);
    EXPECT_LT(norm(found.point[0].arm_b - Vec3d{0, 0.5, root}), 1e-14);
    EXPECT_GE(found.point[0].feature, 144);
  }
}

// Two cubes of edge 2 with the same axes, at places where faces, edges and corners are flush: the gap along each axis
// is |x| - 2. Told as it is, or with rounding in the axes.
TEST(BoxesAligned, have_the_distance_or_the_overlap_of_their_intervals) {
  const double places[] = {0, 0.5, 1.5, 1.999, 2, 2.001, 2.5};
  for (const double angle : {0.0, 1e-17, 1e-10, std::numbers::pi / 2})
    for (const double x : places)
      for (const double y : places)
        for (const double z : places) {
          const auto a = box_turned({0, 0, 1}, angle, {1, 1, 1}), b = box_turned({0, 0, 1}, 0.0, {1, 1, 1});
          const double along[] = {x - 2, y - 2, z - 2}, most = std::max({along[0], along[1], along[2]});
          double square = 0;
          for (const double g : along) square += std::max(g, 0.0) * std::max(g, 0.0);
          const double expected = most > 0 ? std::sqrt(square) : most;
          const NearPoints found = boxes_meet(a, b, {x, -y, z}, 1.0);
          ASSERT_GT(found.count, 0) << x << " " << y << " " << z;
          ASSERT_NEAR(smallest_gap(found), expected, 0.0051 * std::max(expected, 0.0) + 2e-9)
              << x << " " << y << " " << z;
          for (const NearPoint& p : found) ASSERT_NEAR(norm(p.normal), 1, 1e-14);
        }
}
TEST(BoxesOfNonsense, have_no_points) {
  const auto box = box_turned({0, 0, 1}, 0.0, {1, 1, 1});
  for (const double x : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e300})
    EXPECT_EQ(boxes_meet(box, box, {x, 0, 0}, 1.0).count, 0) << x;
}

}  // namespace
}  // namespace scree::shape
