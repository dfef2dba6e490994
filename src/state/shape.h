// The shape of a body: sphere, ellipsoid or box. Worlds of spheres only store no shapes.
#pragma once

#include "base/vec3.h"
#include "shape/body_shape.h"
#include "shape/ellipsoid.h"
#include "state/orientation.h"

namespace scree::state {

struct Shape {
  shape::BodyShape kind = shape::BodyShape::sphere;
  Vec3d half;     ///< semi-axes, or half the edges of a box [m]
  Vec3d moments;  ///< principal moments of inertia about the body's axes [kg m^2]
  Vec3d turn;     ///< rotation vector of the last step; not stored for spheres, where it is step x spin [rad]
};

inline shape::Axes<double> axes_of(const Orientation& q) { return shape::body_axes(q[0], q[1], q[2], q[3]); }

/// I v and I^-1 v in world axes.
inline Vec3d times_inertia(const Shape& shape, const shape::Axes<double>& body, const Vec3d& v) {
  return shape.moments.x * dot(body.axis[0], v) * body.axis[0] + shape.moments.y * dot(body.axis[1], v) * body.axis[1] +
         shape.moments.z * dot(body.axis[2], v) * body.axis[2];
}
inline Vec3d over_inertia(const Shape& shape, const shape::Axes<double>& body, const Vec3d& v) {
  return dot(body.axis[0], v) / shape.moments.x * body.axis[0] + dot(body.axis[1], v) / shape.moments.y * body.axis[1] +
         dot(body.axis[2], v) / shape.moments.z * body.axis[2];
}

}  // namespace scree::state
