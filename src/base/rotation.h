// Rotations as unit quaternions over a number type R: the rotation of a body in one step, and the smallest rotation
// between two directions.
#pragma once

#include "base/vec3.h"

namespace scree {

/// A unit quaternion: w = cos(angle/2), v = sin(angle/2) x axis.
template <class R>
struct Turn {
  R w{R(1.0)};
  Vec3<R> v{};
};

/// The exponential of a rotation vector (axis times angle) [rad]. A series, exact to rounding, for small angles; the C
/// library, lane by lane, otherwise.
template <class R>
Turn<R> turn_by(const Vec3<R>& t) {
  constexpr double k_small = 1e-3;  // square of half the angle; the next term of either series is below half an ulp
  const R h2 = R(0.25) * norm2(t);
  R w = mul_add(h2, R(1.0 / 40320), R(-1.0 / 720)), s = mul_add(h2, R(1.0 / 362880), R(-1.0 / 5040));
  w = mul_add(h2, w, R(1.0 / 24)), s = mul_add(h2, s, R(1.0 / 120));
  w = mul_add(h2, w, R(-0.5)), s = mul_add(h2, s, R(-1.0 / 6));
  w = mul_add(h2, w, R(1.0)), s = mul_add(h2, s, R(1.0));
  const auto large = h2 > R(k_small);
  if (any(large)) {
    w = select(large, lane_by_lane([](double x) { return std::cos(std::sqrt(x)); }, h2), w);
    s = select(large, lane_by_lane([](double x) { return x > 0.0 ? std::sin(std::sqrt(x)) / std::sqrt(x) : 1.0; }, h2),
               s);
  }
  return {w, (R(0.5) * s) * t};
}

/// The rotation q followed by the rotation p.
template <class R>
Turn<R> product(const Turn<R>& p, const Turn<R>& q) {
  return {mul_sub(p.w, q.w, dot(p.v, q.v)), add_scaled(add_scaled(cross(p.v, q.v), p.w, q.v), q.w, p.v)};
}

template <class R>
Vec3<R> rotated(const Turn<R>& q, const Vec3<R>& x) {
  const Vec3<R> u = R(2.0) * cross(q.v, x);
  return add_scaled(x, q.w, u) + cross(q.v, u);
}

}  // namespace scree
