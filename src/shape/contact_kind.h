// The kinds of contacts of the smooth steppers: which routine a list of pairs needs. pair_table.h says which pair has
// which. The numbers stand in checkpoints.
#pragma once

namespace scree::shape {

enum class Kind : int {
  sphere_sphere = 0,
  sphere_plane = 1,
  ellipsoids = 2,  ///< or one and a sphere
  ellipsoid_plane = 3,
  corner_plane = 4,  ///< of a box
  sphere_box = 5,    ///< the box is b, whatever the ids
  ellipsoid_box = 6,
};
inline constexpr int k_listed_kinds = 7;  ///< after them: bodies at wall forms that were added at run time
inline constexpr int k_max_kinds = 32;

constexpr bool is_at_wall(Kind kind) {
  return kind == Kind::sphere_plane || kind == Kind::ellipsoid_plane || kind == Kind::corner_plane ||
         static_cast<int>(kind) >= k_listed_kinds;
}
/// Not spheres alone: contact points, arms and curvatures are by orientation, and one contact is found at a time.
constexpr bool is_shaped(Kind kind) { return kind >= Kind::ellipsoids; }

/// Kernels are chosen by: two spheres, a sphere at a plane, all others.
inline constexpr int k_kernel_kinds = 3;
constexpr int kernel_kind(Kind kind) { return is_shaped(kind) ? 2 : static_cast<int>(kind); }

}  // namespace scree::shape
