// Kinematics of spheres that read velocities and remember nothing, `rate` and `increment`: the loops around put_motion,
// written once.
#pragma once

#include <type_traits>

#include "kernel/contact/increment.h"
#include "kernel/contact/rate.h"

namespace scree::SCREE_ISA {

/// A pack of contacts as the bodies have it.
struct Met {
  shape::Meeting<Pack> meeting;
  Rate::Velocities<Pack> now, mean;  ///< at the time of the positions, and over the step
  Mask touch;
};

struct SpheresMeet {
  template <bool synchronised>
  static Met at(const Scenery& world, const Chunk& chunk, int i) {
    // x and v of a against b, beside them the sums of radii and of inverse masses; spins, beside them the radii.
    auto [x, v, wa, wb] = load_two(bodies_at(world, chunk.a + i), bodies_at(world, chunk.b + i));
    const Vec3<Pack> d = through_image(world, x.vector, chunk.image + i);
    Met m{shape::spheres_meet(d, wa.fourth, wb.fourth, shape::SphereSums<Pack>{x.fourth, v.fourth}),
          {},
          {with_strain(world, v.vector, d), wa.vector, wb.vector},
          spheres_touch(norm2(d), x.fourth)};
    m.now = m.mean;
    if constexpr (synchronised) {
      LaneLines lead_a = leads_at(world, chunk.a + i), lead_b = leads_at(world, chunk.b + i);
      m.now = {m.mean.apart + (load_row(lead_a, velocity_lead).vector - load_row(lead_b, velocity_lead).vector),
               wa.vector + load_row(lead_a, spin_lead).vector, wb.vector + load_row(lead_b, spin_lead).vector};
    }
    return m;
  }
};

struct PlanesMeet {
  template <bool synchronised>
  static Met at(const Scenery& world, const Chunk& chunk, int i) {
    const Vec3<Pack> still{Pack(0.0), Pack(0.0), Pack(0.0)};
    auto [x, v, w] = load_three(bodies_at(world, chunk.a + i));
    auto [point, normal, wall_v] = load_three(walls_at(world, chunk.b + i));
    const Pack height = dot(x.vector - point.vector, normal.vector);
    Met m{shape::sphere_meets_plane(height, normal.vector, x.fourth, v.fourth),
          {},
          {v.vector - wall_v.vector, w.vector, still},
          plane_touches(height, x.fourth)};
    m.now = m.mean;
    if constexpr (synchronised) {
      LaneLines lead = leads_at(world, chunk.a + i);
      m.now = {m.mean.apart + load_row(lead, velocity_lead).vector, w.vector + load_row(lead, spin_lead).vector, still};
    }
    return m;
  }
};

template <class Meet, class Law>
SCREE_KERNEL
std::uint32_t by_velocity(const void* constants, const Scenery& world, Chunk& chunk, double*, std::size_t,
                          std::uint32_t* ended) {
  const auto& c = *static_cast<const typename Law::Constants*>(constants);
  chunk.tracked = false, chunk.means = chunk.synchronised || std::is_same_v<Law, Increment>;
  const auto loop = [&]<bool synchronised>() {
    std::uint32_t gone = 0;
    for (int i = 0; i < chunk.count; i += k_lanes) {
      Met m = Meet::template at<synchronised>(world, chunk, i);
      gone = append_ended(ended, gone, chunk, i, m.touch);
      put_motion<synchronised>(c, chunk, i, m.meeting, m.now, m.mean);
    }
    return gone;
  };
  return chunk.synchronised ? loop.template operator()<true>() : loop.template operator()<false>();
}

}  // namespace scree::SCREE_ISA
