// Position and orientation of a body: the frame in which joints and planes on bodies store their points and axes.
#pragma once

#include <cmath>

#include "base/rotation.h"
#include "state/world.h"

namespace scree::state {

using TurnD = Turn<double>;

inline TurnD turn_of(const Orientation& q) { return {q[0], {q[1], q[2], q[3]}}; }
inline Orientation orientation_of(const TurnD& t) { return {t.w, t.v.x, t.v.y, t.v.z}; }
inline TurnD inverse(const TurnD& t) { return {t.w, -t.v}; }

/// The default value is the frame of the world.
struct Pose {
  Vec3d position;
  TurnD turn;

  Vec3d direction_in_world(const Vec3d& v) const { return rotated(turn, v); }
  Vec3d direction_in_body(const Vec3d& v) const { return rotated(inverse(turn), v); }
  Vec3d point_in_world(const Vec3d& p) const { return position + direction_in_world(p); }
  Vec3d point_in_body(const Vec3d& p) const { return direction_in_body(p - position); }
};

/// The pose at the unwrapped position, so that a joint does not jump when one of its bodies crosses a periodic face.
/// Orientations must be stored (Bodies::kept).
inline Pose pose_of(const World& world, std::size_t slot) {
  return {world.bodies.unwrapped(slot, world.cell), turn_of(world.bodies.orientations[slot])};
}

/// The rotation vector of a rotation, with an angle of at most pi [rad]: the inverse of turn_by.
inline Vec3d rotation_vector(const TurnD& t) {
  const double sine = norm(t.v), sign = t.w < 0.0 ? -1.0 : 1.0;
  if (sine == 0.0) return {};
  return (sign * 2.0 * std::atan2(sine, std::fabs(t.w)) / sine) * t.v;
}

/// A rotation that maps z to the unit vector `axis`. For axis.z < 0 it is combined with a half turn about x, so that no
/// digits are lost near -z.
inline TurnD turn_of_z_to(const Vec3d& axis) {
  if (axis.z < 0.0) return product(turn_of_z_to(-axis), TurnD{0.0, {1.0, 0.0, 0.0}});
  const double w = 1.0 + axis.z;
  const double scale = 1.0 / std::sqrt(w * w + axis.x * axis.x + axis.y * axis.y);
  return {scale * w, {-scale * axis.y, scale * axis.x, 0.0}};
}

}  // namespace scree::state
