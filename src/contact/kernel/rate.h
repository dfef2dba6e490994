// Kinematics `rate` of spheres: relative velocities of the surfaces. The loop around it is in by_velocity.h.
#pragma once

#include "contact/kernel/touch.h"

namespace scree::SCREE_ISA {

/// Once the geometry and the velocities are there.
inline void put_motion(const Rate::Constants& c, Chunk& chunk, int i, const shape::Meeting<Pack>& meeting,
                       const Rate::Velocities<Pack>& now, const Rate::Velocities<Pack>& mean) {
  put_touch(chunk, i, meeting);
  const auto& t = meeting.touch;
  const Pack share(c.contact_share);
  const Pack arm_a = neg_mul_add(share, meeting.slip_arm_a - meeting.force_arm_a, meeting.slip_arm_a);
  const Pack arm_b = neg_mul_add(share, meeting.slip_arm_b - meeting.force_arm_b, meeting.slip_arm_b);
  const auto rates = Rate::rates(t.normal, arm_a, arm_b, t.radius, now);
  store(rates.separation, chunk.separation + i), store(rates.spin, chunk.spin + i);
  store3(rates.slide, chunk.slide, i), store3(rates.roll, chunk.roll, i);
  const Vec3<Pack> extra =
      add_scaled((arm_a - meeting.force_arm_a) * now.spin_a, arm_b - meeting.force_arm_b, now.spin_b);
  store3(extra, chunk.lever, i);
  if (chunk.synchronised) {
    // Springs advance by the mean motion of the step, so it is taken in the geometry of the middle of the step: the normal
    // turns by half of dn = v_t dt / r, and the arms change by a quarter of the overlap's change. Without this the springs,
    // and with them the energies, would be of first order only.
    const Pack half_step(0.5 * chunk.step), separation = dot(mean.apart, t.normal);
    const Vec3<Pack> middle = sub_scaled(t.normal, half_step * meeting.inverse_distance, sub_scaled(mean.apart, separation, t.normal));
    const Pack shorter = Pack(0.5) * half_step * separation * meeting.arm_shrinks * share;
    const auto means = Rate::rates(middle, arm_a - shorter, arm_b - shorter, t.radius, mean);
    store(means.separation, chunk.mean_separation + i), store(means.spin, chunk.mean_spin + i);
    store3(means.slide, chunk.mean_slide, i), store3(means.roll, chunk.mean_roll, i);
  }
}

}  // namespace scree::SCREE_ISA
