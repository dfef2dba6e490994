#include "step/push_alone.h"

namespace scree::step {
namespace {

using shape::BodyShape;
using state::BodyLine;

}  // namespace

Vec3d angular_acceleration(const state::Bodies& bodies, std::size_t i, const Vec3d& torque) {
  const BodyLine& p = bodies.lines[i];
  const Vec3d free{is_locked(p, 3) ? 0.0 : 1.0, is_locked(p, 4) ? 0.0 : 1.0, is_locked(p, 5) ? 0.0 : 1.0};
  if (bodies.form_kind(i) == BodyShape::sphere)
    return {p.inverse_inertia * free.x * torque.x, p.inverse_inertia * free.y * torque.y,
            p.inverse_inertia * free.z * torque.z};
  if (p.is_fixed() || norm2(free) == 0.0) return {};
  const auto body = state::axes_of(bodies.orientations[i]);
  if (norm2(free) > 1.0) return state::over_inertia(bodies.forms[i], body, torque);
  return dot(free, torque) / dot(free, state::times_inertia(bodies.forms[i], body, free)) * free;
}

namespace {

/// Add h x acceleration to velocity and spin, but for locked degrees of freedom. Returns the work that drives (locked
/// degrees of freedom that move) do on the body's contacts and against its constant forces in the time h.
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

/// Turn a body that is no sphere by one step. A free one keeps its angular momentum while the inertia turns under it
/// (that is the gyroscopic term): the spin of the middle of the step turns it, and the spin after it is the one that
/// the momentum then has. Of second order, on the group, and the momentum is kept to rounding.
void turn(state::Bodies& bodies, std::size_t i, double step) {
  BodyLine& p = bodies.lines[i];
  state::Form& form = bodies.forms[i];
  const state::Orientation& q = bodies.orientations[i];
  const bool free = (p.locks & 0x38) == 0;
  const Vec3d momentum = state::times_inertia(form, state::axes_of(q), p.spin());
  const auto spin_at = [&](const state::Orientation& at) {
    return state::over_inertia(form, state::axes_of(at), momentum);
  };
  form.turn = step * (free ? spin_at(state::turned(q, 0.5 * step * p.spin())) : p.spin());
  bodies.turn(i, form.turn);
  if (!free) return;
  const Vec3d spin = spin_at(q);
  p.wx = spin.x, p.wy = spin.y, p.wz = spin.z;
}

}  // namespace

void push_alone(const contact::Push& how, state::Bodies& bodies, std::size_t i, const state::LoadLine& load,
                contact::VelocityBox& box, DriveWork& work) {
  BodyLine& p = bodies.lines[i];
  if (how.end != 0.0) work.end += kick(bodies, i, load, how.gravity, how.end);
  if (how.drift == 0.0) return;
  const Vec3d v = p.velocity(), w = p.spin();
  work.begin += kick(bodies, i, load, how.gravity, how.begin);
  const Vec3d gain_v = p.velocity() - v, gain_w = p.spin() - w;
  if (how.leads) bodies.leads[i] = {gain_v.x, gain_v.y, gain_v.z, 0, gain_w.x, gain_w.y, gain_w.z, 0};
  p.x += how.drift * p.vx, p.y += how.drift * p.vy, p.z += how.drift * p.vz;
  if (bodies.form_kind(i) != BodyShape::sphere) turn(bodies, i, how.drift);
  box.add(p.velocity());
}

}  // namespace scree::step
