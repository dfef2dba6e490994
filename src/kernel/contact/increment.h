// Kinematics `increment` of spheres: rates as in `rate`, slip from the finite motion of the step. by_velocity.h
// contains the loop.
#pragma once

#include "kernel/contact/touch.h"
#include "law/kinematics/increment.h"

namespace scree::SCREE_ISA {

using law::kinematics::Increment;

/// Writes the motion of a pack of contacts, given geometry and velocities. The means are written for every stepper,
/// since the slip of a step is not rate x step.
template <bool>
void put_motion(const Increment::Constants& c, Chunk& chunk, int i, shape::SphereContact<Pack> contact_of_pair,
                const Rate::Velocities<Pack>& now, const Rate::Velocities<Pack>& mean) {
  const Pack fraction(c.contact_fraction), zero(0.0);
  contact_of_pair.force_arm_a =
      neg_mul_add(fraction, contact_of_pair.slip_arm_a - contact_of_pair.force_arm_a, contact_of_pair.slip_arm_a);
  contact_of_pair.force_arm_b =
      neg_mul_add(fraction, contact_of_pair.slip_arm_b - contact_of_pair.force_arm_b, contact_of_pair.slip_arm_b);
  put_touch(chunk, i, contact_of_pair);
  const auto& t = contact_of_pair.geometry;
  const auto rates = Rate::rates(t.normal, contact_of_pair.force_arm_a, contact_of_pair.force_arm_b, t.radius, now);
  store(rates.separation, chunk.separation + i), store(rates.spin, chunk.spin + i);
  store3(rates.slide, chunk.slide, i), store3(rates.roll, chunk.roll, i);
  store3(Vec3<Pack>{zero, zero, zero}, chunk.arm_mismatch, i);
  const auto means = Rate::rates(t.normal, contact_of_pair.force_arm_a, contact_of_pair.force_arm_b, t.radius, mean);
  store(means.separation, chunk.mean_separation + i), store(means.spin, chunk.mean_spin + i);
  store3(Increment::slide(t.normal, contact_of_pair.force_arm_a, contact_of_pair.force_arm_b, mean, Pack(chunk.step)),
         chunk.mean_slide, i);
  store3(means.roll, chunk.mean_roll, i);
}

}  // namespace scree::SCREE_ISA
