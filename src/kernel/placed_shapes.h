// Bodies and walls of the kernel inputs as types of shape/.
#pragma once

#include "kernel/contact_kernels.h"
#include "shape/placed_shape.h"

namespace scree::contact {

/// A world of spheres stores no shapes.
inline shape::BodyShape shape_of(const KernelInputs& world, std::uint32_t slot) {
  return world.shapes ? world.shapes[slot].kind : shape::BodyShape::sphere;
}
inline shape::PlacedShape placed_shape_of(const KernelInputs& world, std::uint32_t slot) {
  const double radius = world.bodies[slot].radius;
  if (!world.shapes) return {shape::BodyShape::sphere, {radius, radius, radius}, {}};
  const state::Shape& shape = world.shapes[slot];
  return {shape.kind, shape.half, state::axes_of(world.orientations[slot])};
}
/// x_a - x_b, shifted by the image.
inline Vec3d branch_of(const KernelInputs& world, std::uint32_t a, std::uint32_t b, std::uint8_t image) {
  return world.bodies[a].position() - world.bodies[b].position() +
         Vec3d{world.shifts[image][0], world.shifts[image][1], world.shifts[image][2]};
}
inline Vec3d wall_velocity(const WallLine& w) { return {w.vx, w.vy, w.vz}; }
inline shape::PlacedWall wall_of(const WallLine& w, const Vec3d& centre) {
  return {centre, {w.px, w.py, w.pz}, {w.nx, w.ny, w.nz}, w.radius};
}

}  // namespace scree::contact
