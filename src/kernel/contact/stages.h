// The stages normal, slide, roll and spin over a chunk: the loops around the laws, written once for all laws.
#pragma once

#include "base/prefetch.h"
#include "kernel/contact/rows.h"

namespace scree::SCREE_ISA {

inline law::ContactGeometry<Pack> touch_at(const Chunk& c, int i) {
  return {{load(c.nx + i), load(c.ny + i), load(c.nz + i)},
          load(c.overlap + i),
          load(c.radius + i),
          load(c.smaller_radius + i),
          load(c.mass + i),
          load(c.curvature_a + i),
          load(c.curvature_b + i),
          load(c.pair_mass + i),
          load(c.roll_inertia + i),
          load(c.spin_inertia + i)};
}
inline law::Motion<Pack> motion_at(const Chunk& c, int i) {
  const Pack step(c.step), per_step(c.step > 0.0 ? 1.0 / c.step : 0.0);
  return {load(c.separation + i),
          step * load((c.synchronised ? c.mean_separation : c.separation) + i),
          load3(c.slide, i),
          step * load3(c.means ? c.mean_slide : c.slide, i),
          load3(c.roll, i),
          step * load3(c.means ? c.mean_roll : c.roll, i),
          load(c.spin + i),
          step * load((c.means ? c.mean_spin : c.spin) + i),
          step,
          load3(c.path_a, i),
          load3(c.path_b, i),
          per_step * load3(c.path_a, i),
          per_step * load3(c.path_b, i)};
}
inline law::NormalLoad<Pack> pressed_at(const Chunk& c, int i) {
  return {load(c.force + i), load(c.magnitude + i), load(c.damping + i), Pack(0.0), Pack(0.0), Pack(0.0)};
}

/// Sums of one stage over the valid lanes of a chunk; stored energies only if Chunk::stored is set.
struct Sum {
  Sum(const Chunk& c, const TallyLanes& tally, contact::Stage stage)
      : with_stored(c.stored),
        stored(load(tally.stored[stage])),
        slip_loss(load(tally.slip_loss[stage])),
        viscous_loss(load(tally.viscous_loss[stage])) {}
  // `left`: number of contacts from here to the end of the chunk
  void add(int left, const Pack& s, const Pack& l, const Pack& d) {
    if (left >= k_lanes) [[likely]] {
      if (with_stored) stored = stored + s;
      slip_loss = slip_loss + l, viscous_loss = viscous_loss + d;
    } else {
      const Mask live = first_lanes(left);
      if (with_stored) stored = stored + select(live, s, Pack(0.0));
      slip_loss = slip_loss + select(live, l, Pack(0.0));
      viscous_loss = viscous_loss + select(live, d, Pack(0.0));
    }
  }
  void put(TallyLanes& tally, contact::Stage stage) const {
    store(stored, tally.stored[stage]), store(slip_loss, tally.slip_loss[stage]),
        store(viscous_loss, tally.viscous_loss[stage]);
  }

  bool with_stored;
  Pack stored, slip_loss, viscous_loss;
};

template <class L>
SCREE_KERNEL
void press(const void* constants, Chunk& c, double*, std::size_t, TallyLanes& tally) {
  const auto& k = *static_cast<const typename L::Constants*>(constants);
  Sum energy(c, tally, contact::normal_stage);
  for (int i = 0; i < c.count; i += k_lanes) {
    const auto normal_load = L::respond(k, touch_at(c, i), motion_at(c, i));
    store(normal_load.force, c.force + i), store(normal_load.magnitude, c.magnitude + i),
        store(normal_load.damping, c.damping + i), store(normal_load.elastic, c.elastic + i);
    energy.add(c.count - i, normal_load.stored, Pack(0.0), normal_load.viscous_loss);
  }
  energy.put(tally, contact::normal_stage);
}

/// Histories are the largest part of the data that a step of a large world reads. Those of contacts k_ahead further on
/// are prefetched line by line during the computation: prefetching a whole chunk at once was slower than no prefetch
/// (docs/decisions/prefetch.md). Prefetches behind the end of a column have no effect.
template <class H>
H load_history(const double* columns, std::size_t stride, int i) {
  H history;
  std::size_t k = 0;
  history.each([&](auto& x) {
    const double* column = columns + stride * k++;
    x = load(column + i);
    if (i % contact::k_line_numbers == 0) prefetch_read(column + i + contact::k_ahead);
  });
  return history;
}
template <class H>
void store_history(H& history, double* columns, std::size_t stride, int i) {
  std::size_t k = 0;
  history.each([&](auto& x) { store(x, columns + stride * k++ + i); });
}

/// Load a history from its columns, rotate its vectors with the bodies if the kinematics is `tracked`, run f on it, and
/// store it.
template <class H, class F>
auto with_history(const Chunk& c, double* columns, std::size_t stride, int i, F f) {
  H history = load_history<H>(columns, stride, i);
  if (c.tracked && c.step > 0.0) {
    const law::kinematics::Carry<Pack> carry{{load(c.turn[0] + i), load3(c.turn + 1, i)},
                                             load3(c.lean, i),
                                             {load(c.nx + i), load(c.ny + i), load(c.nz + i)}};
    history.vectors([&](auto& x) { x = carry(x); });
  }
  const auto result = f(history);
  store_history(history, columns, stride, i);
  return result;
}

/// Laws whose stiffness depends on the contact patch compute dissipation as a difference of energies, which in stick
/// leaves a rounding error.
inline constexpr double k_no_loss = 1e-12;  // fraction of the stored energy

/// Marks contacts that slip, for outputs: those whose law stores the mode slip, or whose load would be capped if the
/// motion of this step continued for one more step. The overlap is kept constant, so that the change of a spring with
/// its contact patch does not count as slip. Runs after the stage, on copies of the new histories.
template <class L>
__attribute__((noinline)) SCREE_KERNEL
void note_slips(const typename L::Constants& k, Chunk& c, const double* columns, std::size_t stride,
                contact::Stage stage) {
  using H = typename L::template History<Pack>;
  const auto flags = [](const Mask& slips) { return select(slips, Pack(1.0), Pack(0.0)); };
  for (int i = 0; i < c.count; i += k_lanes) {
    H history = load_history<H>(columns, stride, i);
    law::Motion<Pack> motion = motion_at(c, i);
    motion.separation_step = Pack(0.0);
    Pack slips;
    if constexpr (law::KeepsMode<L>) {
      slips = flags(L::mode(history) > Pack(0.5 * (law::k_stick + law::k_slip)));
    } else if constexpr (H::size > 0) {
      const auto next = L::respond(k, touch_at(c, i), motion, pressed_at(c, i), history);
      slips = flags(abs(next.slip_loss) > Pack(k_no_loss) * next.stored);
    } else {  // without a spring, every motion is slip
      const Pack rate2 = stage == contact::slide_stage  ? norm2(motion.slide_rate)
                         : stage == contact::roll_stage ? norm2(motion.roll_rate)
                                                        : motion.spin_rate * motion.spin_rate;
      slips = flags(rate2 > Pack(0.0));
    }
    store(slips, c.slips[stage] + i);
  }
}

template <class L>
SCREE_KERNEL
void slide(const void* constants, Chunk& c, double* columns, std::size_t stride, TallyLanes& tally) {
  const auto& k = *static_cast<const typename L::Constants*>(constants);
  Sum energy(c, tally, contact::slide_stage);
  for (int i = 0; i < c.count; i += k_lanes) {
    const auto slid = with_history<typename L::template History<Pack>>(c, columns, stride, i, [&](auto& history) {
      return L::respond(k, touch_at(c, i), motion_at(c, i), pressed_at(c, i), history);
    });
    store3(slid.force, c.friction, i);
    energy.add(c.count - i, slid.stored, slid.slip_loss, slid.viscous_loss);
  }
  if (c.recorded) note_slips<L>(k, c, columns, stride, contact::slide_stage);
  energy.put(tally, contact::slide_stage);
}

template <class L>
SCREE_KERNEL
void roll(const void* constants, Chunk& c, double* columns, std::size_t stride, TallyLanes& tally) {
  const auto& k = *static_cast<const typename L::Constants*>(constants);
  c.each = law::FrictionLaw<L, law::RollLoads<double>>;
  Sum energy(c, tally, contact::roll_stage);
  for (int i = 0; i < c.count; i += k_lanes) {
    const auto rolled = with_history<typename L::template History<Pack>>(c, columns, stride, i, [&](auto& history) {
      return L::respond(k, touch_at(c, i), motion_at(c, i), pressed_at(c, i), history);
    });
    if constexpr (requires { rolled.torque_b; })
      store3(rolled.torque_a, c.torque, i), store3(-rolled.torque_b, c.counter, i);
    else
      store3(rolled.torque, c.torque, i);
    energy.add(c.count - i, rolled.stored, rolled.slip_loss, rolled.viscous_loss);
  }
  if (c.recorded) note_slips<L>(k, c, columns, stride, contact::roll_stage);
  energy.put(tally, contact::roll_stage);
}

/// Spin is the last stage and adds to the torque of rolling.
template <class L>
SCREE_KERNEL
void spin(const void* constants, Chunk& c, double* columns, std::size_t stride, TallyLanes& tally) {
  const auto& k = *static_cast<const typename L::Constants*>(constants);
  Sum energy(c, tally, contact::spin_stage);
  for (int i = 0; i < c.count; i += k_lanes) {
    const auto geometry = touch_at(c, i);
    const auto spun = with_history<typename L::template History<Pack>>(c, columns, stride, i, [&](auto& history) {
      return L::respond(k, geometry, motion_at(c, i), pressed_at(c, i), history);
    });
    store(spun.torque, c.spin_torque + i);
    store3(add_scaled(load3(c.torque, i), spun.torque, geometry.normal), c.torque, i);
    if (c.each) store3(add_scaled(load3(c.counter, i), spun.torque, geometry.normal), c.counter, i);
    energy.add(c.count - i, spun.stored, spun.slip_loss, spun.viscous_loss);
  }
  if (c.recorded) note_slips<L>(k, c, columns, stride, contact::spin_stage);
  energy.put(tally, contact::spin_stage);
}

}  // namespace scree::SCREE_ISA
