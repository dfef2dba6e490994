// Bodies inside of a cylinder: gaps and normals from closed forms, and ellipsoids against a search over their whole
// surface.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/random.h"
#include "base/rotation.h"
#include "shape/cylinder.h"

namespace scree::shape {
namespace {

constexpr double k_pi = std::numbers::pi;
const Cylinder k_upright{{1, 2, 0}, {0, 0, 1}, 0.5};

// [m]: a few operations on lengths of about 1 m, each of which rounds by 1.1e-16 m
constexpr double k_round = 1e-15;
// of unit normals, and [m] of points: some forty operations (rotation matrix, projection, square root) of half an ulp,
// of which the largest length, 5 m, rounds by 4.4e-16
constexpr double k_unit = 1e-14;
// [m]: shape/cylinder.cpp ends its search with the point on the ellipse to 1e-13; half a decade for the ratio of axes
constexpr double k_searched = 1e-12;
// of the normal of an ellipsoid with equal axes: rounding alone decides the axes of its cross section, a circle; an
// error of 1e-14 in the distance from the axis (k_unit) is one of its square root in the direction
constexpr double k_same_normal = 1e-7;
// [m]: the finer sampling has steps of pi/180/500 = 3.5e-5 rad; a maximum with a second derivative below 1 m is
// missed by (3.5e-5 / 2)^2 / 2 = 2e-10, and by 6e-10 if the sample is one step away
constexpr double k_sampled = 1e-8;

void expect_near(const Vec3d& v, const Vec3d& w, double tolerance) {
  EXPECT_LT(norm(v - w), tolerance) << v.x << " " << v.y << " " << v.z;
}

/// The arm ends one gap away from the wall, and the normal points to the axis.
void expect_consistent(const Cylinder& c, const Vec3d& centre, const AtCylinder& at, double tolerance) {
  const Vec3d d = centre + at.arm - c.point, out = d - dot(d, c.axis) * c.axis;
  EXPECT_NEAR(norm(at.normal), 1.0, k_unit);
  EXPECT_NEAR(dot(at.normal, c.axis), 0.0, k_unit);
  EXPECT_NEAR(norm(out), c.radius - at.gap, tolerance);
  expect_near(out, -(c.radius - at.gap) * at.normal, tolerance);
  expect_near(at.wall_arm, -c.radius * at.normal, k_round);
}

Vec3d random_direction(Random& random) {
  for (;;) {
    const Vec3d v{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    if (norm2(v) > 0.01 && norm2(v) < 1.0) return (1.0 / norm(v)) * v;
  }
}
Ellipsoid<double> turned_ellipsoid(Random& random, const Vec3d& half) {
  const Turn<double> t = turn_by((3.0 * random.uniform()) * random_direction(random));
  return make_ellipsoid(t.w, t.v.x, t.v.y, t.v.z, half);
}

TEST(InACylinder, a_sphere_is_as_far_from_the_wall_as_from_the_axis) {
  const AtCylinder at = sphere_in_cylinder(k_upright, {1.3, 2, 77}, 0.1);
  EXPECT_NEAR(at.gap, 0.1, k_round);
  expect_near(at.normal, {-1, 0, 0}, k_round);
  expect_near(at.arm, {0.1, 0, 0}, k_round);
  expect_near(at.wall_arm, {0.5, 0, 0}, k_round);
  EXPECT_NEAR(sphere_in_cylinder(k_upright, {1, 2.45, 0}, 0.1).gap, -0.05, k_round);
}

TEST(InACylinder, a_sphere_on_the_axis_has_some_normal) {
  for (const Vec3d& axis : {Vec3d{0, 0, 1}, Vec3d{1, 0, 0}, Vec3d{0, 0.6, -0.8}}) {
    const Cylinder c{{0, 0, 0}, axis, 0.5};
    const AtCylinder at = sphere_in_cylinder(c, 3.0 * axis, 0.1);
    EXPECT_NEAR(at.gap, 0.4, k_round);
    EXPECT_NEAR(norm(at.normal), 1.0, k_round);
    EXPECT_NEAR(dot(at.normal, axis), 0.0, k_round);
  }
}

TEST(InACylinder, a_box_touches_with_its_corners) {
  const Box<double> box = make_box(1.0, 0.0, 0.0, 0.0, Vec3d{0.3, 0.1, 0.2});
  const Vec3d centre{1.1, 2, 5};
  for (int k = 0; k < k_corners; ++k) {
    const AtCylinder at = corner_in_cylinder(k_upright, centre, box, k);
    const double x = 0.1 + ((k & 1) != 0 ? 0.3 : -0.3);
    EXPECT_NEAR(at.gap, 0.5 - std::hypot(x, 0.1), k_round);
    expect_consistent(k_upright, centre, at, k_unit);
  }
}

TEST(InACylinder, an_ellipsoid_with_equal_axes_is_a_sphere) {
  Random random(1, 1);
  const Cylinder c{{0.1, -0.2, 0.3}, random_direction(random), 0.5};
  for (int k = 0; k < 50; ++k) {
    const Vec3d centre = c.point + 0.3 * random.uniform() * random_direction(random);
    const auto found = ellipsoid_in_cylinder(c, centre, turned_ellipsoid(random, {0.1, 0.1, 0.1}));
    const AtCylinder sphere = sphere_in_cylinder(c, centre, 0.1);
    ASSERT_GE(found.count, 1);
    EXPECT_NEAR(found.at[0].gap, sphere.gap, k_round);
    expect_near(found.at[0].normal, sphere.normal, k_same_normal);
  }
}

/// Largest distance from the axis of the support points in all directions across it: a coarse sampling, then a finer
/// one around the best sample.
double farthest_by_search(const Cylinder& c, const Vec3d& centre, const Ellipsoid<double>& e, const Vec3d& u,
                          const Vec3d& w) {
  const auto distance = [&](double angle) {
    const Vec3d d = centre + support_arm(e, std::cos(angle) * u + std::sin(angle) * w) - c.point;
    return norm(d - dot(d, c.axis) * c.axis);
  };
  double best = 0.0, at = 0.0;
  for (int k = 0; k < 720; ++k)
    if (const double d = distance(k * k_pi / 360); d > best) best = d, at = k * k_pi / 360;
  for (int k = -500; k <= 500; ++k) best = std::max(best, distance(at + k * k_pi / 180 / 500));
  return best;
}

TEST(InACylinder, an_ellipsoid_touches_where_it_is_farthest_from_the_axis) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed, 2);
    const Cylinder c{{0.1, -0.2, 0.3}, random_direction(random), 0.5};
    const Vec3d half{random.uniform(0.01, 0.4), random.uniform(0.01, 0.4), random.uniform(0.01, 0.4)};
    const Ellipsoid<double> e = turned_ellipsoid(random, half);
    // near the middle, inside, outside
    const Vec3d centre = c.point + (seed % 3 == 0 ? 1e-9 : 0.6 * random.uniform()) * random_direction(random);
    const auto found = ellipsoid_in_cylinder(c, centre, e);
    ASSERT_GE(found.count, 1);
    ASSERT_TRUE(found.at[0].converged);
    expect_consistent(c, centre, found.at[0], k_searched);
    const Vec3d u = found.at[0].normal, w = cross(c.axis, u);
    const double searched = farthest_by_search(c, centre, e, u, w);
    EXPECT_NEAR(c.radius - found.at[0].gap, searched, k_sampled);
    EXPECT_GE(c.radius - found.at[0].gap, searched - k_unit);
    if (found.count == 2) {
      expect_consistent(c, centre, found.at[1], k_searched);
      EXPECT_GE(found.at[1].gap, found.at[0].gap - k_round);
    }
  }
}

TEST(InACylinder, a_long_ellipsoid_across_touches_with_both_ends) {
  const Cylinder c{{0, 0, 0}, {0, 1, 0}, 0.5};
  const Ellipsoid<double> e = make_ellipsoid(1.0, 0.0, 0.0, 0.0, Vec3d{0.4, 0.05, 0.05});
  // Lying level, 0.2 below the axis. l = p: y = q z / (p - q), x^2 = p (1 - y^2/q).
  const double p = 0.16, q = 0.0025, z = -0.2;
  const double y = q * z / (p - q), x = std::sqrt(p * (1 - y * y / q));
  const auto found = ellipsoid_in_cylinder(c, {0, 3, z}, e);
  ASSERT_EQ(found.count, 2);
  for (const AtCylinder& at : found.at) {
    EXPECT_NEAR(at.gap, 0.5 - std::hypot(x, z + y), k_unit);
    EXPECT_NEAR(std::fabs(at.arm.x), x, k_unit);
    EXPECT_NEAR(at.arm.z, y, k_unit);
  }
  EXPECT_NEAR(found.at[0].arm.x, -found.at[1].arm.x, k_unit);
  // Moved sideways by a little, it still has two contact points, the nearer one first, and the gaps are continuous:
  // each changes by at most the displacement; 1.1 covers the slope of the wall.
  for (const double shift : {1e-25, 1e-18, 1e-12, 1e-6, 1e-3}) {
    const auto aside = ellipsoid_in_cylinder(c, {shift, 3, z}, e);
    ASSERT_EQ(aside.count, 2) << shift;
    EXPECT_GE(aside.at[1].gap, aside.at[0].gap) << shift;
    EXPECT_NEAR(aside.at[0].gap, found.at[0].gap, 1.1 * shift + k_round);
    EXPECT_NEAR(aside.at[1].gap, found.at[1].gap, 1.1 * shift + k_round);
    EXPECT_TRUE(aside.at[0].converged && aside.at[1].converged);
  }
  // Standing with its end on the wall it has one contact point.
  EXPECT_EQ(ellipsoid_in_cylinder(c, {0.1, 3, 0}, make_ellipsoid(1.0, 0.0, 0.0, 0.0, Vec3d{0.05, 0.05, 0.045})).count,
            1);
}

/// The second point is a maximum, too: the support points of neighbouring directions are closer to the axis.
TEST(InACylinder, both_points_of_an_ellipsoid_are_maxima) {
  int twos = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed, 5);
    const Cylinder c{{0, 0, 0}, {0, 0, 1}, 0.5};
    const Ellipsoid<double> e = turned_ellipsoid(random, {0.3, 0.1, 0.05});
    const Vec3d centre = 0.3 * random.uniform() * random_direction(random);
    const auto found = ellipsoid_in_cylinder(c, centre, e);
    for (int i = 0; i < found.count; ++i) {
      const AtCylinder& at = found.at[static_cast<std::size_t>(i)];
      for (const double angle : {-1e-3, 1e-3}) {
        const Vec3d out = rotated(turn_by(Vec3d{0, 0, angle}), -at.normal);
        const Vec3d there = centre + support_arm(e, out);
        EXPECT_LE(std::hypot(there.x, there.y), c.radius - at.gap + k_round);
      }
    }
    twos += found.count == 2;
  }
  EXPECT_GT(twos, 50);
  EXPECT_LT(twos, 290);
}

}  // namespace
}  // namespace scree::shape
