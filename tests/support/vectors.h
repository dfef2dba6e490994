// Comparison of vectors and rotations, and the rounding of a short formula, for all tests.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/rotation.h"
#include "base/vec3.h"

namespace scree::test {

/// Relative rounding of a short closed form: each correctly rounded operation errs by at most half an ulp, and the law
/// and the test may evaluate the form in different orders; 16 ulps cover up to sixteen operations on either side.
inline constexpr double k_few_ulps = 16 * 2.3e-16;

/// Each component is within `tolerance` of the expected one.
inline void expect_close(const Vec3d& value, const Vec3d& expected, double tolerance) {
  EXPECT_NEAR(value.x, expected.x, tolerance);
  EXPECT_NEAR(value.y, expected.y, tolerance);
  EXPECT_NEAR(value.z, expected.z, tolerance);
}
/// Each component is exactly the expected one.
inline void expect_vector(const Vec3d& v, double x, double y, double z) {
  EXPECT_EQ(v.x, x);
  EXPECT_EQ(v.y, y);
  EXPECT_EQ(v.z, z);
}
/// Each component is the expected one to 4 ulps (gtest's EXPECT_DOUBLE_EQ), which a conversion of units may cost.
inline void expect_vector_to_ulps(const Vec3d& v, double x, double y, double z) {
  EXPECT_DOUBLE_EQ(v.x, x);
  EXPECT_DOUBLE_EQ(v.y, y);
  EXPECT_DOUBLE_EQ(v.z, z);
}
/// Angle of the rotation from p to q [rad]; both signs of a quaternion are the same rotation.
inline double angle_between(const Turn<double>& p, const Turn<double>& q) {
  const Turn<double> left = product(Turn<double>{p.w, -p.v}, q);
  return 2.0 * std::asin(std::min(1.0, norm(left.v)));
}

}  // namespace scree::test
