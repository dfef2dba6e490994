// Kinematics `rate` of spheres: relative velocities of the surfaces. The loop around it is in by_velocity.h.
#pragma once

#include "kernel/contact/touch.h"

namespace scree::SCREE_ISA {

/// How the surfaces of a pack of contacts move.
struct SurfaceMotion {
  Rate::Rates<Pack> now;   ///< at the time of the positions
  Rate::Rates<Pack> mean;  ///< over the step
  Vec3<Pack> lever;        ///< Chunk::lever
};

/// Once the geometry and the velocities are there. Without synchronised velocities the means are what is known now.
template <bool synchronised>
SurfaceMotion surface_motion(const Rate::Constants& c, double step, const shape::Meeting<Pack>& meeting,
                             const Rate::Velocities<Pack>& now, const Rate::Velocities<Pack>& mean) {
  const auto& t = meeting.touch;
  const Pack share(c.contact_share);
  const Pack arm_a = neg_mul_add(share, meeting.slip_arm_a - meeting.force_arm_a, meeting.slip_arm_a);
  const Pack arm_b = neg_mul_add(share, meeting.slip_arm_b - meeting.force_arm_b, meeting.slip_arm_b);
  SurfaceMotion m;
  m.now = Rate::rates(t.normal, arm_a, arm_b, t.radius, now);
  m.lever = add_scaled((arm_a - meeting.force_arm_a) * now.spin_a, arm_b - meeting.force_arm_b, now.spin_b);
  if constexpr (synchronised) {
    // Springs advance by the mean motion of the step, so it is taken in the geometry of the middle of the step: the
    // normal turns by half of dn = v_t dt / r, and the arms change by a quarter of the overlap's change. Without this
    // the springs, and with them the energies, would be of first order only.
    const Pack half_step(0.5 * step), separation = dot(mean.apart, t.normal);
    const Vec3<Pack> middle =
        sub_scaled(t.normal, half_step * meeting.inverse_distance, sub_scaled(mean.apart, separation, t.normal));
    const Pack shorter = Pack(0.5) * half_step * separation * meeting.arm_shrinks * share;
    m.mean = Rate::rates(middle, arm_a - shorter, arm_b - shorter, t.radius, mean);
  } else {
    m.mean = m.now;
  }
  return m;
}

template <bool synchronised>
void put_motion(const Rate::Constants& c, Chunk& chunk, int i, const shape::Meeting<Pack>& meeting,
                const Rate::Velocities<Pack>& now, const Rate::Velocities<Pack>& mean) {
  put_touch(chunk, i, meeting);
  const SurfaceMotion m = surface_motion<synchronised>(c, chunk.step, meeting, now, mean);
  store(m.now.separation, chunk.separation + i), store(m.now.spin, chunk.spin + i);
  store3(m.now.slide, chunk.slide, i), store3(m.now.roll, chunk.roll, i);
  store3(m.lever, chunk.lever, i);
  if constexpr (synchronised) {
    store(m.mean.separation, chunk.mean_separation + i), store(m.mean.spin, chunk.mean_spin + i);
    store3(m.mean.slide, chunk.mean_slide, i), store3(m.mean.roll, chunk.mean_roll, i);
  }
}

}  // namespace scree::SCREE_ISA
