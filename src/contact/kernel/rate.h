// Kinematics `rate` of spheres: relative velocities of the surfaces.
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

SCREE_KERNEL inline std::uint32_t spheres_by_rate(const void* constants, const Scenery& world, Chunk& chunk, double*, std::size_t, std::uint32_t* ended) {
  const auto& c = *static_cast<const Rate::Constants*>(constants);
  chunk.tracked = false;
  std::uint32_t gone = 0;
  for (int i = 0; i < chunk.count; i += k_lanes) {
    // One body after the other: the addresses of eight fit in registers, those of sixteen do not.
    const auto a = body_rows<3>(numbers(world.bodies), k_body_stride, chunk.a + i);
    const auto b = body_rows<3>(numbers(world.bodies), k_body_stride, chunk.b + i);
    const Row xa = a[position_row], va = a[velocity_row], wa = a[spin_row];
    const Row xb = b[position_row], vb = b[velocity_row], wb = b[spin_row];
    const Vec3<Pack> d = apart(world, xa, xb, chunk.image + i);
    gone = append_ended(ended, gone, chunk, i, spheres_touch(norm2(d), xa.fourth + xb.fourth));
    const auto meeting = shape::spheres_meet(d, xa.fourth, xb.fourth, va.fourth, vb.fourth);
    const Rate::Velocities<Pack> mean{va.vector - vb.vector, wa.vector, wb.vector};
    if (!chunk.synchronised) {
      put_motion(c, chunk, i, meeting, mean, mean);
      continue;
    }
    const auto lead_a = body_rows<2>(numbers(world.leads), k_lead_stride, chunk.a + i);
    const auto lead_b = body_rows<2>(numbers(world.leads), k_lead_stride, chunk.b + i);
    put_motion(c, chunk, i, meeting,
               {mean.apart + (lead_a[0].vector - lead_b[0].vector), wa.vector + lead_a[1].vector, wb.vector + lead_b[1].vector}, mean);
  }
  return gone;
}

SCREE_KERNEL inline std::uint32_t planes_by_rate(const void* constants, const Scenery& world, Chunk& chunk, double*, std::size_t, std::uint32_t* ended) {
  const auto& c = *static_cast<const Rate::Constants*>(constants);
  chunk.tracked = false;
  std::uint32_t gone = 0;
  const Vec3<Pack> still{Pack(0.0), Pack(0.0), Pack(0.0)};
  for (int i = 0; i < chunk.count; i += k_lanes) {
    const auto a = body_rows<3>(numbers(world.bodies), k_body_stride, chunk.a + i);
    const Row x = a[position_row], v = a[velocity_row], w = a[spin_row];
    const auto wall = body_rows<3>(numbers(world.walls), contact::k_wall_stride, chunk.b + i);
    const Row point = wall[point_row], normal = wall[normal_row], wall_v = wall[wall_velocity_row];
    const Pack height = dot(x.vector - point.vector, normal.vector);
    gone = append_ended(ended, gone, chunk, i, plane_touches(height, x.fourth));
    const auto meeting = shape::sphere_meets_plane(height, normal.vector, x.fourth, v.fourth);
    const Rate::Velocities<Pack> mean{v.vector - wall_v.vector, w.vector, still};
    if (!chunk.synchronised) {
      put_motion(c, chunk, i, meeting, mean, mean);
      continue;
    }
    const auto lead = body_rows<2>(numbers(world.leads), k_lead_stride, chunk.a + i);
    put_motion(c, chunk, i, meeting, {mean.apart + lead[0].vector, w.vector + lead[1].vector, still}, mean);
  }
  return gone;
}

}  // namespace scree::SCREE_ISA
