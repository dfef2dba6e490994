#include "workbench/impact.h"

#include <cmath>
#include <stdexcept>

namespace scree::contact {
namespace {

constexpr Vec3d k_normal{0, 0, 1};
constexpr int k_max_steps = 10'000'000;
constexpr int k_enough_steps = 100;    // minimum number of steps of the trial run that measures the duration
constexpr double k_first_step = 1e-6;  // relative to radius / speed

/// Relative velocity and angular velocities of the two bodies.
struct FreeMotion {
  FreeMotion(const DrivenPair& p, const ImpactSpec& spec)
      : pair(p),
        arm_b(p.at_plane() ? 0.0 : p.radius_b),
        spin_a(spec.spin_a),
        velocity{spec.speed * std::sin(spec.angle), 0.0, -spec.speed * std::cos(spec.angle)} {}
  DrivenPair pair;
  double arm_b;
  Vec3d spin_a, spin_b{}, velocity;

  Vec3d slip() const {
    const Vec3d v = velocity - cross(pair.radius_a * spin_a + arm_b * spin_b, k_normal);
    return {v.x, v.y, 0.0};
  }
  double inertia_a() const { return 0.4 * pair.mass_a * pair.radius_a * pair.radius_a; }
  double inertia_b() const { return 0.4 * pair.mass_b * pair.radius_b * pair.radius_b; }  // infinite at a plane
  double kinetic() const {
    const double b = pair.at_plane() ? 0.0 : 0.5 * inertia_b() * norm2(spin_b);
    return 0.5 * pair.effective_mass() * norm2(velocity) + 0.5 * inertia_a() * norm2(spin_a) + b;
  }
  void move(Waypoint& w, double step) const {
    const Vec3d relative_spin = spin_a - spin_b, roll = pair.effective_radius() * cross(relative_spin, k_normal);
    w.time += step, w.overlap -= step * velocity.z;
    w.slide += step * slip(), w.roll += step * roll, w.spin += step * relative_spin.z;
  }
  void apply(const DrivenLoads& loads, double step) {
    const Vec3d friction = -loads.slide, force = friction + loads.press * k_normal;
    velocity += step / pair.effective_mass() * force;
    const Vec3d spinning = loads.spin * k_normal, moment = cross(k_normal, friction);
    spin_a += step / inertia_a() * (-pair.radius_a * moment - cross(k_normal, loads.roll_a) - spinning);
    if (!pair.at_plane()) spin_b += step / inertia_b() * (-arm_b * moment + cross(k_normal, loads.roll_b) + spinning);
  }
};

/// Integrates until the bodies separate, calls record(point) after every step, and returns the number of steps.
template <class Record>
int collide(const law::Model& model, FreeMotion& motion, double step, Record record) {
  DrivenContact contact(model, motion.pair);
  Waypoint at;
  for (int i = 1; i <= k_max_steps; ++i) {
    motion.move(at, step);
    const Driven& driven = contact.drive_to(at);
    if (at.overlap > 0.0) motion.apply(driven.loads, step);
    record(ImpactPoint{at, driven, motion.kinetic()});
    if (at.overlap <= 0.0) return i;
    if (!std::isfinite(at.overlap)) break;
  }
  throw std::runtime_error(
      "the bodies of the impact do not separate: the contact is too dissipative or too soft for this speed");
}

}  // namespace

Impact impact(const law::Model& model, const DrivenPair& pair, const ImpactSpec& spec) {
  double step = k_first_step * pair.effective_radius() / spec.speed;
  int taken = 0;
  for (; taken < k_enough_steps; step *= 0.1) {
    FreeMotion trial(pair, spec);
    taken = collide(model, trial, step, [](const ImpactPoint&) {});
    if (taken >= k_enough_steps) break;
  }
  step *= static_cast<double>(taken) / spec.steps;
  FreeMotion motion(pair, spec);
  const Vec3d slip = motion.slip();
  const double approach = -motion.velocity.z;
  Impact result{.energy_before = motion.kinetic()};
  collide(model, motion, step, [&](const ImpactPoint& p) { result.points.push_back(p); });
  result.duration = result.points.back().at.time;
  result.normal_restitution = motion.velocity.z / approach;
  result.slide_restitution = norm2(slip) > 0.0 ? -dot(motion.slip(), slip) / norm2(slip) : 0.0;
  result.energy_after = motion.kinetic();
  return result;
}

}  // namespace scree::contact
