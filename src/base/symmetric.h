// A symmetric 3 x 3 matrix, stored as xx, yy, zz, xy, xz, yz.
#pragma once

#include <array>

#include "base/vec3.h"

namespace scree {

struct Symmetric : std::array<double, 6> {};

inline Vec3d operator*(const Symmetric& m, const Vec3d& v) {
  return {m[0] * v.x + m[3] * v.y + m[4] * v.z, m[3] * v.x + m[1] * v.y + m[5] * v.z,
          m[4] * v.x + m[5] * v.y + m[2] * v.z};
}

}  // namespace scree
