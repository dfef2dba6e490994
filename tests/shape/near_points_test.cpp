// Pairs of all shapes whose nearest points are known beforehand, apart and overlapping.
//
// What proves a gap of bodies apart: two points on the surfaces have that distance (so it is no smaller than the true
// one), and the tangent planes at its normal are as far apart (so it is no larger). Overlaps are compared with their
// construction and with sampled directions.
#include "shape/pair_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "shape/box_meets.h"
#include "shape/random_shapes.h"

namespace scree::shape {
namespace {

using test::k_ulp;
constexpr std::uint64_t k_states = 4000;
// All in units of the size of both bodies. The gap f is stationary in the normal, so a residual of 1e-11 (boxes; 1e-13
// for ellipsoids) leaves an error of second order in it, and what remains is rounding: some hundred operations, 1e-14,
// times the squared ratio of axes, 100.
constexpr double k_gap = 1e-12;
// The residual is the distance of the two points from a common normal: 1e-11 of size + margin; on their surfaces they
// are to rounding.
constexpr double k_points = 1e-10;
// Of one pair in two frames or orders. Not a strict bound (a needle's side has a radius of curvature of ten times its
// size): Newton's method ends quadratically, mostly far below the residual.
constexpr double k_points_of_two_searches = 1e-9;
// The normals of two searches, absolute: the residual of 1e-11 x 34 (the largest size) over the smallest radius of
// curvature, 0.1, is 3.4e-9 for each; a factor of ten is left.
constexpr double k_normal = 1e-7;
constexpr double k_plane = 1e-13;  // closed form: a hundred operations, times the squared ratio of axes over the size
// of the gap: boxes_meet takes the normal of a face if its gap is within 0.5 % of the smallest; 1 / 0.995 = 1.00503
constexpr double k_faces_first = 0.0051;
// [m]: boxes_meet treats gaps that differ by 1e-9 of the size as the same; the slab has a size of 1280
constexpr double k_ledge = 3e-6;

/// Of a plane through the origin, above which the body's centre stands at `height`.
NearPoints near_plane(const PlacedShape& a, double height, const Vec3d& normal, double margin) {
  return near_wall(a, WallShape::plane, {height * normal, {}, normal}, margin);
}
double size_of(const PlacedShape& f) { return f.kind == BodyShape::sphere ? f.half.x : norm(f.half); }
double reach(const PlacedShape& f, const Vec3d& n) {
  switch (f.kind) {
    case BodyShape::sphere: return f.half.x;
    case BodyShape::ellipsoid: return support(ellipsoid_of(f), n);
    default: return support(box_of(f), n);
  }
}
/// f(n) of the headers: the gap of the two tangent planes.
double gap_along(const PlacedShape& a, const PlacedShape& b, const Vec3d& apart, const Vec3d& n) {
  return dot(apart, n) - reach(a, n) - reach(b, n);
}

/// By how far the point misses the surface, in lengths.
double off_surface(const PlacedShape& f, const Vec3d& arm) {
  double largest = -1e300, sum = 0, inside = 0;
  for (int k = 0; k < 3; ++k) {
    const double along =
        f.kind == BodyShape::sphere ? arm.*k_axes[k] / f.half.x : dot(f.axes.axis[k], arm) / f.half.*k_axes[k];
    sum += along * along;
    inside = std::max(inside, std::abs(along));
    largest = std::max(largest, std::abs(along) * f.half.*k_axes[k] - f.half.*k_axes[k]);
  }
  return f.kind == BodyShape::box ? std::abs(largest) : std::abs(std::sqrt(sum) - 1) * size_of(f);
}

/// The point whose normal is n; of a box anywhere on the feature with that normal.
Vec3d arm_at(Random& random, const PlacedShape& f, const Vec3d& n) {
  if (f.kind == BodyShape::sphere) return f.half.x * n;
  if (f.kind == BodyShape::ellipsoid) return support_arm(ellipsoid_of(f), n);
  Vec3d arm{};
  for (int k = 0; k < 3; ++k) {
    const double along = dot(f.axes.axis[k], n);
    const double fraction = std::abs(along) > 1e-9 ? std::copysign(1.0, along) : random.uniform(-0.99, 0.99);
    arm += (fraction * f.half.*k_axes[k]) * f.axes.axis[k];
  }
  return arm;
}
/// A normal from b to a: of a face, at right angles to an edge, or any.
Vec3d random_normal(Random& random, const PlacedShape& a, const PlacedShape& b, std::uint64_t which) {
  const PlacedShape& box = b.kind == BodyShape::box ? b : a;
  const Vec3d n = test::random_direction(random), &axis = box.axes.axis[which / 3 % 3];
  if (box.kind != BodyShape::box || which % 3 == 0) return n;
  return which % 3 == 1 ? (which / 9 % 2 ? axis : -axis) : test::unit(n - dot(n, axis) * axis);
}
double min_radius(const PlacedShape& f) {
  const double smallest = min(f.half.x, min(f.half.y, f.half.z)), largest = max(f.half.x, max(f.half.y, f.half.z));
  return f.kind == BodyShape::box ? 0.0 : smallest * smallest / largest;
}

struct Kinds {
  BodyShape a, b;
  const char* name;
};
const Kinds k_round_pairs[] = {{BodyShape::sphere, BodyShape::sphere, "two spheres"},
                               {BodyShape::ellipsoid, BodyShape::sphere, "ellipsoid, sphere"},
                               {BodyShape::ellipsoid, BodyShape::ellipsoid, "two ellipsoids"},
                               {BodyShape::sphere, BodyShape::box, "sphere, box"},
                               {BodyShape::box, BodyShape::sphere, "box, sphere"},
                               {BodyShape::ellipsoid, BodyShape::box, "ellipsoid, box"},
                               {BodyShape::box, BodyShape::ellipsoid, "box, ellipsoid"}};

void expect_points_true(const PlacedShape& a, const PlacedShape& b, const Vec3d& apart, const NearPoint& p,
                        double tolerance) {
  ASSERT_NEAR(norm(p.normal), 1, 8 * k_ulp);
  ASSERT_LT(norm(apart + p.arm_a - p.arm_b - p.gap * p.normal), tolerance) << "the points are not on one normal";
  ASSERT_LT(off_surface(a, p.arm_a), tolerance) << "not on a";
  ASSERT_LT(off_surface(b, p.arm_b), tolerance) << "not on b";
}

// C_a - C_b = gap n at points with normals -n and n, by construction, so f is stationary there and largest: see
// box_meets.h.
TEST(NearPoints, of_pairs_with_a_round_body_are_those_they_were_constructed_from) {
  for (const Kinds& kinds : k_round_pairs)
    for (std::uint64_t i = 0; i < k_states; ++i) {
      Random random(11, i);
      const PlacedShape a = test::random_shape(random, kinds.a), b = test::random_shape(random, kinds.b);
      const Vec3d n = random_normal(random, a, b, i);
      const double r = min_radius(a) + min_radius(b), size = size_of(a) + size_of(b), margin = 2.0;
      const double gap = i % 2 ? margin * random.uniform() : -0.9 * r * std::pow(10.0, random.uniform(-9.0, 0.0));
      const Vec3d apart = arm_at(random, a, n) + arm_at(random, b, n) + gap * n;
      const NearPoints found = near_points(a, b, apart, margin);
      ASSERT_EQ(found.count, 1) << kinds.name << " " << i;
      const NearPoint& p = found.point[0];
      ASSERT_TRUE(p.converged) << kinds.name << " " << i;
      ASSERT_NEAR(p.gap, gap, k_gap * size) << kinds.name << " " << i;
      ASSERT_NO_FATAL_FAILURE(expect_points_true(a, b, apart, p, k_points * size)) << kinds.name << " " << i;
      ASSERT_NEAR(gap_along(a, b, apart, p.normal), gap, k_gap * size) << kinds.name << " " << i;
      for (int k = 0; k < 30; ++k)
        ASSERT_LT(gap_along(a, b, apart, test::random_direction(random)), gap + k_gap * size) << kinds.name << " " << i;
      if (gap > 0) {
        ASSERT_EQ(near_points(a, b, apart, 0.99 * gap).count, 0) << kinds.name << " " << i;
      }
    }
}

// Surfaces sampled densely: no two samples are nearer than the reported points, and some are as near as the spacing of
// the samples allows: 200 samples within 0.05 of the size on each body leave gaps of up to 0.12 of it.
TEST(NearPoints, are_as_near_as_dense_samples_of_the_surfaces) {
  std::vector<Kinds> all(std::begin(k_round_pairs), std::end(k_round_pairs));
  all.push_back({BodyShape::box, BodyShape::box, "two boxes"});
  for (const Kinds& kinds : all)
    for (std::uint64_t i = 0; i < 40; ++i) {
      Random random(12, i);
      const PlacedShape a = test::random_shape(random, kinds.a), b = test::random_shape(random, kinds.b);
      const Vec3d n = random_normal(random, a, b, i);
      const double size = size_of(a) + size_of(b);
      const Vec3d apart = arm_at(random, a, n) + arm_at(random, b, n) + random.uniform(0.1, 2.0) * n;
      const NearPoints found = near_points(a, b, apart, 3.0);
      ASSERT_GT(found.count, 0) << kinds.name << " " << i;
      double smallest = 1e300;
      Vec3d arms[2];
      for (const NearPoint& p : found)
        if (p.gap < smallest) smallest = p.gap, arms[0] = p.arm_a, arms[1] = p.arm_b;
      std::vector<Vec3d> points[2];
      for (int side = 0; side < 2; ++side) {
        const PlacedShape& f = side == 0 ? a : b;
        for (int k = 0; k < 400; ++k) {
          // Half of the samples are near the reported point, where the samples must be dense.
          const Vec3d from =
              k % 2 ? Vec3d{} : arms[side] + (0.05 * size * random.uniform()) * test::random_direction(random);
          const Vec3d to = k % 2 ? test::random_direction(random) : test::unit(from);
          double scale = 0;
          for (int x = 0; x < 3; ++x) {
            const double along =
                f.kind == BodyShape::sphere ? to.*k_axes[x] / f.half.x : dot(f.axes.axis[x], to) / f.half.*k_axes[x];
            scale =
                f.kind == BodyShape::box ? std::max(scale, std::abs(along)) : std::sqrt(scale * scale + along * along);
          }
          points[side].push_back((1 / scale) * to);
        }
      }
      double sampled = 1e300;
      for (const Vec3d& p : points[0])
        for (const Vec3d& q : points[1]) sampled = std::min(sampled, norm(apart + p - q));
      // for faces: see box_meets.h
      const double preference = kinds.a == kinds.b && kinds.a == BodyShape::box ? k_faces_first * smallest : 0.0;
      ASSERT_GT(sampled, smallest - preference - k_points * size) << kinds.name << " " << i;
      ASSERT_LT(sampled, smallest + 0.12 * size) << kinds.name << " " << i;
    }
}

TEST(NearPoints, turn_with_the_whole_scene_and_are_mirrored_when_the_bodies_are_exchanged) {
  for (const Kinds& kinds : k_round_pairs)
    for (std::uint64_t i = 0; i < 500; ++i) {
      Random random(13, i);
      PlacedShape a = test::random_shape(random, kinds.a), b = test::random_shape(random, kinds.b);
      const Vec3d n = random_normal(random, a, b, i);
      const double size = size_of(a) + size_of(b);
      const Vec3d apart = arm_at(random, a, n) + arm_at(random, b, n) + random.uniform(-0.01, 0.5) * n;
      const NearPoint p = near_points(a, b, apart, 1.0).point[0], other = near_points(b, a, -apart, 1.0).point[0];
      ASSERT_LT(norm(p.normal + other.normal), k_normal);
      ASSERT_NEAR(p.gap, other.gap, k_gap * size);
      ASSERT_LT(norm(p.arm_a - other.arm_b), k_points_of_two_searches * size);
      const test::Turn turn = test::random_turn(random);
      for (PlacedShape* f : {&a, &b})
        for (Vec3d& axis : f->axes.axis) axis = turn(axis);
      const NearPoint turned = near_points(a, b, turn(apart), 1.0).point[0];
      ASSERT_NEAR(p.gap, turned.gap, k_gap * size);
      ASSERT_LT(norm(turn(p.normal) - turned.normal), k_normal) << kinds.name << " " << i;
      ASSERT_EQ(p.feature, turned.feature) << kinds.name << " " << i;
    }
}

TEST(NearPoints, of_a_body_and_a_plane_are_the_lowest_points_of_the_body) {
  for (std::uint64_t i = 0; i < k_states; ++i) {
    Random random(14, i);
    const Vec3d n = test::random_direction(random);
    for (const BodyShape kind : {BodyShape::sphere, BodyShape::ellipsoid, BodyShape::box}) {
      const PlacedShape a = test::random_shape(random, kind);
      const double gap = random.uniform(-0.1, 1.0), height = reach(a, n) + gap;
      const NearPoints found = near_plane(a, height, n, 1.0);
      ASSERT_GE(found.count, 1);
      double smallest = 1e300;
      for (const NearPoint& p : found) {
        ASSERT_LT(off_surface(a, p.arm_a), k_plane * size_of(a));
        ASSERT_NEAR(height + dot(p.arm_a, n), p.gap, k_plane * size_of(a));
        ASSERT_LE(p.gap, 1.0);
        smallest = std::min(smallest, p.gap);
      }
      ASSERT_NEAR(smallest, gap, k_plane * size_of(a));
      ASSERT_EQ(near_plane(a, height, n, gap - 1e-9).count, 0);
    }
  }
  const PlacedShape cube{BodyShape::box, {1, 1, 1}, body_axes(1.0, 0.0, 0.0, 0.0)};
  EXPECT_EQ(near_plane(cube, 1.0, {0, 0, 1}, 0.0).count, 4);
  EXPECT_EQ(near_plane(cube, 1.0, {0, 0, 1}, 2.0).count, 8);
}

// Against a sphere: distances from a face, an edge and a corner in closed form; inside the nearest face counts.
TEST(SphereOnBox, meets_face_edge_and_corner_at_their_distances) {
  const auto box = make_box(1.0, 0.0, 0.0, 0.0, Vec3d{1, 2, 3});
  const auto near = [&](const Vec3d& at) { return sphere_meets_box(0.5, box, at); };
  const NearPoint face = near({0.25, -0.5, 3.75}), edge = near({1.3, 0.5, 3.4}), corner = near({-1.2, -2.1, 3.2}),
                  inside = near({0.9, 1, 0});
  EXPECT_EQ(part_of(face.feature), BoxPart::face);
  EXPECT_EQ(face.gap, 0.25);
  EXPECT_EQ(norm(face.normal - Vec3d{0, 0, 1}), 0.0) << "to the last bit, as a plane's";
  EXPECT_EQ(norm(face.arm_b - Vec3d{0.25, -0.5, 3}), 0.0);
  EXPECT_EQ(part_of(edge.feature), BoxPart::edge);
  EXPECT_NEAR(edge.gap, 0.5 - 0.5, 4 * k_ulp);  // 3, 4, 5
  EXPECT_LT(norm(edge.normal - Vec3d{0.6, 0, 0.8}), 8 * k_ulp);
  EXPECT_LT(norm(edge.arm_b - Vec3d{1, 0.5, 3}), 4 * k_ulp);
  EXPECT_EQ(part_of(corner.feature), BoxPart::corner);
  EXPECT_NEAR(corner.gap, 0.3 - 0.5, 4 * k_ulp);  // 1, 2, 2, 3
  EXPECT_LT(norm(corner.normal - (1 / 3.0) * Vec3d{-2, -1, 2}), 8 * k_ulp);
  EXPECT_EQ(part_of(inside.feature), BoxPart::face);
  EXPECT_NEAR(inside.gap, -0.1 - 0.5, 4 * k_ulp);
  EXPECT_EQ(norm(inside.normal - Vec3d{1, 0, 0}), 0.0);
}

// At any depth the result is finite and f is that of its normal. Another direction seldom gives a larger f, and never
// if the result was reported as converged.
TEST(EllipsoidDeepInBox, has_a_finite_result_that_is_a_proven_maximum_or_reported_as_not_converged) {
  int beaten = 0;
  for (std::uint64_t i = 0; i < k_states; ++i) {
    Random random(15, i);
    const PlacedShape a = test::random_shape(random, BodyShape::ellipsoid),
                      b = test::random_shape(random, BodyShape::box);
    const double size = size_of(a) + size_of(b);
    const Vec3d apart = (i % 7 == 0 ? 0.0 : 0.5 * random.uniform()) *
                        (arm_at(random, a, b.axes.axis[i % 3]) + arm_at(random, b, b.axes.axis[i % 3]));
    const NearPoint p = near_points(a, b, apart, 0.0).point[0];
    ASSERT_NEAR(norm(p.normal), 1, 8 * k_ulp) << i;
    ASSERT_NEAR(p.gap, gap_along(a, b, apart, p.normal), k_gap * size) << i;
    ASSERT_LT(p.gap, 0) << i;
    double best = p.gap;
    for (int k = 0; k < 300; ++k) best = std::max(best, gap_along(a, b, apart, test::random_direction(random)));
    const bool is_beaten = best > p.gap + 1e-10 * size;
    ASSERT_FALSE(is_beaten && p.converged) << i;
    beaten += is_beaten;
  }
  EXPECT_LE(beaten, k_states / 20);
  RecordProperty("beaten", beaten);
}

TEST(NearPoints, of_nan_infinite_or_coincident_positions_are_none_or_reported_as_not_converged) {
  Random random(16, 0);
  for (const BodyShape p : {BodyShape::sphere, BodyShape::ellipsoid, BodyShape::box})
    for (const BodyShape q : {BodyShape::sphere, BodyShape::ellipsoid, BodyShape::box})
      for (const double x : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
        EXPECT_EQ(near_points(test::random_shape(random, p), test::random_shape(random, q), {0, x, 0}, 1.0).count, 0);
  const PlacedShape ball = test::random_shape(random, BodyShape::sphere);
  const NearPoints found = near_points(ball, ball, {}, 0.0);
  ASSERT_EQ(found.count, 1);
  EXPECT_FALSE(found.point[0].converged) << "two spheres about one point may part in any direction";
}

// A small body on a slab that is a hundred times as large.
TEST(NearPoints, of_a_grain_on_a_slab_are_those_on_a_plane) {
  for (std::uint64_t i = 0; i < k_states; ++i) {
    Random random(17, i);
    const test::Turn q = test::random_turn(random);
    const PlacedShape slab{BodyShape::box, {1000, 800, 50}, body_axes(q.w, q.x, q.y, q.z)};
    const Vec3d n = slab.axes.axis[2],
                place = random.uniform(-900, 900) * slab.axes.axis[0] + random.uniform(-700, 700) * slab.axes.axis[1];
    for (const BodyShape kind : {BodyShape::sphere, BodyShape::ellipsoid, BodyShape::box}) {
      const PlacedShape grain = test::random_shape(random, kind);
      const double gap = random.uniform(-0.01, 0.5), height = reach(grain, n) + gap;
      const NearPoints on_slab = near_points(grain, slab, place + (50 + height) * n, 1.0),
                       on_plane = near_plane(grain, height, n, 1.0);
      ASSERT_GE(on_slab.count, 1) << i;
      const auto lowest = [](const NearPoints& found) {
        return *std::min_element(found.begin(), found.end(),
                                 [](const NearPoint& p, const NearPoint& other) { return p.gap < other.gap; });
      };
      const NearPoint found = lowest(on_slab), expected = lowest(on_plane);
      // The normal may be that of a face of the grain, if f is 0.5 % smaller there: cos(5.7 degrees) = 0.995.
      if (kind == BodyShape::box) {
        ASSERT_NEAR(found.gap, expected.gap, k_faces_first * std::abs(expected.gap) + k_ledge) << i;
        ASSERT_GT(dot(found.normal, n), 0.9949) << i;
        continue;
      }
      ASSERT_NEAR(found.gap, expected.gap, 1e-11)
          << i;  // places of up to 1000 have an ulp of 1e-13; a hundred operations
      ASSERT_LT(norm(found.normal - n), 1e-15)
          << i;  // an axis of the slab, after a rotation there and back: a few ulps
      ASSERT_LT(norm(found.arm_a - expected.arm_a), 1e-10)
          << i;  // an ulp of 1e-13, times the squared ratio of axes, 100
    }
  }
}

}  // namespace
}  // namespace scree::shape
