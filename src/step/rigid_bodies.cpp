#include "step/rigid_bodies.h"

namespace scree::step {
namespace {

using shape::BodyShape;
using state::BodyLine;

bool is_locked(const BodyLine& p, int freedom) { return p.locks >> freedom & 1; }
Symmetric outer(const Vec3d& e, double s) {
  return {s * e.x * e.x, s * e.y * e.y, s * e.z * e.z, s * e.x * e.y, s * e.x * e.z, s * e.y * e.z};
}

/// I^-1 in the world, without a response about locked axes. A body that is no sphere turns freely, about one axis of
/// the world, or not at all (the scene reader sees to that); about one axis e it has the inertia e.I e.
Symmetric inverse_inertia(const state::Bodies& bodies, std::size_t i) {
  const BodyLine& p = bodies.lines[i];
  const Vec3d free = free_axes(p, 3);
  if (p.is_fixed()) return {};
  if (bodies.form_kind(i) == BodyShape::sphere)
    return {p.inverse_inertia * free.x, p.inverse_inertia * free.y, p.inverse_inertia * free.z, 0, 0, 0};
  const auto body = state::axes_of(bodies.orientations[i]);
  const state::Form& form = bodies.forms[i];
  if (norm2(free) == 0.0) return {};
  if (norm2(free) < 3.0) return outer(free, 1.0 / dot(free, state::times_inertia(form, body, free)));
  Symmetric sum{};
  for (int k = 0; k < 3; ++k) {
    const Symmetric part = outer(body.axis[k], 1.0 / form.moments.*k_axes[k]);
    for (std::size_t j = 0; j < 6; ++j) sum[j] += part[j];
  }
  return sum;
}

constexpr int k_spin_rounds = 60;       // most; each takes off a factor of about step x spin x (difference of moments)
constexpr double k_spin_exact = 1e-15;  // of the spin

/// The spin at the end of the step if nothing touched: the angular momentum stays while the inertia turns under it. To
/// first order this is w - h I^-1 (w x I w), the gyroscopic term of the paper. It is the spin w+ with I(exp(h w+) q) w+
/// = I(q) w: the very orientation that the step then makes of it, so that free flight keeps the momentum to rounding at
/// any step. [docs/specs/tasora.md, 1.3]
Vec3d free_spin(const state::Bodies& bodies, std::size_t i, double step) {
  const BodyLine& p = bodies.lines[i];
  if (bodies.form_kind(i) == BodyShape::sphere || (p.locks & 0x38) != 0) return p.spin();
  const state::Form& form = bodies.forms[i];
  const state::Orientation& q = bodies.orientations[i];
  const Vec3d momentum = state::times_inertia(form, state::axes_of(q), p.spin());
  Vec3d spin = p.spin();
  for (int round = 0; round < k_spin_rounds; ++round) {
    const Vec3d next = state::over_inertia(form, state::axes_of(state::turned(q, step * spin)), momentum);
    const bool done = norm2(next - spin) <= k_spin_exact * k_spin_exact * norm2(next);
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

double work_on_held(const state::BodyLine& p, const solve::Twist& impulse) {
  if (p.locks == 0) return 0.0;
  const Vec3d held = Vec3d{1, 1, 1} - free_axes(p, 0), held_turn = Vec3d{1, 1, 1} - free_axes(p, 3);
  return dot(times(held, impulse.linear), p.velocity()) + dot(times(held_turn, impulse.angular), p.spin());
}

}  // namespace scree::step
