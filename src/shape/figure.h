// A body and a wall as the pair routines see them.
#pragma once

#include "shape/body_shape.h"
#include "shape/box.h"

namespace scree::shape {

/// The shape of a body and how it stands in the world.
struct Figure {
  BodyShape kind = BodyShape::sphere;
  Vec3d half;         ///< semi-axes, or half the edges of a box; the radius of a sphere is half.x [m]
  Axes<double> axes;  ///< of the body, in the world (`body_axes`); a sphere needs none
};
/// A wall, and the place of the body that is near it; both in one frame, through no periodic face.
struct WallFigure {
  Vec3d centre;         ///< of the body [m]
  Vec3d point;          ///< of the wall [m]
  Vec3d direction;      ///< unit: normal of a plane, axis of a cylinder
  double radius = 0.0;  ///< of a cylinder [m]
};

inline Ellipsoid<double> ellipsoid_of(const Figure& f) {
  if (f.kind == BodyShape::sphere) {
    const double square = f.half.x * f.half.x;
    return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {square, square, square}};
  }
  return {{f.axes.axis[0], f.axes.axis[1], f.axes.axis[2]},
          {f.half.x * f.half.x, f.half.y * f.half.y, f.half.z * f.half.z}};
}
inline Box<double> box_of(const Figure& f) {
  return {{f.axes.axis[0], f.axes.axis[1], f.axes.axis[2]}, {f.half.x, f.half.y, f.half.z}};
}

}  // namespace scree::shape
