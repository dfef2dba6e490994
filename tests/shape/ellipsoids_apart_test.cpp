// Two ellipsoids at the border of touching, apart, and absurdly deep in each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "shape/ellipsoid_contact.h"
#include "shape/random_shapes.h"

namespace scree::shape {
namespace {

using test::k_ulp;
using test::Pair;
constexpr std::uint64_t k_states = 2000;

double gap(const Pair& p, const Vec3d& n) { return dot(p.apart, n) - support(p.a, n) - support(p.b, n); }
double gap_round(const Pair& p) { return 500 * k_ulp * p.size(); }  // as in ellipsoids_meet_test.cpp

/// The largest F(lambda) = lambda (1 - lambda) d.((1 - lambda) A + lambda B)^-1 d, by golden section and Cramer's rule.
double perram_wertheim(const Pair& p) {
  const auto at = [&](double lambda) {
    Vec3d c[3] = {};  // columns
    for (int k = 0; k < 3; ++k) {
      const Vec3d &u = p.a.axis[k], &v = p.b.axis[k];
      const Vec3d su = ((1 - lambda) * p.a.square[k]) * u, sv = (lambda * p.b.square[k]) * v;
      c[0] += u.x * su + v.x * sv, c[1] += u.y * su + v.y * sv, c[2] += u.z * su + v.z * sv;
    }
    const Vec3d& d = p.apart;
    const double det = dot(c[0], cross(c[1], c[2]));
    const Vec3d w{dot(d, cross(c[1], c[2])) / det, dot(c[0], cross(d, c[2])) / det, dot(c[0], cross(c[1], d)) / det};
    return lambda * (1 - lambda) * dot(d, w);
  };
  const double golden = 0.5 * (std::sqrt(5.0) - 1);
  double low = 0, high = 1, x = 1 - golden, y = golden, fx = at(x), fy = at(y);
  for (int k = 0; k < 60; ++k) {
    if (fx < fy)
      low = x, x = y, fx = fy, y = low + golden * (high - low), fy = at(y);
    else
      high = y, y = x, fy = fx, x = high - golden * (high - low), fx = at(x);
  }
  return std::max(fx, fy);
}

// F grows with the square of the distance, so along u the bodies touch at the distance 1 / sqrt F(u) exactly. F is
// rounded by the condition of the matrices, 100, times some tens of ulps: 1e-12. There f = (distance / that - 1)(h_a +
// h_b), and h_a + h_b is at least a twentieth of the size, so that 1e-11 is beyond the rounding of f too.
TEST(EllipsoidsApart, touch_exactly_at_the_distance_of_perram_and_wertheim) {
  for (std::uint64_t i = 0; i < k_states; ++i) {
    Pair p = test::random_pair(1, i);
    Random random(2, i);
    p.apart = test::random_direction(random);
    const Vec3d touching = (1 / std::sqrt(perram_wertheim(p))) * p.apart;
    for (const double off : {1e-11, 1e-9, 1e-6, 1e-3, 0.1}) {
      const auto inside = ellipsoids_meet(p.a, p.b, (1 - off) * touching),
                 outside = ellipsoids_meet(p.a, p.b, (1 + off) * touching);
      ASSERT_TRUE(inside.overlapping && inside.overlap > 0) << i << " " << off;
      ASSERT_TRUE(!outside.overlapping && outside.converged && outside.overlap <= 0) << i << " " << off;
      ASSERT_TRUE(ellipsoids_touch(p.a, p.b, (1 - off) * touching)) << i << " " << off;
      ASSERT_FALSE(ellipsoids_touch(p.a, p.b, (1 + off) * touching)) << i << " " << off;
    }
  }
}

TEST(EllipsoidsApart, are_reported_with_a_direction_that_separates_them) {
  for (std::uint64_t i = 0; i < 5 * k_states; ++i) {
    Pair p = test::random_pair(3, i);
    Random random(4, i);
    const double distance = p.overlap * random.uniform(1, 100);
    p.apart += (p.overlap + distance) * p.normal;  // f at the known normal is the distance now
    for (const Vec3d& start : {Vec3d{}, test::random_direction(random), p.normal}) {
      const auto m = ellipsoids_meet(p.a, p.b, p.apart, start);
      ASSERT_TRUE(m.converged && !m.overlapping) << i;
      ASSERT_NEAR(norm(m.normal), 1, 4 * k_ulp);
      ASSERT_GE(gap(p, m.normal), -gap_round(p));
      ASSERT_NEAR(-m.overlap, gap(p, m.normal), gap_round(p));
      ASSERT_LE(-m.overlap, distance + gap_round(p)) << "no gap is wider than the distance";
    }
    ASSERT_EQ(ellipsoids_meet(p.a, p.b, p.apart, p.normal).iterations, 0) << "the last normal must separate at once";
  }
}

// Deeper than the smallest radius of curvature f may have several maxima, and nothing proves that the best of the
// starts leads to the largest. So the result is finite, f is that of its normal, and it is the largest in nearly all
// cases.
TEST(EllipsoidsDeepInEachOther, give_a_finite_overlap_that_is_nearly_always_the_smallest) {
  int beaten = 0, unsettled = 0;
  for (std::uint64_t i = 0; i < k_states; ++i) {
    Pair p = test::random_pair(5, i);
    Random random(6, i);
    p.apart = random.uniform() * p.apart;
    const auto m = ellipsoids_meet(p.a, p.b, p.apart);
    ASSERT_TRUE(m.overlapping) << i;
    ASSERT_NEAR(norm(m.normal), 1, 4 * k_ulp) << i;
    ASSERT_NEAR(-m.overlap, gap(p, m.normal), gap_round(p)) << i;
    ASSERT_LT(norm(m.arm_a + support_arm(p.a, m.normal)) + norm(m.arm_b - support_arm(p.b, m.normal)),
              2000 * k_ulp * p.size())
        << i;
    double best = -m.overlap;
    for (int k = 0; k < 500; ++k) best = std::max(best, gap(p, test::random_direction(random)));
    beaten += best > -m.overlap + gap_round(p);
    unsettled += !m.converged;
  }
  EXPECT_LE(beaten, 2);
  EXPECT_LE(unsettled, 2);
  RecordProperty("beaten", beaten), RecordProperty("unsettled", unsettled);
}
TEST(EllipsoidsDeepInEachOther, with_one_centre_have_the_smallest_overlap_of_all_directions) {
  // Both have their shortest axis along x: 1 + 2.
  const auto a = make_ellipsoid(1.0, 0.0, 0.0, 0.0, Vec3d{1, 3, 5}),
             b = make_ellipsoid(1.0, 0.0, 0.0, 0.0, Vec3d{2, 4, 3});
  for (const Vec3d& start : {Vec3d{}, Vec3d{0, 1, 0}, Vec3d{1, 1, 1}}) {
    const auto m = ellipsoids_meet(a, b, {}, start);
    EXPECT_TRUE(m.overlapping && m.converged);
    EXPECT_NEAR(m.overlap, 3, 64 * k_ulp);
    // second order in the residual of 1e-13; rounding times the ratio of axes
    EXPECT_NEAR(std::abs(m.normal.x), 1, 1e-12);
  }
  EXPECT_TRUE(ellipsoids_touch(a, b, {}));
}
TEST(EllipsoidsDeepInEachOther, with_one_centre_are_finite_whatever_they_are) {
  for (std::uint64_t i = 0; i < k_states; ++i) {
    const Pair p = test::random_pair(7, i);
    Random random(8, i);
    for (const double distance : {0.0, 1e-300, 1e-160, 1e-20, 1e-13, 1e-9}) {
      const auto m = ellipsoids_meet(p.a, p.b, distance * test::random_direction(random));
      ASSERT_TRUE(m.overlapping) << i;
      ASSERT_NEAR(norm(m.normal), 1, 4 * k_ulp) << i;
      ASSERT_LT(norm(m.arm_a) + norm(m.arm_b), 2 * p.size()) << i;
      ASSERT_TRUE(m.overlap > 0 && m.overlap < 2 * p.size() && m.residual < p.size()) << i;
      ASSERT_TRUE(ellipsoids_touch(p.a, p.b, distance * test::random_direction(random)));
    }
  }
}
// For two concentric spheres all directions have the same overlap: the search has no limit and must report that.
TEST(EllipsoidsDeepInEachOther, concentric_spheres_are_reported_as_not_converged) {
  const auto a = make_ellipsoid(1.0, 0.0, 0.0, 0.0, Vec3d{1, 1, 1}),
             b = make_ellipsoid(1.0, 0.0, 0.0, 0.0, Vec3d{2, 2, 2});
  const auto m = ellipsoids_meet(a, b, {});
  EXPECT_TRUE(m.overlapping);
  EXPECT_FALSE(m.converged);
  EXPECT_NEAR(m.overlap, 3, 64 * k_ulp);
}
TEST(EllipsoidsOfNonsense, are_not_reported_as_converged_and_give_no_nan) {
  const auto a = make_ellipsoid(1.0, 0.0, 0.0, 0.0, Vec3d{1, 2, 3});
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const double x : {nan, std::numeric_limits<double>::infinity(), 1e200}) {
    const auto m = ellipsoids_meet(a, a, {x, 0, 0});
    EXPECT_FALSE(m.overlapping);
    EXPECT_FALSE(m.converged);
    EXPECT_EQ(norm(m.normal), 1.0);
    EXPECT_EQ(m.overlap, 0.0);
    EXPECT_FALSE(ellipsoids_touch(a, a, {x, 0, 0}));
  }
  const auto m = ellipsoids_meet(a, a, {1.9, 0, 0}, {nan, nan, nan});
  EXPECT_TRUE(m.converged && m.overlapping) << "a start of no use is no start";
  EXPECT_NEAR(m.overlap, 0.1, 64 * k_ulp);
}

}  // namespace
}  // namespace scree::shape
