// The bodies of the problem of a nonsmooth step: their motion without contacts, and their response to impulses.
#pragma once

#include <cstdint>
#include <vector>

#include "solve/problem.h"
#include "state/world.h"

namespace scree::step {

/// 1 for free axes of the world and 0 for locked ones; `first` is 0 for translation and 3 for rotation.
Vec3d free_axes(const state::BodyLine& body, int first);
inline Vec3d times(const Vec3d& p, const Vec3d& q) { return {p.x * q.x, p.y * q.y, p.z * q.z}; }

/// The part of v perpendicular to the unit vector n.
inline Vec3d across(const Vec3d& v, const Vec3d& n) { return sub_scaled(v, dot(v, n), n); }
/// Is this wall a plane on a body? Walls are numbered: planes, planes on bodies, cylinders.
inline bool is_carried(const state::World& world, std::uint32_t wall) {
  return wall >= world.walls.size() && wall < world.walls.size() + world.carried.size();
}

/// Bodies by slot, then walls by their number, then the world. The entry of a plane on a body is not used: contacts
/// with such a plane refer to the body that carries it.
std::vector<solve::Body> rigid_bodies(const state::World& world, double step);

/// Velocity of the contact point on a relative to that on b, and spin of a relative to b.
inline solve::Twist relative(const solve::Contact& c, const std::vector<solve::Twist>& v) {
  const solve::Twist &a = v[c.a], &b = v[c.b];
  return {(a.linear + cross(a.angular, c.arm_a)) - (b.linear + cross(b.angular, c.arm_b)), a.angular - b.angular};
}

/// Work of an impulse along the locked degrees of freedom, which have a prescribed velocity [J].
double work_on_locked(const state::BodyLine& body, const solve::Twist& impulse);

}  // namespace scree::step
