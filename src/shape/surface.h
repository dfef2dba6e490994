// What the smooth steppers ask of the surface of a body of any shape, at a point `arm` from its centre.
#pragma once

#include <algorithm>
#include <cmath>

#include "shape/figure.h"

namespace scree::shape {

/// Radius of the largest ball inside [m].
inline double inscribed_radius(const Figure& f) { return std::min({f.half.x, f.half.y, f.half.z}); }

/// Mean of the two principal curvatures [1/m]. A box has none on its faces, and counts as flat.
inline double mean_curvature(const Figure& f, const Vec3d& arm) {
  switch (f.kind) {
    case BodyShape::sphere: return 1.0 / f.half.x;
    case BodyShape::ellipsoid: return mean_curvature(ellipsoid_of(f), arm);
    case BodyShape::box: return 0.0;
  }
  return 0.0;
}

/// Normal curvature along a path [1/m]; `otherwise` if there was none. A box has none: its faces are flat, along an
/// edge it is straight, and around edges and corners, where the curvature is beyond all bounds, there is no path.
inline double curvature_along(const Figure& f, const Vec3d& arm, const Vec3d& path, double otherwise) {
  const double size = norm(path);
  switch (f.kind) {
    case BodyShape::sphere: return 1.0 / f.half.x;
    case BodyShape::ellipsoid: return size > 0.0 ? curvature(ellipsoid_of(f), arm, 1.0 / size * path) : otherwise;
    case BodyShape::box: return 0.0;
  }
  return otherwise;
}

/// The path of the contact point over the surface, from one arm to another: in the tangent plane of normal n, as long
/// as the path over the surface: the arc on a sphere, the chord on an ellipsoid. [fang-negrut.md, 1.3, step 3] The face
/// of a box lies in the tangent plane; what leads out of it, around an edge, is a turn of the normal and no path.
inline Vec3d path_over(const Figure& f, const Vec3d& from, const Vec3d& to, const Vec3d& n) {
  const Vec3d straight = to - from, flat = straight - dot(straight, n) * n;
  if (f.kind == BodyShape::box) return flat;
  const double size = norm(flat);
  if (!(size > 0.0)) return {};
  const double length =
      f.kind == BodyShape::sphere ? f.half.x * std::atan2(norm(cross(from, to)), dot(from, to)) : norm(straight);
  return length / size * flat;
}

/// Does the direction of a path say about which axis the body rolls? A box never rolls, and at its corners the
/// direction of its path is rounding.
constexpr bool rolls(BodyShape shape) { return shape != BodyShape::box; }

}  // namespace scree::shape
