// Sliding friction: a spring and dashpot in the tangent plane, capped at mu |F_n|.
// [Santos2020, eq. 1c, 3b as corrected in santos.md, S2-S4, S9, S11; LAMMPS tangential linear_history;
// CundallStrack1979]
#pragma once

#include "law/capped_spring.h"
#include "law/damping.h"
#include "law/rigid.h"

namespace scree::law::slide {

struct CoulombSpring {
  static constexpr std::string_view name = "coulomb-spring";
  static constexpr std::string_view source = "Santos2020 eq. 1c; CundallStrack1979; LAMMPS tangential linear_history";
  static constexpr std::string_view equation =
      "F = -stiffness s - c v,  |F| <= coefficient N,  in slip s follows from F\n"
      "c = damping, damping_by_mass m, or damping_of_normal c_n";
  static constexpr std::string_view creates_energy = k_wound_by_dashpot;

  struct Params {
    double stiffness = k_unset, coefficient = k_unset, damping = k_unset, damping_by_mass = k_unset,
           damping_of_normal = k_unset;
  };
  static constexpr auto fields =
      joined(std::array<Field<Params>, 2>{{
                 {.name = "stiffness",
                  .member = &Params::stiffness,
                  .unit = "N/m",
                  .range = Range::positive,
                  .says = "tangential spring constant"},
                 {.name = "coefficient",
                  .member = &Params::coefficient,
                  .unit = "1",
                  .range = Range::not_negative,
                  .says = "friction force limit / normal force; this law has one coefficient for stick and slip"},
             }},
             tangent_damping_fields<Params>());

  struct Constants {
    double stiffness, inverse_stiffness, mu;
    TangentDamping damping;
  };
  static Constants prepare(const Params& p) {
    return {p.stiffness, 1.0 / p.stiffness, p.coefficient, tangent_damping(p)};
  }
  static Params preset(const GrainContact& g) {
    return {.stiffness = g.slide_stiffness, .coefficient = g.grain.friction, .damping_of_normal = 0.5};
  }

  static SlideLimit rigid_limit(const Params& p) { return {p.coefficient, p.coefficient}; }

  template <class R>
  using History = StretchHistory<R, -1>;

  template <class R>
  static Slid<R> respond(const Constants& c, const Touch<R>& touch, const Motion<R>& motion, const Pressed<R>& pressed,
                         History<R>& history) {
    const auto spring = advance_capped_spring(history.stretch, R(c.stiffness), R(c.inverse_stiffness),
                                              c.damping.at(touch, pressed), R(c.mu) * pressed.magnitude, touch.normal,
                                              motion.slide_rate, motion.slide_step, motion.step);
    return {spring.load, spring.stored, spring.lost, spring.dragged};
  }
  template <class R>
  static R stored(const Constants& c, const Touch<R>&, const History<R>& history) {
    return R(0.5 * c.stiffness) * norm2(history.stretch);
  }
  static SpringState spring(const Constants&, const History<double>& history) { return {.stretch = history.stretch}; }
  static Linear linear(const Constants& c, const Touch<double>& touch, const Pressed<double>& pressed) {
    return {c.stiffness, c.damping.at(touch, pressed)};
  }
};

}  // namespace scree::law::slide
