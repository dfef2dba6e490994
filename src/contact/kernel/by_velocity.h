// Kinematics of spheres that read velocities and remember nothing, `rate` and `increment`: the loops around put_motion, written once.
#pragma once

#include <type_traits>

#include "contact/kernel/increment.h"
#include "contact/kernel/rate.h"

namespace scree::SCREE_ISA {

template <class Law>
SCREE_KERNEL std::uint32_t spheres_by_velocity(const void* constants, const Scenery& world, Chunk& chunk, double*, std::size_t, std::uint32_t* ended) {
  const auto& c = *static_cast<const typename Law::Constants*>(constants);
  chunk.tracked = false, chunk.means = chunk.synchronised || std::is_same_v<Law, Increment>;
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

template <class Law>
SCREE_KERNEL std::uint32_t planes_by_velocity(const void* constants, const Scenery& world, Chunk& chunk, double*, std::size_t, std::uint32_t* ended) {
  const auto& c = *static_cast<const typename Law::Constants*>(constants);
  chunk.tracked = false, chunk.means = chunk.synchronised || std::is_same_v<Law, Increment>;
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
