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
// of the size: boxes_meet treats gaps and points that differ by 1e-9 of the size as the same; both bodies may differ so
constexpr double k_rounding = 2e-9;
// of unit normals and of lengths of about 1: some forty operations of half an ulp
constexpr double k_unit = 1e-14;
constexpr double k_up = 1e-15;  // of a normal that is an axis of a box turned about it: a few ulps of the axis
// of the size, up to 34: boxes_apart compares distances to 1e-12 of them, and takes the smallest
constexpr double k_apart = 1e-12;
// of the size: the normal is a difference of points over the gap, which is at least 0.002, so that its rounding is that
// of the points, 1e-16 x size, over the gap; the planes see it times the arms
constexpr double k_planes = 1e-11;
// of the gap: boxes_meet takes the normal of a face if its gap is within 0.5 % of the smallest; 1 / 0.995 = 1.00503
constexpr double k_faces_first = 0.0051;

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
  double largest = -1e300;
  for (int k = 0; k < 3; ++k) largest = std::max(largest, std::abs(dot(box.axis[k], arm)) - box.half[k]);
  return largest;
}
double smallest_gap(const NearPoints& found) {
  double smallest = 1e300;
  for (const NearPoint& p : found) smallest = std::min(smallest, p.gap);
  return smallest;
}
void expect_points_true(const Box<double>& a, const Box<double>& b, const Vec3d& apart, const NearPoints& found,
                        double tolerance) {
  std::set<int> features;
  for (const NearPoint& p : found) {
    ASSERT_NEAR(norm(p.normal), 1, k_unit);
    ASSERT_LT(norm(apart + p.arm_a - p.arm_b - p.gap * p.normal), tolerance) << "not on one normal";
    ASSERT_LT(std::abs(outside(a, p.arm_a)), tolerance) << "not on a";
    ASSERT_LT(std::abs(outside(b, p.arm_b)), tolerance) << "not on b";
    ASSERT_TRUE(features.insert(p.feature).second) << "two points with one feature code";
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
/// A normal of each kind of nearest features: corner and corner, corner and face, two edges, corner and edge.
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

// Two points at the reported distance and two planes at the same distance prove it; see near_points_test.cpp.
// boxes_meet prefers faces by half a per cent of the gap, and rounds to 1e-9 of the size.
TEST(BoxesApart, are_reported_with_their_distance) {
  for (std::uint64_t i = 0; i < k_states; ++i) {
    Random random(21, i);
    const auto a = random_box(random), b = random_box(random);
    const Vec3d n = random_normal(random, a, b, i);
    const double size = size_of(a) + size_of(b), gap = 2.0 * random.uniform(0.001, 1.0),
                 margin = i % 2 ? 3.0 : 1.01 * gap;
    const Vec3d apart = arm_at(random, a, n) + arm_at(random, b, n) + gap * n;
    const NearPoints found = boxes_meet(a, b, apart, margin);
    ASSERT_GT(found.count, 0) << i;
    ASSERT_NO_FATAL_FAILURE(expect_points_true(a, b, apart, found, k_rounding * size)) << i;
    ASSERT_GE(smallest_gap(found), gap - k_rounding * size) << i;
    ASSERT_LE(smallest_gap(found), gap / 0.995 + k_rounding * size) << i;
    for (const NearPoint& p : found) ASSERT_LE(p.gap, margin);
    ASSERT_EQ(boxes_meet(a, b, apart, 0.99 * gap).count, 0) << i;
    const NearPoint nearest = boxes_apart(a, b, apart);
    ASSERT_NEAR(nearest.gap, gap, k_apart * size) << i;
    ASSERT_NEAR(gap_along(a, b, apart, nearest.normal), gap, k_planes * size) << i;
  }
}

// The smallest translation that separates overlapping boxes is along one of 15 axes, so no axis may give one that is
// shorter than the reported overlap by more than the half per cent by which faces are preferred.
TEST(BoxesOverlapping, are_separated_by_the_reported_translation) {
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
    ASSERT_NO_FATAL_FAILURE(expect_points_true(a, b, apart, found, k_rounding * size)) << i;
    const double overlap = -smallest_gap(found);
    ASSERT_EQ(boxes_meet(a, b, apart + (1.01 * overlap + k_rounding * size) * found.point[0].normal).count, 0)
        << i << ": the reported translation does not separate them";
    double shortest = 1e300;
    for (int k = 0; k < 3; ++k)
      for (int j = 0; j < 3; ++j)
        for (const Vec3d& axis :
             {a.axis[k], b.axis[j], test::unit(cross(a.axis[k], b.axis[j])), test::random_direction(random)})
          shortest = std::min({shortest, -gap_along(a, b, apart, axis), -gap_along(a, b, apart, -axis)});
    ASSERT_LE(overlap, shortest / 0.995 + k_rounding * size) << i;
    several += found.count > 1;
  }
  EXPECT_GT(several, 100);
}

TEST(BoxesStacked, rest_on_the_corners_of_the_intersection_of_their_faces) {
  const Vec3d up{0, 0, 1};
  const auto base = box_turned(up, 0.0, {2, 3, 1});
  struct Case {
    Vec3d half, at;
    double yaw;
    int count;
  };
  // A small one on a large one and the reverse, equal ones, one that stands out, two crossing ones, one turned
  // by 45 degrees.
  for (const Case& c :
       {Case{{1, 1, 1}, {0, 0, 1.99}, 0, 4}, Case{{3, 4, 1}, {0, 0, 1.99}, 0.3, 4}, Case{{2, 3, 1}, {0, 0, 1.99}, 0, 4},
        Case{{2, 3, 1}, {0.5, -1, 1.99}, 0, 4}, Case{{5, 0.5, 1}, {0, 0, 1.99}, 0, 4},
        Case{{2.2, 2.2, 1}, {0, 0, 1.99}, std::numbers::pi / 4, 8}}) {
    const auto top = box_turned(up, c.yaw, c.half);
    const NearPoints found = boxes_meet(top, base, c.at);
    ASSERT_EQ(found.count, c.count);
    ASSERT_NO_FATAL_FAILURE(expect_points_true(top, base, c.at, found, k_apart));
    Vec3d low{1e300, 1e300, 0}, high{-1e300, -1e300, 0};
    for (const NearPoint& p : found) {
      EXPECT_NEAR(p.gap, -0.01, k_unit);
      EXPECT_LT(norm(p.normal - up), k_up);
      low = {std::min(low.x, p.arm_b.x), std::min(low.y, p.arm_b.y), 0},
      high = {std::max(high.x, p.arm_b.x), std::max(high.y, p.arm_b.y), 0};
    }
    if (c.yaw == 0) {  // the rectangle that both have
      EXPECT_NEAR(high.x, std::min(2.0, c.at.x + c.half.x), k_unit);
      EXPECT_NEAR(low.y, std::max(-3.0, c.at.y - c.half.y), k_unit);
    }
    EXPECT_EQ(boxes_meet(top, base, c.at + Vec3d{0, 0, 0.05}).count, 0);
    EXPECT_EQ(boxes_meet(top, base, c.at + Vec3d{0, 0, 0.05}, 0.1).count, c.count) << "as many before they touch";
  }
}
// Histories are stored by feature code: a small motion in any direction keeps the codes.
TEST(BoxesStacked, keep_the_feature_codes_of_their_points_in_small_motions) {
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
    EXPECT_NEAR(found.point[0].gap, gap, k_unit);
    EXPECT_LT(norm(found.point[0].normal - Vec3d{0, 0, 1}), k_unit);
    EXPECT_LT(norm(found.point[0].arm_a - Vec3d{-0.25, 0, -root}), k_unit);
    EXPECT_LT(norm(found.point[0].arm_b - Vec3d{0, 0.5, root}), k_unit);
    EXPECT_GE(found.point[0].feature, 144);
  }
}

// Two cubes of edge 2 with the same axes, at places where faces, edges and corners are flush: the gap along each axis
// is |x| - 2. With exact axes, or with rounding in them.
TEST(BoxesAligned, have_the_distance_or_the_overlap_of_their_intervals_along_the_axes) {
  const double places[] = {0, 0.5, 1.5, 1.999, 2, 2.001, 2.5};
  for (const double angle : {0.0, 1e-17, 1e-10, std::numbers::pi / 2})
    for (const double x : places)
      for (const double y : places)
        for (const double z : places) {
          const auto a = box_turned({0, 0, 1}, angle, {1, 1, 1}), b = box_turned({0, 0, 1}, 0.0, {1, 1, 1});
          const double along[] = {x - 2, y - 2, z - 2}, largest = std::max({along[0], along[1], along[2]});
          double square = 0;
          for (const double g : along) square += std::max(g, 0.0) * std::max(g, 0.0);
          const double expected = largest > 0 ? std::sqrt(square) : largest;
          const NearPoints found = boxes_meet(a, b, {x, -y, z}, 1.0);
          ASSERT_GT(found.count, 0) << x << " " << y << " " << z;
          ASSERT_NEAR(smallest_gap(found), expected, k_faces_first * std::max(expected, 0.0) + k_rounding)
              << x << " " << y << " " << z;
          for (const NearPoint& p : found) ASSERT_NEAR(norm(p.normal), 1, k_unit);
        }
}
TEST(BoxesOfNonsense, have_no_points) {
  const auto box = box_turned({0, 0, 1}, 0.0, {1, 1, 1});
  for (const double x : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity(), 1e300})
    EXPECT_EQ(boxes_meet(box, box, {x, 0, 0}, 1.0).count, 0) << x;
}

}  // namespace
}  // namespace scree::shape
