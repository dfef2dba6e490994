// One ellipsoid: support, curvature, and how it meets a plane, against closed forms and against its surface.
#include "shape/ellipsoid.h"

#include <gtest/gtest.h>

#include "shape/random_shapes.h"
#include "shape/sphere_contact.h"

namespace scree::shape {
namespace {

using test::k_ulp;
constexpr std::uint64_t k_states = 2000;
// Some thirty operations; axes are at right angles to some ulps only, which squared semi-axes in the ratio 1:100 make
// visible.
constexpr double k_round = 64 * k_ulp, k_round_of_squares = 100 * k_round;

double distance(const Vec3d& p, const Vec3d& q) { return norm(p - q); }
/// D x, from the axes.
Vec3d gradient(const Ellipsoid<double>& e, const Vec3d& x) {
  Vec3d g{};
  for (int k = 0; k < 3; ++k) g += (dot(e.axis[k], x) / e.square[k]) * e.axis[k];
  return g;
}

TEST(EllipsoidAxes, are_the_world_axes_turned_by_the_quaternion) {
  const Vec3d world[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (std::uint64_t i = 0; i < k_states; ++i) {
    Random random(1, i);
    const test::Turn turn = test::random_turn(random);
    const auto e = test::ellipsoid(turn, {1, 2, 3});
    for (int k = 0; k < 3; ++k) {
      ASSERT_LT(distance(e.axis[k], turn(world[k])), k_round);
      ASSERT_EQ(e.square[k], (k + 1.0) * (k + 1.0));
    }
  }
}
TEST(EllipsoidAxes, a_quarter_turn_about_z_brings_x_to_y) {
  const double s = std::sqrt(0.5);
  const auto e = make_ellipsoid(s, 0.0, 0.0, s, Vec3d{1, 2, 3});
  EXPECT_LT(distance(e.axis[0], {0, 1, 0}), k_round);
  EXPECT_LT(distance(e.axis[1], {-1, 0, 0}), k_round);
  EXPECT_LT(distance(e.axis[2], {0, 0, 1}), k_round);
}

TEST(EllipsoidSupport, of_a_sphere_is_its_radius_everywhere_and_so_is_its_curvature) {
  constexpr double r = 0.3;
  for (std::uint64_t i = 0; i < k_states; ++i) {
    Random random(2, i);
    const auto e = test::ellipsoid(test::random_turn(random), {r, r, r});
    const Vec3d n = test::random_direction(random), t = test::random_tangent(random, n);
    ASSERT_NEAR(support(e, n), r, k_round * r);
    ASSERT_LT(distance(support_arm(e, n), r * n), k_round * r);
    ASSERT_NEAR(curvature(e, r * n, t), 1 / r, k_round / r);
    ASSERT_NEAR(mean_curvature(e, r * n), 1 / r, k_round / r);
  }
}
TEST(EllipsoidSupport, arm_ends_on_the_surface_where_the_normal_is_n_and_reaches_h) {
  for (std::uint64_t i = 0; i < k_states; ++i) {
    Random random(3, i);
    const auto e = test::ellipsoid(test::random_turn(random), test::random_semi_axes(random));
    const Vec3d n = test::random_direction(random), x = support_arm(e, n), g = gradient(e, x);
    ASSERT_NEAR(dot(x, g), 1, k_round_of_squares);
    ASSERT_LT(distance(test::unit(g), n), k_round_of_squares);
    ASSERT_NEAR(dot(x, n), support(e, n), k_round * test::largest(e));
  }
}

// Semi-axes (a, a, c). At the poles both principal curvatures are c / a^2; on the equator c^2 / a is the radius of the
// meridian, a that of the circle.
TEST(EllipsoidCurvature, of_revolution_at_the_poles_and_on_the_equator) {
  for (const double c : {0.2, 1.0, 5.0}) {
    constexpr double a = 2.0;
    const auto e = make_ellipsoid(1.0, 0.0, 0.0, 0.0, Vec3d{a, a, c});
    const Vec3d pole{0, 0, -c}, equator{0.6 * a, 0.8 * a, 0}, along{-0.8, 0.6, 0}, up{0, 0, 1};
    for (const Vec3d& t : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, along})
      EXPECT_NEAR(curvature(e, pole, t), c / (a * a), k_round * c);
    EXPECT_NEAR(mean_curvature(e, pole), c / (a * a), k_round * c);
    EXPECT_NEAR(curvature(e, equator, along), 1 / a, k_round);
    EXPECT_NEAR(curvature(e, equator, up), a / (c * c), k_round * a / (c * c));
    EXPECT_NEAR(mean_curvature(e, equator), 0.5 * (1 / a + a / (c * c)), k_round * a / (c * c));
  }
}
TEST(EllipsoidCurvature, is_that_of_the_flat_and_the_upright_ellipsoid_in_table_7_of_fang_and_negrut) {
  const auto e = make_ellipsoid(1.0, 0.0, 0.0, 0.0, Vec3d{0.05, 0.02, 0.02});
  EXPECT_NEAR(mean_curvature(e, {0, 0, -0.02}), 29, k_round * 29);
  EXPECT_NEAR(mean_curvature(e, {-0.05, 0, 0}), 125, k_round * 125);
}
TEST(EllipsoidCurvature, mean_is_that_along_any_two_tangents_at_right_angles) {
  for (std::uint64_t i = 0; i < k_states; ++i) {
    Random random(4, i);
    const auto e = test::ellipsoid(test::random_turn(random), test::random_semi_axes(random));
    const Vec3d n = test::random_direction(random), arm = support_arm(e, n);
    const Vec3d t = test::random_tangent(random, n), s = cross(n, t);
    const double sum = curvature(e, arm, t) + curvature(e, arm, s);
    // Errors are those of D, whose largest entry is 1 / c^2, over |D arm| = 1 / h.
    const double scale = support(e, n) / (test::smallest(e) * test::smallest(e));
    ASSERT_NEAR(mean_curvature(e, arm), 0.5 * sum, k_round * scale) << i;
    ASSERT_EQ(curvature(e, -arm, t), curvature(e, arm, t));
  }
}
// The depth z of the surface under its tangent plane, at +-s along t, is kappa s^2 / 2 + O(s^3) - O(s^3) + O(s^4). With
// s a thousandth of the least radius of curvature the fourth-order term is some 1e-6 of the second-order one: 1e-5
// leaves a factor for its coefficient.
TEST(EllipsoidCurvature, is_the_second_difference_of_the_surface) {
  for (std::uint64_t i = 0; i < k_states; ++i) {
    Random random(5, i);
    const auto e = test::ellipsoid(test::random_turn(random), test::random_semi_axes(random));
    const Vec3d n = test::random_direction(random), arm = support_arm(e, n), t = test::random_tangent(random, n);
    const double s = 1e-3 * test::min_radius(e);
    // Newton's method for (x - z n).D (x - z n) = 1 at x = arm + along t, from z = 0
    const auto depth = [&](double along) {
      double z = 0;
      for (int k = 0; k < 8; ++k) {
        const Vec3d x = arm + along * t - z * n, g = gradient(e, x);
        z += (dot(x, g) - 1) / (2 * dot(n, g));
      }
      return z;
    };
    const double kappa = (depth(s) + depth(-s)) / (s * s);
    const double noise = 64 * k_ulp * support(e, n) / (s * s);  // of x.D x - 1, made a depth
    ASSERT_NEAR(curvature(e, arm, t), kappa, 1e-5 * kappa + noise) << i;
    ASSERT_LT(noise, 0.01 * kappa) << "rounding dominates the difference";
  }
}

TEST(EllipsoidOnPlane, as_a_sphere_meets_it_as_a_sphere_does) {
  for (std::uint64_t i = 0; i < k_states; ++i) {
    Random random(6, i);
    const double r = random.uniform(0.1, 10), height = r * random.uniform(0.9, 1.1);
    const Vec3d n = test::random_direction(random);
    const auto met = ellipsoid_meets_plane(test::ellipsoid(test::random_turn(random), {r, r, r}), height, n);
    ASSERT_NEAR(met.overlap, sphere_meets_plane(height, n, r, 1.0).geometry.overlap, k_round * r);
    ASSERT_LT(distance(met.arm, -r * n), k_round * r);
    ASSERT_LT(distance(met.plane_arm, -height * n), k_round * r);
  }
}
TEST(EllipsoidOnPlane, has_the_height_of_its_support_lying_flat_standing_on_its_tip_and_leaning) {
  const auto e = make_ellipsoid(1.0, 0.0, 0.0, 0.0, Vec3d{3, 2, 1});
  EXPECT_NEAR(ellipsoid_meets_plane(e, 0.9, Vec3d{0, 0, 1}).overlap, 0.1, k_round);
  EXPECT_NEAR(ellipsoid_meets_plane(e, 2.9, Vec3d{1, 0, 0}).overlap, 0.1, k_round);
  const double h = std::sqrt(0.36 * 9 + 0.64 * 1);  // n = (0.6, 0, 0.8)
  const auto leaning = ellipsoid_meets_plane(e, h - 0.1, Vec3d{0.6, 0, 0.8});
  EXPECT_NEAR(leaning.overlap, 0.1, k_round * 3);
  EXPECT_LT(distance(leaning.arm, {-0.6 * 9 / h, 0, -0.8 / h}), k_round * 3);
}
TEST(EllipsoidOnPlane, has_no_point_deeper_than_its_contact) {
  for (std::uint64_t i = 0; i < 200; ++i) {
    Random random(7, i);
    const Vec3d s = test::random_semi_axes(random), n = test::random_direction(random);
    const auto e = test::ellipsoid(test::random_turn(random), s);
    const double height = 0.95 * support(e, n);
    const auto met = ellipsoid_meets_plane(e, height, n);
    double deepest = -1e300;
    for (int k = 0; k < 2000; ++k) {
      const Vec3d u = test::random_direction(random);
      deepest = max(deepest, -height - dot(s.x * u.x * e.axis[0] + s.y * u.y * e.axis[1] + s.z * u.z * e.axis[2], n));
    }
    ASSERT_LE(deepest, met.overlap + k_round * test::largest(e));
    // On the unit sphere a cap of 1 - cos = 0.02 is a hundredth of it, and that none of 2000 points is in it has odds
    // of e^-20.
    ASSERT_GE(deepest, met.overlap - 0.02 * support(e, n)) << i;
  }
}

/// A number with the operations of base/number.h only: code that compiles for it compiles for a pack, and must give the
/// bits of double.
struct Lane {
  double v{};
  Lane() = default;
  explicit Lane(double x) : v(x) {}
};
Lane operator+(const Lane& p, const Lane& q) { return Lane(p.v + q.v); }
Lane operator-(const Lane& p, const Lane& q) { return Lane(p.v - q.v); }
Lane operator*(const Lane& p, const Lane& q) { return Lane(p.v * q.v); }
Lane operator/(const Lane& p, const Lane& q) { return Lane(p.v / q.v); }
Lane operator-(const Lane& p) { return Lane(-p.v); }
Lane mul_add(const Lane& x, const Lane& y, const Lane& z) { return Lane(scree::mul_add(x.v, y.v, z.v)); }
Lane mul_sub(const Lane& x, const Lane& y, const Lane& z) { return Lane(scree::mul_sub(x.v, y.v, z.v)); }
Lane sqrt(const Lane& x) { return Lane(scree::sqrt(x.v)); }

TEST(EllipsoidLanes, have_the_bits_of_the_scalar) {
  const auto lanes = [](const Vec3d& v) { return Vec3<Lane>{Lane(v.x), Lane(v.y), Lane(v.z)}; };
  const auto same = [](const Vec3<Lane>& p, const Vec3d& q) { return p.x.v == q.x && p.y.v == q.y && p.z.v == q.z; };
  for (std::uint64_t i = 0; i < 100; ++i) {
    Random random(8, i);
    const test::Turn q = test::random_turn(random);
    const Vec3d s = test::random_semi_axes(random), n = test::random_direction(random),
                t = test::random_tangent(random, n);
    const auto e = test::ellipsoid(q, s);
    const auto f = make_ellipsoid(Lane(q.w), Lane(q.x), Lane(q.y), Lane(q.z), lanes(s));
    const Vec3d arm = support_arm(e, n);
    ASSERT_TRUE(same(support_arm(f, lanes(n)), arm));
    ASSERT_EQ(support(f, lanes(n)).v, support(e, n));
    ASSERT_EQ(curvature(f, lanes(arm), lanes(t)).v, curvature(e, arm, t));
    ASSERT_EQ(mean_curvature(f, lanes(arm)).v, mean_curvature(e, arm));
    ASSERT_TRUE(
        same(ellipsoid_meets_plane(f, Lane(1.0), lanes(n)).plane_arm, ellipsoid_meets_plane(e, 1.0, n).plane_arm));
  }
}

}  // namespace
}  // namespace scree::shape
