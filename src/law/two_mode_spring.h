// A spring with two caps and a dashpot that acts in stick only: the common heart of the Fang-Negrut laws, written once
// for vectors (slide, roll) and for scalars (spin).
//
//   h += dh                                  [FangNegrut2020, eq. 1a, 2a-2c, 3a-3d; fang-negrut.md, 1.2, A5-A7, P1, P2]
//   stick: if |h| > cap_s:  h is cut to cap_s and the mode is slip
//   slip:  if |h| > cap_k:  h is cut to cap_k; else h is left alone and the mode is stick
//   load = K h + [stick] D dh/dt                         with the mode after the update
//
// Only the elastic part is capped; the dashpot of a sticking contact adds to it without bound (P1). There is one test a
// step: what trips holds cap_s in that step and drops to cap_k in the next. With cap_s = cap_k the mode has no memory,
// and the law is the one of Cundall and Strack.
//
// Modes are numbers in a history: 0 new contact, 1 stick, 2 slip. With `start` = "slip" a new contact waits for its
// first increment, and then its spring is set to cap_k along it: as if it had slipped before (the energy of that spring
// comes from nowhere and is booked as a negative loss, once). step = 0 is a set-up evaluation: load from the history as
// it is, nothing changes.
//
// Energy as in capped_spring.h: stored K/2 h.h, lost K/2 (h_old + h).(h* - h) with h* the trial, dragged D v.v dt in
// stick. Under constant caps no step of less than 2 cap_k creates energy: to lose less than nothing, h_old must point
// against h by more than cap_k, and h* = h_old + dh lies beyond cap_k on the other side. Longer steps with cap_s >
// cap_k may; that is the trapezoid's fault, not friction's.
#pragma once

#include <array>
#include <cmath>

#include "law/contract.h"

namespace scree::law {

enum Start { start_stick, start_slip };
inline constexpr std::array<std::string_view, 2> k_start_words = {"stick", "slip"};

template <class R>
R inner(const R& p, const R& q) {
  return p * q;
}
template <class R>
R inner(const Vec3<R>& p, const Vec3<R>& q) {
  return dot(p, q);
}

/// What a spring gains in a step because its stiffness grew by `growth` while it was wound: nobody worked for it, so it
/// is a negative loss. By the trapezoid, work = 1/2 (K_old h_old + K h).dh; against constant K that is -growth/2
/// h_old.(h_old + dh) of loss.
template <class R, class V>
R unearned(const R& growth, const V& before, const V& increment) {
  return R(0.5) * growth * inner(before, before + increment);
}

template <class R>
struct Caps {
  R at_rest, moving;  ///< of the spring's length: static and kinetic, [m] or [rad]
};

/// V is Vec3<R> or R itself.
template <class R, class V>
struct TwoModeSpring {
  V pull;  ///< K h + [stick] D rate: minus the load
  R stored, lost, dragged;
};

/// Advance the spring `h` and its `mode` by one step.
template <class R, class V>
TwoModeSpring<R, V> advance_two_mode_spring(V& h, R& mode, int start, const R& stiffness, const R& damping,
                                            const Caps<R>& caps, const V& rate, const V& increment, const R& step) {
  const V before = h;
  const V trial = before + increment;
  const R cap = select(mode > R(1.5), caps.moving, caps.at_rest);
  const R size2 = inner(trial, trial);
  const auto over = size2 > cap * cap;
  V set = trial;
  if (any(over)) set = select(over, (cap / sqrt(size2)) * trial, trial);
  R next = select(over, R(k_slip), R(k_stick));
  if (start == start_slip) {
    const R length2 = inner(increment, increment);
    const auto is_new = mode < R(0.5);
    const auto launched = both(is_new, length2 > R(0.0));
    set = select(launched, (caps.moving / sqrt(length2)) * increment, set);
    next = select(launched, R(k_slip), select(is_new, mode, next));
  }
  const auto moves = step > R(0.0);
  h = select(moves, set, before);
  mode = select(moves, next, mode);

  const R lost = select(moves, R(0.5) * stiffness * inner(before + h, trial - h), R(0.0));
  const R least = R(start == start_slip ? 0.5 : -0.5);  // a new contact sticks, or does not yet
  const R drag = select(both(mode > least, mode < R(1.5)), damping, R(0.0));
  return {stiffness * h + drag * rate, R(0.5) * stiffness * inner(h, h), lost, drag * inner(rate, rate) * step};
}

/// Stretch between two surfaces, and its mode. a <-> b turns it round.
template <class R>
struct StretchAndMode {
  static constexpr int size = 4;
  Vec3<R> stretch{};
  R mode{};
  template <class F>
  void each(F f) {
    f(stretch.x), f(stretch.y), f(stretch.z), f(mode);
  }
  template <class F>
  void vectors(F f) {
    f(stretch);
  }
  void swap_roles() { stretch = -stretch; }
};

/// Dashpot of a two-mode law: by hand, or 2 ratio sqrt(m K), where m is a mass or a moment of inertia.
struct RatioDamping {
  double fixed = 0.0;        ///< [kg/s] or [N m s]
  double twice_ratio = 0.0;  ///< [1]

  template <class R>
  R at(const R& inertia, const R& stiffness) const {
    return mul_add(R(twice_ratio), sqrt(inertia * stiffness), R(fixed));
  }
};
template <class P>
RatioDamping ratio_damping(const P& p) {
  if (is_set(p.damping)) return {p.damping, 0.0};
  return {0.0, 2.0 * (is_set(p.damping_ratio) ? p.damping_ratio : 1.0)};
}

/// The fields that the three Fang-Negrut laws share, for a Params with static_coefficient, kinetic_coefficient and
/// start.
template <class P>
constexpr std::array<Field<P>, 3> two_mode_fields() {
  return {{{.name = "static_coefficient",
            .member = &P::static_coefficient,
            .unit = "1",
            .range = Range::not_negative,
            .not_below = "kinetic_coefficient",
            .says = "limit of the elastic sliding force / normal force in stick"},
           {.name = "kinetic_coefficient",
            .member = &P::kinetic_coefficient,
            .unit = "1",
            .range = Range::not_negative,
            .says = "the same limit in slip"},
           {.name = "start",
            .member = &P::start,
            .unit = "",
            .need = Need::optional,
            .preset = start_stick,
            .words = k_start_words,
            .says = "how a new contact begins: stick, with a slack spring; slip, with a saturated one along the first "
                    "motion"}}};
}

}  // namespace scree::law
