// Finite rotations as vectors: alpha = 2 tan(angle/2) x axis. [Campello2015, section 2]
//
// No sine in the rotation of a vector or in a composition, and no drift off the group: every alpha is a rotation.
// Departures from the print: (10) has 4/(1 + alpha^2), which is not orthogonal; it is 4/(4 + alpha^2). (45) takes the
// integral of the spin itself as alpha, which turns by 2 atan(w dt/2); `of_rotation_vector` is exact for a constant
// spin. At an angle of pi alpha goes through infinity and comes back from the other side, which costs no digits of the
// rotation; exact infinity is kept out (`k_nearest_to_pi`). Whole turns are not counted.
#pragma once

#include <cmath>

#include "base/rotation.h"

namespace scree::rodrigues {

/// A denominator that would vanish is kept at this share of its terms: alpha stays finite, and the rotation is off by
/// 2e-15 rad at most.
inline constexpr double k_nearest_to_pi = 1e-15;

/// Q u. [Campello2015, eq. 10, corrected]
inline Vec3d rotated(const Vec3d& a, const Vec3d& u) {
  const Vec3d au = cross(a, u);
  return u + (4.0 / (4.0 + norm2(a))) * (au + 0.5 * cross(a, au));
}

/// The one rotation that is `first` and then `second`, both about axes of the world: Q = Q_second Q_first.
/// [Campello2015, eq. 11, 47]
inline Vec3d composed(const Vec3d& first, const Vec3d& second) {
  const double p = dot(first, second), least = k_nearest_to_pi * (4.0 + std::fabs(p));
  double d = 4.0 - p;
  if (std::fabs(d) < least) d = std::copysign(least, d);
  return (4.0 / d) * (first + second - 0.5 * cross(first, second));
}

/// Of a rotation by the length of t about t [rad]. The series is good to rounding: its next term is below half an ulp.
inline Vec3d of_rotation_vector(const Vec3d& t) {
  constexpr double k_small = 1e-3;  // square of half the angle
  const double h2 = 0.25 * norm2(t);
  if (h2 < k_small) return (1.0 + h2 * (1.0 / 3 + h2 * (2.0 / 15 + h2 * (17.0 / 315 + h2 * (62.0 / 2835))))) * t;
  const double h = std::sqrt(h2);
  return (std::tan(h) / h) * t;
}

/// The other way round: an angle below pi, times the axis.
inline Vec3d rotation_vector(const Vec3d& a) {
  const double size = norm(a);
  return size > 0.0 ? (2.0 * std::atan(0.5 * size) / size) * a : a;
}

/// d alpha/dt of a body with the spin w (world axes).
inline Vec3d rate(const Vec3d& a, const Vec3d& w) { return w + 0.5 * cross(w, a) + (0.25 * dot(w, a)) * a; }

/// The unit quaternion with w >= 0.
inline Turn<double> turn_of(const Vec3d& a) {
  const double scale = 1.0 / std::sqrt(4.0 + norm2(a));
  return {2.0 * scale, scale * a};
}

/// Of a unit quaternion; its sign does not matter.
inline Vec3d of_turn(const Turn<double>& q) {
  const double w = std::fabs(q.w) < k_nearest_to_pi ? std::copysign(k_nearest_to_pi, q.w) : q.w;
  return (2.0 / w) * q.v;
}

}  // namespace scree::rodrigues
