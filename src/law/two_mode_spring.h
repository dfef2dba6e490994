// A spring with a static and a kinetic cap and a dashpot that acts in stick only: the common update of the Fang-Negrut
// laws, for vectors (slide, roll) and for scalars (spin).
//
//   h += dh                                  [FangNegrut2020, eq. 1a, 2a-2c, 3a-3d; fang-negrut.md, 1.2, A5-A7, P1, P2]
//   stick: if |h| > cap_s:  h is shortened to cap_s and the mode becomes slip
//   slip:  if |h| > cap_k:  h is shortened to cap_k; otherwise h is unchanged and the mode becomes stick
//   load = K h + [stick] D dh/dt                         with the mode after the update
//
// Only the elastic part is capped; the dashpot force of a sticking contact is added to it without bound (P1). There is
// one test per step: in the step in which a contact begins to slip |h| = cap_s, and from the next step on cap_k. With
// cap_s = cap_k the mode has no effect, and the law is that of Cundall and Strack.
//
// The history stores the mode as a number: 0 new contact, 1 stick, 2 slip. With `start` = "slip", a new contact stays
// new until its first non-zero increment; then its spring is set to cap_k along that increment, as if it had slipped
// before. No work was done for the energy of that spring; it is accounted once, as a negative slip loss. step = 0 is a
// set-up evaluation: the load follows from the unchanged history.
//
// Energy as in capped_spring.h: stored K/2 h.h; slip loss K/2 (h_old + h).(h* - h) with the trial h*; viscous loss
// D v.v dt in stick. With constant caps no step shorter than 2 cap_k creates energy: a negative loss requires that
// h_old points against h by more than cap_k, and then h* = h_old + dh lies beyond cap_k on the other side. Longer steps
// with cap_s > cap_k can create energy; this is an error of the trapezoidal rule, not of the friction law.
#pragma once

#include <array>
#include <cmath>

#include "law/contract.h"

namespace scree::law {

enum Start { start_stick, start_slip };
inline constexpr std::array<std::string_view, 2> k_start_choices = {"stick", "slip"};

template <class R>
R inner(const R& p, const R& q) {
  return p * q;
}
template <class R>
R inner(const Vec3<R>& p, const Vec3<R>& q) {
  return dot(p, q);
}

/// Energy that a stretched spring gains in a step because its stiffness increases by `growth`. No work is done for it,
/// so it is accounted as a negative loss. By the trapezoidal rule, work = 1/2 (K_old h_old + K h).dh; compared with a
/// constant K this changes the loss by -growth/2 h_old.(h_old + dh).
template <class R, class V>
R growth_energy(const R& growth, const V& before, const V& increment) {
  return R(0.5) * growth * inner(before, before + increment);
}

template <class R>
struct Caps {
  R at_rest, moving;  ///< static and kinetic limit of the spring's length [m] or [rad]
};

/// V is Vec3<R> or R.
template <class R, class V>
struct TwoModeSpring {
  V pull;  ///< K h + [stick] D rate; the load is -pull
  R stored, slip_loss, viscous_loss;
};

/// Advances the spring `h` and its `mode` by one step.
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

  const R slip_loss = select(moves, R(0.5) * stiffness * inner(before + h, trial - h), R(0.0));
  const R smallest =
      R(start == start_slip
            ? 0.5
            : -0.5);  // with start = "stick" a new contact (mode 0) has a dashpot, with "slip" it has none
  const R drag = select(both(mode > smallest, mode < R(1.5)), damping, R(0.0));
  return {stiffness * h + drag * rate, R(0.5) * stiffness * inner(h, h), slip_loss, drag * inner(rate, rate) * step};
}

/// Slide stretch and mode. Exchanging a and b changes the sign of the stretch.
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

/// Dashpot of a two-mode law: a given coefficient, or 2 ratio sqrt(m K), with m a mass or a moment of inertia.
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

/// The common fields of the three Fang-Negrut laws, for a Params with static_coefficient, kinetic_coefficient and
/// start.
template <class P>
constexpr std::array<Field<P>, 3> two_mode_fields() {
  return {{{.name = "static_coefficient",
            .member = &P::static_coefficient,
            .unit = "1",
            .range = Range::not_negative,
            .not_below = "kinetic_coefficient",
            .description = "limit of the elastic sliding force / normal force in stick"},
           {.name = "kinetic_coefficient",
            .member = &P::kinetic_coefficient,
            .unit = "1",
            .range = Range::not_negative,
            .description = "the same limit in slip"},
           {.name = "start",
            .member = &P::start,
            .unit = "",
            .need = Need::optional,
            .default_value = start_stick,
            .choices = k_start_choices,
            .description = "initial state of a new contact: stick, with an unstretched spring; slip, with a saturated "
                           "spring along the "
                           "first motion"}}};
}

}  // namespace scree::law
