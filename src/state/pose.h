// Where a body is and how it is turned: the frame in which joints and carried planes keep their points and axes.
#pragma once

#include <cmath>

#include "base/rotation.h"
#include "state/world.h"

namespace scree::state {

using TurnD = Turn<double>;

inline TurnD turn_of(const Orientation& q) { return {q[0], {q[1], q[2], q[3]}}; }
inline Orientation orientation_of(const TurnD& t) { return {t.w, t.v.x, t.v.y, t.v.z}; }
inline TurnD inverse(const TurnD& t) { return {t.w, -t.v}; }

/// As it stands here: the frame of the world.
struct Pose {
  Vec3d position;
  TurnD turn;

  Vec3d direction_in_world(const Vec3d& v) const { return rotated(turn, v); }
  Vec3d direction_in_body(const Vec3d& v) const { return rotated(inverse(turn), v); }
  Vec3d point_in_world(const Vec3d& p) const { return position + direction_in_world(p); }
  Vec3d point_in_body(const Vec3d& p) const { return direction_in_body(p - position); }
};

/// At the unwrapped position, so that what joins two bodies does not jump when one of them passes a periodic face.
/// Orientations must be kept (Bodies::kept).
inline Pose pose_of(const World& world, std::size_t slot) {
  return {world.bodies.unwrapped(slot, world.cell), turn_of(world.bodies.orientations[slot])};
}

/// The rotation vector of a turn, by the shorter way round [rad]: the inverse of turn_by.
inline Vec3d rotation_vector(const TurnD& t) {
  const double sine = norm(t.v), sign = t.w < 0.0 ? -1.0 : 1.0;
  if (sine == 0.0) return {};
  return (sign * 2.0 * std::atan2(sine, std::fabs(t.w)) / sine) * t.v;
}

/// A turn that brings z to the unit vector `axis`; below the horizon by way of a half turn about x, so that no digits
/// are lost near -z.
inline TurnD turn_of_z_to(const Vec3d& axis) {
  if (axis.z < 0.0) return product(turn_of_z_to(-axis), TurnD{0.0, {1.0, 0.0, 0.0}});
  const double w = 1.0 + axis.z;
  const double scale = 1.0 / std::sqrt(w * w + axis.x * axis.x + axis.y * axis.y);
  return {scale * w, {-scale * axis.y, scale * axis.x, 0.0}};
}

}  // namespace scree::state
