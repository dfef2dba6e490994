#include "step/kick_drift_alone.h"

namespace scree::step {
namespace {

using shape::BodyShape;
using state::BodyLine;

}  // namespace

Vec3d angular_acceleration(const state::Bodies& bodies, std::size_t i, const Vec3d& torque) {
  const BodyLine& p = bodies.lines[i];
  const Vec3d free{is_locked(p, 3) ? 0.0 : 1.0, is_locked(p, 4) ? 0.0 : 1.0, is_locked(p, 5) ? 0.0 : 1.0};
  if (bodies.shape_of_slot(i) == BodyShape::sphere)
    return {p.inverse_inertia * free.x * torque.x, p.inverse_inertia * free.y * torque.y,
            p.inverse_inertia * free.z * torque.z};
  if (p.is_fixed() || norm2(free) == 0.0) return {};
  const auto body = state::axes_of(bodies.orientations[i]);
  if (norm2(free) > 1.0) return state::over_inertia(bodies.shapes[i], body, torque);
  return dot(free, torque) / dot(free, state::times_inertia(bodies.shapes[i], body, free)) * free;
}

namespace {

/// Add h x acceleration to velocity and spin, except for locked degrees of freedom. Returns the work that drives
/// (locked degrees of freedom that move) do in the time h against the contact loads and constant forces on the body.
double kick(state::Bodies& bodies, std::size_t i, const state::LoadLine& f, const Vec3d& gravity, double h) {
  BodyLine& p = bodies.lines[i];
  const Vec3d constant = bodies.constant_force(i, gravity), torque{f.tx, f.ty, f.tz};
  const double force[3] = {f.fx + constant.x, f.fy + constant.y, f.fz + constant.z};
  double* v[3] = {&p.vx, &p.vy, &p.vz};
  double work = 0.0;
  for (int k = 0; k < 3; ++k) {
    if (is_locked(p, k))
      work -= h * force[k] * *v[k];
    else
      *v[k] += h * force[k] * p.inverse_mass;
  }
  const double turning[3] = {torque.x * p.wx, torque.y * p.wy, torque.z * p.wz};
  for (int k = 0; k < 3; ++k)
    if (is_locked(p, 3 + k)) work -= h * turning[k];
  const Vec3d gain = h * angular_acceleration(bodies, i, torque);
  p.wx += gain.x, p.wy += gain.y, p.wz += gain.z;
  return work;
}

/// Rotate a non-spherical body by one step. If it rotates freely, its angular momentum is constant in space while its
/// inertia tensor rotates (the gyroscopic term): it rotates by the spin at the middle of the step, and the spin after
/// the step follows from the momentum and the new orientation. This is of second order on the rotation group and
/// conserves the momentum to rounding.
void turn(state::Bodies& bodies, std::size_t i, double step) {
  BodyLine& p = bodies.lines[i];
  state::Shape& shape = bodies.shapes[i];
  const state::Orientation& q = bodies.orientations[i];
  const bool free = (p.locks & 0x38) == 0;
  const Vec3d momentum = state::times_inertia(shape, state::axes_of(q), p.spin());
  const auto spin_at = [&](const state::Orientation& at) {
    return state::over_inertia(shape, state::axes_of(at), momentum);
  };
  shape.turn = step * (free ? spin_at(state::turned(q, 0.5 * step * p.spin())) : p.spin());
  bodies.turn(i, shape.turn);
  if (!free) return;
  const Vec3d spin = spin_at(q);
  p.wx = spin.x, p.wy = spin.y, p.wz = spin.z;
}

}  // namespace

void kick_drift_alone(const contact::KickDrift& parameters, state::Bodies& bodies, std::size_t i,
                      const state::LoadLine& load, contact::VelocityBox& box, DriveWork& work) {
  BodyLine& p = bodies.lines[i];
  if (parameters.end != 0.0) work.end += kick(bodies, i, load, parameters.gravity, parameters.end);
  if (parameters.drift == 0.0) return;
  const Vec3d v = p.velocity(), w = p.spin();
  work.begin += kick(bodies, i, load, parameters.gravity, parameters.begin);
  const Vec3d gain_v = p.velocity() - v, gain_w = p.spin() - w;
  if (parameters.predictions)
    bodies.predictions[i] = {gain_v.x, gain_v.y, gain_v.z, 0, gain_w.x, gain_w.y, gain_w.z, 0};
  p.x += parameters.drift * p.vx, p.y += parameters.drift * p.vy, p.z += parameters.drift * p.vz;
  if (bodies.shape_of_slot(i) != BodyShape::sphere) turn(bodies, i, parameters.drift);
  box.add(p.velocity());
}

}  // namespace scree::step
