// Kinematics `increment` of spheres: rates as in `rate`, slip by the finite motion of the step. The loop around it is
// in by_velocity.h.
#pragma once

#include "kernel/contact/touch.h"
#include "law/kinematics/increment.h"

namespace scree::SCREE_ISA {

using law::kinematics::Increment;

/// Once the geometry and the velocities are there. The means are written whatever the stepper, since the slip of a step
/// is not rate x step.
template <bool>
void put_motion(const Increment::Constants& c, Chunk& chunk, int i, shape::Meeting<Pack> meeting,
                const Rate::Velocities<Pack>& now, const Rate::Velocities<Pack>& mean) {
  const Pack share(c.contact_share), zero(0.0);
  meeting.force_arm_a = neg_mul_add(share, meeting.slip_arm_a - meeting.force_arm_a, meeting.slip_arm_a);
  meeting.force_arm_b = neg_mul_add(share, meeting.slip_arm_b - meeting.force_arm_b, meeting.slip_arm_b);
  put_touch(chunk, i, meeting);
  const auto& t = meeting.touch;
  const auto rates = Rate::rates(t.normal, meeting.force_arm_a, meeting.force_arm_b, t.radius, now);
  store(rates.separation, chunk.separation + i), store(rates.spin, chunk.spin + i);
  store3(rates.slide, chunk.slide, i), store3(rates.roll, chunk.roll, i);
  store3(Vec3<Pack>{zero, zero, zero}, chunk.lever, i);
  const auto means = Rate::rates(t.normal, meeting.force_arm_a, meeting.force_arm_b, t.radius, mean);
  store(means.separation, chunk.mean_separation + i), store(means.spin, chunk.mean_spin + i);
  store3(Increment::slide(t.normal, meeting.force_arm_a, meeting.force_arm_b, mean, Pack(chunk.step)), chunk.mean_slide,
         i);
  store3(means.roll, chunk.mean_roll, i);
}

}  // namespace scree::SCREE_ISA
