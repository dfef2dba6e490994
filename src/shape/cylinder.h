// Bodies inside an infinite circular cylinder: their gap to its wall and the contact points.
//
// The wall is body b, as planes are: the normal points from the wall to the body, towards the axis. The gap is the
// distance of the body's nearest point from the wall, R_c - (distance of that point from the axis); it is negative for
// an overlap. It has a closed form for spheres and corners. For an ellipsoid only its projection along the axis
// matters, an ellipse in the perpendicular plane. The points of an ellipse with the largest distance from the axis
// solve a secular equation in one unknown, which is monotonic near the solution, so bisection cannot fail and Newton's
// method converges fast.
#pragma once

#include <array>

#include "shape/box.h"
#include "shape/ellipsoid.h"

namespace scree::shape {

struct Cylinder {
  Vec3d point, axis;  ///< a point of the axis [m]; unit vector along the axis
  double radius;      ///< [m]
};

struct AtCylinder {
  Vec3d normal;           ///< unit, from the wall to the body, perpendicular to the axis
  double gap;             ///< [m]
  Vec3d arm;              ///< from the body's centre to its nearest point [m]
  Vec3d wall_arm;         ///< from the axis, at the axial position of that point, to the wall [m]
  bool converged = true;  ///< false: a point on the body, but the nearest one only approximately
};

AtCylinder sphere_in_cylinder(const Cylinder& cylinder, const Vec3d& centre, double radius);
/// Corner k as defined in shape/box.h.
AtCylinder corner_in_cylinder(const Cylinder& cylinder, const Vec3d& centre, const Box<double>& box, int k);

/// The nearest point, and a second one if the distance from the axis has another local maximum: an elongated body that
/// lies across the cylinder touches it with both ends.
struct EllipsoidAtCylinder {
  std::array<AtCylinder, 2> at;
  int count = 0;
};
EllipsoidAtCylinder ellipsoid_in_cylinder(const Cylinder& cylinder, const Vec3d& centre,
                                          const Ellipsoid<double>& ellipsoid);

}  // namespace scree::shape
