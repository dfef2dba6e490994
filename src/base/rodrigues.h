// Finite rotations as vectors: alpha = 2 tan(angle/2) x axis. [Campello2015, section 2]
//
// Rotating a vector and composing two rotations need no sine, and every alpha is an exact rotation, so no
// renormalisation is needed. Two equations of the paper are corrected. (10) has 4/(1 + alpha^2), which is not
// orthogonal; the factor is 4/(4 + alpha^2). (45) uses the integral of the angular velocity itself as alpha, which
// rotates by 2 atan(w dt/2); `of_rotation_vector` is exact for a constant angular velocity. At an angle of pi alpha
// passes through infinity and changes sign, without loss of accuracy of the rotation; exact infinity is avoided
// (`k_nearest_to_pi`). Full revolutions are not counted.
#pragma once

#include <cmath>

#include "base/rotation.h"

namespace scree::rodrigues {

/// Lower bound of a vanishing denominator, relative to its terms: alpha stays finite, with a rotation error of at most
/// 2e-15 rad.
inline constexpr double k_nearest_to_pi = 1e-15;

/// Q u. [Campello2015, eq. 10, corrected]
inline Vec3d rotated(const Vec3d& a, const Vec3d& u) {
  const Vec3d au = cross(a, u);
  return u + (4.0 / (4.0 + norm2(a))) * (au + 0.5 * cross(a, au));
}

/// The composition of `first`, then `second`, both in world axes: Q = Q_second Q_first.
/// [Campello2015, eq. 11, 47]
inline Vec3d composed(const Vec3d& first, const Vec3d& second) {
  const double p = dot(first, second), smallest = k_nearest_to_pi * (4.0 + std::fabs(p));
  double d = 4.0 - p;
  if (std::fabs(d) < smallest) d = std::copysign(smallest, d);
  return (4.0 / d) * (first + second - 0.5 * cross(first, second));
}

/// alpha of the rotation vector t (axis times angle) [rad]. The series is exact to rounding: its next term is below
/// half an ulp.
inline Vec3d of_rotation_vector(const Vec3d& t) {
  constexpr double k_small = 1e-3;  // square of half the angle
  const double h2 = 0.25 * norm2(t);
  if (h2 < k_small) return (1.0 + h2 * (1.0 / 3 + h2 * (2.0 / 15 + h2 * (17.0 / 315 + h2 * (62.0 / 2835))))) * t;
  const double h = std::sqrt(h2);
  return (std::tan(h) / h) * t;
}

/// The inverse of `of_rotation_vector`: axis times angle, with an angle below pi [rad].
inline Vec3d rotation_vector(const Vec3d& a) {
  const double size = norm(a);
  return size > 0.0 ? (2.0 * std::atan(0.5 * size) / size) * a : a;
}

/// d alpha/dt of a body with the angular velocity w (world axes).
inline Vec3d rate(const Vec3d& a, const Vec3d& w) { return w + 0.5 * cross(w, a) + (0.25 * dot(w, a)) * a; }

/// The unit quaternion with w >= 0.
inline Turn<double> turn_of(const Vec3d& a) {
  const double scale = 1.0 / std::sqrt(4.0 + norm2(a));
  return {2.0 * scale, scale * a};
}

/// alpha of a unit quaternion; q and -q give the same alpha.
inline Vec3d of_turn(const Turn<double>& q) {
  const double w = std::fabs(q.w) < k_nearest_to_pi ? std::copysign(k_nearest_to_pi, q.w) : q.w;
  return (2.0 / w) * q.v;
}

}  // namespace scree::rodrigues
