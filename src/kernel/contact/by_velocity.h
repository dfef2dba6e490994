// Kinematics of spheres that need velocities only and no history, `rate` and `increment`: the common loop around
// put_motion.
#pragma once

#include <type_traits>

#include "kernel/contact/increment.h"
#include "kernel/contact/rate.h"

namespace scree::SCREE_ISA {

/// Geometry and motion of a pack of contacts, as read from the bodies.
struct PairState {
  shape::SphereContact<Pack> contact_of_pair;
  Rate::Velocities<Pack> now, mean;  ///< at the time of the positions, and over the step
  Mask touching;
};

struct SpherePairs {
  template <bool synchronised>
  static PairState at(const KernelInputs& world, const Chunk& chunk, int i) {
    // x and v of a relative to b, with the sums of radii and of inverse masses as fourth numbers; spins with the radii.
    auto [x, v, wa, wb] = load_two(bodies_at(world, chunk.a + i), bodies_at(world, chunk.b + i));
    const Vec3<Pack> d = through_image(world, x.vector, chunk.image + i);
    PairState m{shape::spheres_meet(d, wa.fourth, wb.fourth, shape::SphereSums<Pack>{x.fourth, v.fourth}),
                {},
                {with_strain(world, v.vector, d), wa.vector, wb.vector},
                spheres_touch(norm2(d), x.fourth)};
    m.now = m.mean;
    if constexpr (synchronised) {
      LaneLines prediction_a = predictions_at(world, chunk.a + i), prediction_b = predictions_at(world, chunk.b + i);
      m.now = {
          m.mean.apart + (load_row(prediction_a, velocity_gain).vector - load_row(prediction_b, velocity_gain).vector),
          wa.vector + load_row(prediction_a, spin_gain).vector, wb.vector + load_row(prediction_b, spin_gain).vector};
    }
    return m;
  }
};

struct PlanePairs {
  template <bool synchronised>
  static PairState at(const KernelInputs& world, const Chunk& chunk, int i) {
    const Vec3<Pack> still{Pack(0.0), Pack(0.0), Pack(0.0)};
    auto [x, v, w] = load_three(bodies_at(world, chunk.a + i));
    auto [point, normal, wall_v] = load_three(walls_at(world, chunk.b + i));
    const Pack height = dot(x.vector - point.vector, normal.vector);
    PairState m{shape::sphere_meets_plane(height, normal.vector, x.fourth, v.fourth),
                {},
                {v.vector - wall_v.vector, w.vector, still},
                plane_touches(height, x.fourth)};
    m.now = m.mean;
    if constexpr (synchronised) {
      LaneLines prediction = predictions_at(world, chunk.a + i);
      m.now = {m.mean.apart + load_row(prediction, velocity_gain).vector,
               w.vector + load_row(prediction, spin_gain).vector, still};
    }
    return m;
  }
};

template <class Pairs, class Law>
SCREE_KERNEL
std::uint32_t by_velocity(const void* constants, const KernelInputs& world, Chunk& chunk, double*, std::size_t,
                          std::uint32_t* ended) {
  const auto& c = *static_cast<const typename Law::Constants*>(constants);
  chunk.tracked = false, chunk.means = chunk.synchronised || std::is_same_v<Law, Increment>;
  const auto loop = [&]<bool synchronised>() {
    std::uint32_t gone = 0;
    for (int i = 0; i < chunk.count; i += k_lanes) {
      PairState m = Pairs::template at<synchronised>(world, chunk, i);
      gone = append_ended(ended, gone, chunk, i, m.touching);
      put_motion<synchronised>(c, chunk, i, m.contact_of_pair, m.now, m.mean);
    }
    return gone;
  };
  return chunk.synchronised ? loop.template operator()<true>() : loop.template operator()<false>();
}

}  // namespace scree::SCREE_ISA
