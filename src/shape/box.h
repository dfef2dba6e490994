// A box, described by its eight corners, which is sufficient for contacts with planes and at corners. Template over a
// number type R (base/number.h).
#pragma once

#include "shape/ellipsoid.h"

namespace scree::shape {

inline constexpr int k_corners = 8;

template <class R>
struct Box {
  Vec3<R> axis[3];  ///< the body's axes in world coordinates, orthonormal
  R half[3];        ///< half sizes along them [m]
};

/// From the unit quaternion (w, x, y, z), body -> world.
template <class R>
Box<R> make_box(const R& w, const R& x, const R& y, const R& z, const Vec3<R>& half) {
  const Axes<R> body = body_axes(w, x, y, z);
  return {{body.axis[0], body.axis[1], body.axis[2]}, {half.x, half.y, half.z}};
}

/// Vector from the centre to corner k [m]. Bit i of k is the sign along axis i: set is +, clear is -.
template <class R>
Vec3<R> corner(const Box<R>& box, int k) {
  const auto along = [&](int i) { return (k >> i & 1) != 0 ? box.half[i] : -box.half[i]; };
  return add_scaled(add_scaled(along(0) * box.axis[0], along(1), box.axis[1]), along(2), box.axis[2]);
}

/// Height of corner k above a plane with the unit normal `normal`, if the height of the centre is `centre_height`;
/// negative below the plane [m].
template <class R>
R corner_height(const Box<R>& box, int k, const R& centre_height, const Vec3<R>& normal) {
  return centre_height + dot(corner(box, k), normal);
}

/// Support function: largest distance from the centre along the unit vector n. The height of the lowest corner is
/// centre_height minus this [m].
template <class R>
R support(const Box<R>& box, const Vec3<R>& n) {
  return mul_add(box.half[0], abs(dot(box.axis[0], n)),
                 mul_add(box.half[1], abs(dot(box.axis[1], n)), box.half[2] * abs(dot(box.axis[2], n))));
}

}  // namespace scree::shape
