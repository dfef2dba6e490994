// Bodies and planes of a scenery in the words of shape/.
#pragma once

#include "contact/kernels.h"
#include "shape/box.h"

namespace scree::contact {

inline shape::Ellipsoid<double> ellipsoid_of(const Scenery& world, std::uint32_t slot) {
  const state::Orientation& q = world.orientations[slot];
  return shape::make_ellipsoid(q[0], q[1], q[2], q[3], world.forms[slot].half);
}
inline shape::Box<double> box_of(const Scenery& world, std::uint32_t slot) {
  const state::Orientation& q = world.orientations[slot];
  return shape::make_box(q[0], q[1], q[2], q[3], world.forms[slot].half);
}
/// x_a - x_b, shifted by the image.
inline Vec3d branch_of(const Scenery& world, std::uint32_t a, std::uint32_t b, std::uint8_t image) {
  return world.bodies[a].position() - world.bodies[b].position() + Vec3d{world.shifts[image][0], world.shifts[image][1], world.shifts[image][2]};
}
inline Vec3d wall_point(const WallLine& w) { return {w.px, w.py, w.pz}; }
inline Vec3d wall_normal(const WallLine& w) { return {w.nx, w.ny, w.nz}; }
inline Vec3d wall_velocity(const WallLine& w) { return {w.vx, w.vy, w.vz}; }

}  // namespace scree::contact
