// Kinematics `rate` of spheres: relative velocities of the surfaces. by_velocity.h contains the loop.
#pragma once

#include "kernel/contact/touch.h"

namespace scree::SCREE_ISA {

/// Motion of the surfaces of a pack of contacts.
struct SurfaceMotion {
  Rate::Rates<Pack> now;    ///< at the time of the positions
  Rate::Rates<Pack> mean;   ///< over the step
  Vec3<Pack> arm_mismatch;  ///< see Chunk::arm_mismatch
};

/// The motion of the surfaces, given geometry and velocities. Without synchronised velocities, the means are the rates
/// now.
template <bool synchronised>
SurfaceMotion surface_motion(const Rate::Constants& c, double step, const shape::SphereContact<Pack>& contact_of_pair,
                             const Rate::Velocities<Pack>& now, const Rate::Velocities<Pack>& mean) {
  const auto& t = contact_of_pair.geometry;
  const Pack fraction(c.contact_fraction);
  const Pack arm_a =
      neg_mul_add(fraction, contact_of_pair.slip_arm_a - contact_of_pair.force_arm_a, contact_of_pair.slip_arm_a);
  const Pack arm_b =
      neg_mul_add(fraction, contact_of_pair.slip_arm_b - contact_of_pair.force_arm_b, contact_of_pair.slip_arm_b);
  SurfaceMotion m;
  m.now = Rate::rates(t.normal, arm_a, arm_b, t.radius, now);
  m.arm_mismatch =
      add_scaled((arm_a - contact_of_pair.force_arm_a) * now.spin_a, arm_b - contact_of_pair.force_arm_b, now.spin_b);
  if constexpr (synchronised) {
    // Springs advance by the mean motion of the step, which is computed in the geometry of the middle of the step: the
    // normal rotates by half of dn = v_t dt / r, and the arms change by a quarter of the change of the overlap. Without
    // this correction the springs, and with them the energies, would be of first order only.
    const Pack half_step(0.5 * step), separation = dot(mean.apart, t.normal);
    const Vec3<Pack> middle = sub_scaled(t.normal, half_step * contact_of_pair.inverse_distance,
                                         sub_scaled(mean.apart, separation, t.normal));
    const Pack shorter = Pack(0.5) * half_step * separation * contact_of_pair.arm_shrinks * fraction;
    m.mean = Rate::rates(middle, arm_a - shorter, arm_b - shorter, t.radius, mean);
  } else {
    m.mean = m.now;
  }
  return m;
}

template <bool synchronised>
void put_motion(const Rate::Constants& c, Chunk& chunk, int i, const shape::SphereContact<Pack>& contact_of_pair,
                const Rate::Velocities<Pack>& now, const Rate::Velocities<Pack>& mean) {
  put_touch(chunk, i, contact_of_pair);
  const SurfaceMotion m = surface_motion<synchronised>(c, chunk.step, contact_of_pair, now, mean);
  store(m.now.separation, chunk.separation + i), store(m.now.spin, chunk.spin + i);
  store3(m.now.slide, chunk.slide, i), store3(m.now.roll, chunk.roll, i);
  store3(m.arm_mismatch, chunk.arm_mismatch, i);
  if constexpr (synchronised) {
    store(m.mean.separation, chunk.mean_separation + i), store(m.mean.spin, chunk.mean_spin + i);
    store3(m.mean.slide, chunk.mean_slide, i), store3(m.mean.roll, chunk.mean_roll, i);
  }
}

}  // namespace scree::SCREE_ISA
