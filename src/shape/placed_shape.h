// A body and a wall with their position and orientation: the arguments of the pair routines.
#pragma once

#include "shape/body_shape.h"
#include "shape/box.h"

namespace scree::shape {

/// The shape and orientation of a body.
struct PlacedShape {
  BodyShape kind = BodyShape::sphere;
  Vec3d half;         ///< semi-axes, or half the edges of a box; the radius of a sphere is half.x [m]
  Axes<double> axes;  ///< of the body, in world coordinates (`body_axes`); not used for a sphere
};
/// A wall and the position of a nearby body, in the same periodic image.
struct PlacedWall {
  Vec3d centre;         ///< of the body [m]
  Vec3d point;          ///< a point of the plane or of the axis of the cylinder [m]
  Vec3d direction;      ///< unit: normal of a plane, axis of a cylinder
  double radius = 0.0;  ///< of a cylinder [m]
};

inline Ellipsoid<double> ellipsoid_of(const PlacedShape& f) {
  if (f.kind == BodyShape::sphere) {
    const double square = f.half.x * f.half.x;
    return {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, {square, square, square}};
  }
  return {{f.axes.axis[0], f.axes.axis[1], f.axes.axis[2]},
          {f.half.x * f.half.x, f.half.y * f.half.y, f.half.z * f.half.z}};
}
inline Box<double> box_of(const PlacedShape& f) {
  return {{f.axes.axis[0], f.axes.axis[1], f.axes.axis[2]}, {f.half.x, f.half.y, f.half.z}};
}

}  // namespace scree::shape
