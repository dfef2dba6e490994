// Orientation of a body as a unit quaternion (w, x, y, z) that rotates body axes into world axes.
#pragma once

#include <array>
#include <cmath>

#include "base/vec3.h"

namespace scree::state {

using Orientation = std::array<double, 4>;

/// Normalised; the argument must have length one within rounding: 1 / sqrt(n2) is then 1.5 - n2 / 2.
inline Orientation normalised(const Orientation& p) {
  const double scale = 1.5 - 0.5 * (p[0] * p[0] + p[1] * p[1] + p[2] * p[2] + p[3] * p[3]);
  return {scale * p[0], scale * p[1], scale * p[2], scale * p[3]};
}

/// The orientation q followed by the rotation (w, x, y, z), a unit quaternion within rounding; normalised so that
/// rounding does not accumulate.
inline Orientation turned(const Orientation& q, double w, double x, double y, double z) {
  return normalised({w * q[0] - x * q[1] - y * q[2] - z * q[3], w * q[1] + x * q[0] + y * q[3] - z * q[2],
                     w * q[2] + y * q[0] + z * q[1] - x * q[3], w * q[3] + z * q[0] + x * q[2] - y * q[1]});
}

/// The orientation after a rotation by the vector t (world axes, angle = its length): exp(t / 2) q. It uses plain
/// products: it runs for every body in every step, and outside the kernels a fused multiply-add is a function call.
/// Small rotations need no sine: the next term of either series is below half an ulp.
inline Orientation turned(const Orientation& q, const Vec3d& t) {
  const double h2 = 0.25 * (t.x * t.x + t.y * t.y + t.z * t.z);  // square of half the angle
  double w, s;
  if (h2 < 1e-3) {
    w = 1.0 - h2 * (1.0 / 2 - h2 * (1.0 / 24 - h2 * (1.0 / 720 - h2 / 40320)));
    s = 0.5 * (1.0 - h2 * (1.0 / 6 - h2 * (1.0 / 120 - h2 * (1.0 / 5040 - h2 / 362880))));
  } else {
    const double h = std::sqrt(h2);
    w = std::cos(h), s = 0.5 * std::sin(h) / h;
  }
  return turned(q, w, s * t.x, s * t.y, s * t.z);
}

}  // namespace scree::state
