// Sliding friction: a spring and a dashpot in parallel in the tangent plane, with the total force capped at mu |F_n|.
//
//   trial   F* = -k s* - c v,  s* = (s turned into the current tangent plane, its length kept) + slide_step
//   stick   if |F*| <= mu |F_n|:  F = F*,  s = s*
//   slip    otherwise:            F = mu |F_n| F*/|F*|,  and s is set such that F = -k s - c v
//
// s [m] is the spring stretch (the history), v [m/s] the slip velocity, k [N/m] `stiffness`, c [kg/s] the dashpot
// coefficient, mu `coefficient`, F_n the normal force including its dashpot. F acts on body a. law/capped_spring.h
// implements this update and derives its energy balance; the roll law `spring` uses it as well.
// [Santos2020, eq. 1c, 3b as corrected in santos.md, S2-S4, S9, S11; LAMMPS tangential linear_history;
// CundallStrack1979]. Labels S are those of docs/specs/santos.md.
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
  static constexpr std::string_view creates_energy = k_dashpot_creates_energy;

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
                  .description = "tangential spring constant"},
                 {.name = "coefficient",
                  .member = &Params::coefficient,
                  .unit = "1",
                  .range = Range::not_negative,
                  .description = "limit of the friction force / normal force; one coefficient for stick and slip"},
             }},
             tangent_damping_fields<Params>());

  struct Constants {
    double stiffness, inverse_stiffness, mu;  ///< k [N/m], 1/k [m/N], mu [1]
    TangentDamping damping;                   ///< c = damping.at(geometry, normal_load) [kg/s]
  };
  static Constants prepare(const Params& p) {
    return {p.stiffness, 1.0 / p.stiffness, p.coefficient, tangent_damping(p)};
  }
  static Params preset(const GrainContact& g) {
    return {.stiffness = g.slide_stiffness, .coefficient = g.grain.friction, .damping_of_normal = 0.5};
  }

  /// For rigid contacts: the same coefficient in stick and in slip.
  static SlideLimit rigid_limit(const Params& p) { return {p.coefficient, p.coefficient}; }

  /// The stretch s; it changes its sign when a and b are exchanged.
  template <class R>
  using History = StretchHistory<R, -1>;

  template <class R>
  static SlideLoad<R> respond(const Constants& c, const ContactGeometry<R>& geometry, const Motion<R>& motion,
                              const NormalLoad<R>& normal_load, History<R>& history) {
    const auto spring = advance_capped_spring(history.stretch, R(c.stiffness), R(c.inverse_stiffness),
                                              c.damping.at(geometry, normal_load), R(c.mu) * normal_load.magnitude,
                                              geometry.normal, motion.slide_rate, motion.slide_step, motion.step);
    return {spring.load, spring.stored, spring.slip_loss, spring.viscous_loss};
  }
  template <class R>
  static R stored(const Constants& c, const ContactGeometry<R>&, const History<R>& history) {
    return R(0.5 * c.stiffness) * norm2(history.stretch);
  }
  static SpringState spring(const Constants&, const History<double>& history) { return {.stretch = history.stretch}; }
  static Linear linear(const Constants& c, const ContactGeometry<double>& geometry,
                       const NormalLoad<double>& normal_load) {
    return {c.stiffness, c.damping.at(geometry, normal_load)};
  }
};

}  // namespace scree::law::slide
