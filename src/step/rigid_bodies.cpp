#include "step/rigid_bodies.h"

namespace scree::step {
namespace {

using shape::BodyShape;
using state::BodyLine;

bool is_locked(const BodyLine& p, int freedom) { return p.locks >> freedom & 1; }
Symmetric outer(const Vec3d& e, double s) {
  return {s * e.x * e.x, s * e.y * e.y, s * e.z * e.z, s * e.x * e.y, s * e.x * e.z, s * e.y * e.z};
}

/// I^-1 in the world frame, with no response about locked axes. A non-spherical body rotates freely, about one axis of
/// the world, or not at all (the scene reader rejects other locks); about one axis e its inertia is e.I e.
Symmetric inverse_inertia(const state::Bodies& bodies, std::size_t i) {
  const BodyLine& p = bodies.lines[i];
  const Vec3d free = free_axes(p, 3);
  if (p.is_fixed()) return {};
  if (bodies.shape_of_slot(i) == BodyShape::sphere)
    return {p.inverse_inertia * free.x, p.inverse_inertia * free.y, p.inverse_inertia * free.z, 0, 0, 0};
  const auto body = state::axes_of(bodies.orientations[i]);
  const state::Shape& shape = bodies.shapes[i];
  if (norm2(free) == 0.0) return {};
  if (norm2(free) < 3.0) return outer(free, 1.0 / dot(free, state::times_inertia(shape, body, free)));
  Symmetric sum{};
  for (int k = 0; k < 3; ++k) {
    const Symmetric part = outer(body.axis[k], 1.0 / shape.moments.*k_axes[k]);
    for (std::size_t j = 0; j < 6; ++j) sum[j] += part[j];
  }
  return sum;
}

// Fixed-point iterations at most; each reduces the error by a factor of about step x spin x (relative difference of
// moments).
constexpr int k_max_spin_iterations = 60;
constexpr double k_spin_tolerance = 1e-15;  // of the spin

/// The spin at the end of the step without contacts: the angular momentum is constant while the inertia tensor rotates.
/// To first order this is w - h I^-1 (w x I w), the gyroscopic term of the paper. Here it is the solution w+ of
/// I(exp(h w+) q) w+ = I(q) w, with the orientation that the step then reaches, so free flight conserves the momentum
/// to rounding at any step. [docs/specs/tasora.md, 1.3]
Vec3d free_spin(const state::Bodies& bodies, std::size_t i, double step) {
  const BodyLine& p = bodies.lines[i];
  if (bodies.shape_of_slot(i) == BodyShape::sphere || (p.locks & 0x38) != 0) return p.spin();
  const state::Shape& shape = bodies.shapes[i];
  const state::Orientation& q = bodies.orientations[i];
  const Vec3d momentum = state::times_inertia(shape, state::axes_of(q), p.spin());
  Vec3d spin = p.spin();
  for (int round = 0; round < k_max_spin_iterations; ++round) {
    const Vec3d next = state::over_inertia(shape, state::axes_of(state::turned(q, step * spin)), momentum);
    const bool done = norm2(next - spin) <= k_spin_tolerance * k_spin_tolerance * norm2(next);
    spin = next;
    if (done) break;
  }
  return spin;
}

}  // namespace

Vec3d free_axes(const BodyLine& p, int first) {
  return {is_locked(p, first) ? 0.0 : 1.0, is_locked(p, first + 1) ? 0.0 : 1.0, is_locked(p, first + 2) ? 0.0 : 1.0};
}

std::vector<solve::Body> rigid_bodies(const state::World& world, double step) {
  const state::Bodies& bodies = world.bodies;
  std::vector<solve::Body> all(bodies.size());
#pragma omp parallel for schedule(static) if (bodies.size() > 1000)
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const BodyLine& p = bodies.lines[i];
    solve::Body& body = all[i];
    body.inverse_mass = p.inverse_mass * free_axes(p, 0);
    body.inverse_inertia = inverse_inertia(bodies, i);
    body.free = {p.velocity() + step * times(body.inverse_mass, bodies.applied_force(i, world.gravity)),
                 free_spin(bodies, i, step)};
  }
  for (const state::Wall& wall : world.walls) all.push_back({.free = {wall.velocity, {}}, .inverse_mass = {}});
  for (std::size_t i = 0; i < world.carried.size(); ++i) all.push_back({});
  for (const state::Cylinder& c : world.cylinders)
    all.push_back({.free = {c.velocity * c.axis, c.spin * c.axis}, .inverse_mass = {}});
  all.push_back({});
  return all;
}

double work_on_locked(const state::BodyLine& p, const solve::Twist& impulse) {
  if (p.locks == 0) return 0.0;
  const Vec3d locked = Vec3d{1, 1, 1} - free_axes(p, 0), locked_spin = Vec3d{1, 1, 1} - free_axes(p, 3);
  return dot(times(locked, impulse.linear), p.velocity()) + dot(times(locked_spin, impulse.angular), p.spin());
}

}  // namespace scree::step
