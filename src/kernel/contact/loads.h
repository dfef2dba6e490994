// Loads of a chunk, added to the lines of its bodies.
#pragma once

#include "kernel/contact/rows.h"

namespace scree::SCREE_ISA {

inline void add_line(const double* part, state::LoadLine* line) {
  double* whole = reinterpret_cast<double*>(line);
  for (int k = 0; k < 8; k += k_lanes) store(load(whole + k) + load(part + k), whole + k);
}
inline void subtract_line(const double* part, state::LoadLine* line) {
  double* whole = reinterpret_cast<double*>(line);
  for (int k = 0; k < 8; k += k_lanes) store(load(whole + k) - load(part + k), whole + k);
}

/// Torques of the contact force on the bodies.
struct SphereArms {  // arms along the normal, so that only friction exerts a torque
  static Vec3<Pack> on_a(const Chunk& c, int i, const Vec3<Pack>& own, const Vec3<Pack>& turn, const Vec3<Pack>&) {
    return sub_scaled(own, load(c.arm_a + i), turn);
  }
  static Vec3<Pack> by_b(const Chunk& c, int i, const Vec3<Pack>& counter, const Vec3<Pack>& turn, const Vec3<Pack>&) {
    return add_scaled(counter, load(c.arm_b + i), turn);
  }
};
struct AnyArms {
  static Vec3<Pack> on_a(const Chunk& c, int i, const Vec3<Pack>& own, const Vec3<Pack>&, const Vec3<Pack>& force) {
    return own + cross(load3(c.contact_arm_a, i), force);
  }
  static Vec3<Pack> by_b(const Chunk& c, int i, const Vec3<Pack>& counter, const Vec3<Pack>&, const Vec3<Pack>& force) {
    return counter + cross(load3(c.contact_arm_b, i), force);
  }
};

/// Add the loads of contacts i, i + 1, ... to the lines of their bodies. The force and `torque_by_b` are subtracted
/// from the line of b.
inline void add_to_lines(const Chunk& c, int i, const Vec3<Pack>& force, const Vec3<Pack>& torque_on_a,
                         const Vec3<Pack>& torque_by_b, const contact::LoadTargets& a, const contact::LoadTargets& b) {
  alignas(64) double on_a[k_lanes][8], by_b[k_lanes][8];  // whole lines: force, torque
  const VectorRows force_rows = rows_of(force);
  store_lines(force_rows, rows_of(torque_on_a), on_a[0]);
  store_lines(force_rows, rows_of(torque_by_b), by_b[0]);
  const int lanes = c.count - i < k_lanes ? c.count - i : k_lanes;
  for (int lane = 0; lane < lanes; ++lane) {
    add_line(on_a[lane], a.line(c.target_a[i + lane]));
    subtract_line(by_b[lane], b.line(c.target_b[i + lane]));
  }
}

template <class Arms>
SCREE_KERNEL
void scatter(Chunk& c, const contact::LoadTargets& a, const contact::LoadTargets& b, TallyLanes& tally) {
  Pack arm_mismatch = load(tally.arm_mismatch), step(c.step);
  for (int i = 0; i < c.count; i += k_lanes) {
    const Vec3<Pack> n{load(c.nx + i), load(c.ny + i), load(c.nz + i)};
    const Vec3<Pack> friction = load3(c.friction, i);
    const Vec3<Pack> own = load3(c.torque, i), counter = load3(c.each ? c.counter : c.torque, i);
    const Vec3<Pack> turn = cross(n, friction);
    Pack work = dot(turn, load3(c.arm_mismatch, i));
    if (c.tracked)
      work = work + (dot(cross(n, own), load3(c.roll_excess_a, i)) + dot(cross(n, counter), load3(c.roll_excess_b, i)));
    arm_mismatch = arm_mismatch - select(first_lanes(c.count - i), step * work, Pack(0.0));
    const Vec3<Pack> force = add_scaled(friction, load(c.force + i), n);
    add_to_lines(c, i, force, Arms::on_a(c, i, own, turn, force), Arms::by_b(c, i, counter, turn, force), a, b);
  }
  store(arm_mismatch, tally.arm_mismatch);
}

}  // namespace scree::SCREE_ISA
