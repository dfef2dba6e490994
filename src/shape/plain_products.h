// Vector products without FMA, for sources that are compiled once for all instruction sets: without FMA instructions
// std::fma is a function call.
#pragma once

#include <cmath>

#include "base/vec3.h"

namespace scree::shape {

inline double inner(const Vec3d& p, const Vec3d& q) { return p.x * q.x + p.y * q.y + p.z * q.z; }
inline double length(const Vec3d& p) { return std::sqrt(inner(p, p)); }
inline Vec3d outer(const Vec3d& p, const Vec3d& q) {
  return {p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}

}  // namespace scree::shape
