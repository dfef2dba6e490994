// Bodies inside of a round, endless cylinder: how near they are to its wall, and where.
//
// The wall is body b, as planes are: the normal points from the wall to the body, towards the axis. The gap is positive
// when open, and is the distance of the body's nearest point from the wall: R_c - (its distance from the axis). For
// spheres and corners in closed form. For an ellipsoid only its shadow along the axis counts: an ellipse in the plane
// across. The points of an ellipse that are farthest from the axis solve a secular equation in one unknown, which is
// monotone where the answer is, so bisection cannot fail and Newton is fast.
#pragma once

#include <array>

#include "shape/box.h"
#include "shape/ellipsoid.h"

namespace scree::shape {

struct Cylinder {
  Vec3d point, axis;  ///< of the middle; unit [m]
  double radius;      ///< [m]
};

struct AtCylinder {
  Vec3d normal;           ///< unit, from the wall to the body, across the axis
  double gap;             ///< [m]
  Vec3d arm;              ///< from the body's centre to its nearest point [m]
  Vec3d wall_arm;         ///< from the axis, at the height of that point, to the wall [m]
  bool converged = true;  ///< false: the best point found, on the body but not quite the nearest
};

AtCylinder sphere_in_cylinder(const Cylinder& cylinder, const Vec3d& centre, double radius);
/// Corner k of shape/box.h.
AtCylinder corner_in_cylinder(const Cylinder& cylinder, const Vec3d& centre, const Box<double>& box, int k);

/// The nearest point, and a second one if the distance from the axis has another maximum: a long body that lies across
/// a cylinder touches with both ends.
struct EllipsoidAtCylinder {
  std::array<AtCylinder, 2> at;
  int count = 0;
};
EllipsoidAtCylinder ellipsoid_in_cylinder(const Cylinder& cylinder, const Vec3d& centre,
                                          const Ellipsoid<double>& ellipsoid);

}  // namespace scree::shape
