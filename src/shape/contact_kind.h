// The kinds of contacts of the smooth steppers: the contact routine that a list of pairs needs. pair_table.h assigns a
// kind to each pair of shapes. The numbers are stored in checkpoints and must not change.
#pragma once

namespace scree::shape {

enum class Kind : int {
  sphere_sphere = 0,
  sphere_plane = 1,
  ellipsoids = 2,  ///< two ellipsoids, or an ellipsoid and a sphere
  ellipsoid_plane = 3,
  corner_plane = 4,  ///< one corner of a box
  sphere_box = 5,    ///< the box is b, independent of the ids
  ellipsoid_box = 6,
};
inline constexpr int k_listed_kinds = 7;  ///< higher values: bodies at wall shapes that were added at run time
inline constexpr int k_max_kinds = 32;

constexpr bool is_at_wall(Kind kind) {
  return kind == Kind::sphere_plane || kind == Kind::ellipsoid_plane || kind == Kind::corner_plane ||
         static_cast<int>(kind) >= k_listed_kinds;
}
/// True if a non-spherical body takes part: contact points, arms and curvatures depend on the orientation, and the
/// geometry is computed one contact at a time (no SIMD).
constexpr bool is_shaped(Kind kind) { return kind >= Kind::ellipsoids; }

/// Kernels are compiled for three cases: two spheres, a sphere at a plane, all others.
inline constexpr int k_kernel_kinds = 3;
constexpr int kernel_kind(Kind kind) { return is_shaped(kind) ? 2 : static_cast<int>(kind); }

}  // namespace scree::shape
