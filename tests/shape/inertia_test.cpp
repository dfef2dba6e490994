// Volumes and moments, against integrals over slices that a rule of enough order makes exact.
#include "shape/inertia.h"

#include <gtest/gtest.h>

#include "shape/random_shapes.h"

namespace scree::shape {
namespace {

constexpr double k_round = 64 * test::k_ulp;  // some thirty operations

/// The integral of f over [-a, a] by Boole's rule, exact for polynomials up to the fifth degree.
template <class F>
double integral(double a, F f) {
  return 2 * a / 90 * (7 * f(-a) + 32 * f(-a / 2) + 12 * f(0.0) + 32 * f(a / 2) + 7 * f(a));
}

// A slice of an ellipsoid at x is an ellipse of semi-axes b s, c s, s^2 = 1 - x^2 / a^2: area pi b c s^2, mean of y^2
// (b s)^2 / 4.
TEST(SolidEllipsoid, is_the_sum_of_its_slices) {
  for (const auto& [a, b, c] : {Vec3d{1, 2, 3}, Vec3d{10, 1, 1}, Vec3d{0.3, 0.2, 0.1}}) {
    const auto s2 = [a = a](double x) { return 1 - x * x / (a * a); };
    const double pbc = std::numbers::pi * b * c, bb = b * b, cc = c * c;
    const double volume = integral(a, [&](double x) { return pbc * s2(x); });
    const double xx = integral(a, [&](double x) { return x * x * pbc * s2(x); });
    const double ss = integral(a, [&](double x) { return pbc * s2(x) * s2(x) / 4; });
    const Solid solid = solid_ellipsoid({a, b, c});
    EXPECT_NEAR(solid.volume, volume, k_round * volume);
    const double round = k_round * (a * a + bb + cc);
    EXPECT_NEAR(solid.moment.x, (bb + cc) * ss / volume, round);
    EXPECT_NEAR(solid.moment.y, (xx + cc * ss) / volume, round);
    EXPECT_NEAR(solid.moment.z, (xx + bb * ss) / volume, round);
    EXPECT_EQ(solid.bounding_radius, std::fmax(a, std::fmax(b, c)));
  }
}
TEST(SolidSphere, is_an_ellipsoid_of_equal_axes) {
  constexpr double r = 0.7;
  const Solid sphere = solid_sphere(r), ellipsoid = solid_ellipsoid({r, r, r});
  EXPECT_NEAR(sphere.volume, ellipsoid.volume, k_round);
  EXPECT_NEAR(sphere.moment.x, ellipsoid.moment.x, k_round);
  EXPECT_EQ(sphere.moment.y, sphere.moment.x);
  EXPECT_EQ(sphere.moment.z, sphere.moment.x);
  EXPECT_EQ(sphere.bounding_radius, r);
}
TEST(SolidBox, is_the_sum_of_its_slices) {
  const double a = 1, b = 2, c = 3;
  const double xx = integral(a, [](double x) { return x * x; }) / (2 * a),
               yy = integral(b, [](double y) { return y * y; }) / (2 * b);
  const double zz = integral(c, [](double z) { return z * z; }) / (2 * c);
  const Solid solid = solid_box({a, b, c});
  EXPECT_NEAR(solid.volume, 48, k_round * 48);
  EXPECT_NEAR(solid.moment.x, yy + zz, k_round * 14);
  EXPECT_NEAR(solid.moment.y, zz + xx, k_round * 14);
  EXPECT_NEAR(solid.moment.z, xx + yy, k_round * 14);
  EXPECT_NEAR(solid.bounding_radius, std::sqrt(14.0), k_round * 4);
}

}  // namespace
}  // namespace scree::shape
