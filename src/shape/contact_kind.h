// The kinds of contacts of the smooth steppers: which routine a list of pairs needs. pair_table.h says which pair has
// which.
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
inline constexpr int k_kinds = 7;
constexpr bool is_at_plane(Kind kind) {
  return kind == Kind::sphere_plane || kind == Kind::ellipsoid_plane || kind == Kind::corner_plane;
}
constexpr bool is_on_box(Kind kind) {
  return kind == Kind::sphere_box || kind == Kind::ellipsoid_box;
}
/// Not spheres alone: contact points, arms and curvatures are by orientation.
constexpr bool is_shaped(Kind kind) { return kind >= Kind::ellipsoids; }

}  // namespace scree::shape
