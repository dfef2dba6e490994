// Surface properties of a body of any shape, at a point `arm` from its centre, for the smooth steppers.
#pragma once

#include <algorithm>
#include <cmath>

#include "shape/placed_shape.h"

namespace scree::shape {

/// Radius of the largest inscribed ball [m].
inline double inscribed_radius(const PlacedShape& f) { return std::min({f.half.x, f.half.y, f.half.z}); }

/// Mean of the two principal curvatures [1/m]. A box is treated as flat everywhere.
inline double mean_curvature(const PlacedShape& f, const Vec3d& arm) {
  switch (f.kind) {
    case BodyShape::sphere: return 1.0 / f.half.x;
    case BodyShape::ellipsoid: return mean_curvature(ellipsoid_of(f), arm);
    case BodyShape::box: return 0.0;
  }
  return 0.0;
}

/// Normal curvature along a path [1/m]; `otherwise` if the path is zero. A box has zero curvature: its faces are flat,
/// and motion around an edge or corner, where the curvature is unbounded, is not counted as a path.
inline double curvature_along(const PlacedShape& f, const Vec3d& arm, const Vec3d& path, double otherwise) {
  const double size = norm(path);
  switch (f.kind) {
    case BodyShape::sphere: return 1.0 / f.half.x;
    case BodyShape::ellipsoid: return size > 0.0 ? curvature(ellipsoid_of(f), arm, 1.0 / size * path) : otherwise;
    case BodyShape::box: return 0.0;
  }
  return otherwise;
}

/// The path of the contact point over the surface, from one arm to another [m]: a vector in the tangent plane of normal
/// n, with the length of the path over the surface, which is the arc on a sphere and the chord on an ellipsoid.
/// [fang-negrut.md, 1.3, step 3] On a box only the displacement within the tangent plane counts; the displacement
/// around an edge is a rotation of the normal.
inline Vec3d path_over(const PlacedShape& f, const Vec3d& from, const Vec3d& to, const Vec3d& n) {
  const Vec3d straight = to - from, flat = straight - dot(straight, n) * n;
  if (f.kind == BodyShape::box) return flat;
  const double size = norm(flat);
  if (!(size > 0.0)) return {};
  const double length =
      f.kind == BodyShape::sphere ? f.half.x * std::atan2(norm(cross(from, to)), dot(from, to)) : norm(straight);
  return length / size * flat;
}

/// True if the direction of the path defines the roll axis. A box does not roll, and at its corners the direction of
/// the path is determined by rounding errors.
constexpr bool rolls(BodyShape shape) { return shape != BodyShape::box; }

}  // namespace scree::shape
