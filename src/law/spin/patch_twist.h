// A torsion spring from sliding friction spread over the contact patch of radius a = sqrt(R_eff delta): common to
// `marshall` and `lubkin`, which differ in the pressure over the patch, and so in the limit.
//
//   k = k_s a^2 / 2,  c = c_s a^2 / 2,  limit = k_limit a mu |F_n|  [Marshall2009, eq. 30-44; LAMMPS twisting marshall]
// LAMMPS takes k_s, c_s and mu from its tangential model; here they are given, so that the stage stands on its own.
#pragma once

#include "law/damping.h"
#include "law/spin/capped_twist.h"

namespace scree::law::spin {

/// Pressure::k_limit is torque limit / (a mu |F_n|); k_says tells it to people.
template <class Pressure>
struct PatchTwist {
  static constexpr std::string_view creates_energy =
      "creates (k_1 - k_2) angle^2/2 where a spring is wound at a small overlap and unwound at a large one, since its "
      "stiffness follows the patch; "
      "measured on 1,000 random closed paths (`scree contact --energy`): up to 0.91 of the most that it held";
  static constexpr std::string_view not_rigid =
      "its limit follows the patch, and so the overlap, which a rigid contact does not have; take spin \"coulomb\" "
      "with a `length`";

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
                  .says = "tangential stiffness k_s of the patch; torsion stiffness k_s a^2/2"},
                 {.name = "coefficient",
                  .member = &Params::coefficient,
                  .unit = "1",
                  .range = Range::not_negative,
                  .says = Pressure::k_says},
             }},
             tangent_damping_fields<Params>());

  struct Constants {
    double stiffness, mu;
    TangentDamping damping;
  };
  static Constants prepare(const Params& p) { return {p.stiffness, p.coefficient, tangent_damping(p)}; }
  static Params preset(const GrainContact& g) {
    return {.stiffness = g.slide_stiffness, .coefficient = g.grain.friction, .damping_of_normal = 0.5};
  }
  static bool creates_on_paths(const Params&) { return true; }
  static Limit limit(const Params& p, const Touch<double>& touch, const Pressed<double>& pressed) {
    const double torque =
        Pressure::k_limit * std::sqrt(touch.radius * touch.overlap) * p.coefficient * pressed.magnitude;
    return {torque, torque};
  }

  template <class R>
  using History = AngleHistory<R>;

  template <class R>
  static Spun<R> respond(const Constants& c, const Touch<R>& touch, const Motion<R>& motion, const Pressed<R>& pressed,
                         History<R>& history) {
    const R a2 = touch.radius * touch.overlap;  // square of the contact radius [m^2]
    const R k = R(0.5 * c.stiffness) * a2;
    // The stiffness follows the patch: k grows by dk = -k_s/2 R_eff (change of separation) in this step, and a wound
    // spring with it, although nothing turns. Booked as (negative) loss by the trapezoid: -dk/2 t_old (t_old + angle of
    // the step).
    const R growth = R(-0.5 * c.stiffness) * touch.radius * motion.separation_step;
    const R unearned = R(0.5) * growth * history.angle * (history.angle + motion.spin_step);
    Spun<R> spun = advance_capped_twist(history.angle, k, R(1.0) / k, R(0.5) * c.damping.at(touch, pressed) * a2,
                                        R(Pressure::k_limit * c.mu) * sqrt(a2) * pressed.magnitude, motion.spin_rate,
                                        motion.spin_step, motion.step);
    spun.lost = spun.lost - unearned;
    return spun;
  }
  template <class R>
  static R stored(const Constants& c, const Touch<R>& touch, const History<R>& history) {
    return R(0.25 * c.stiffness) * touch.radius * touch.overlap * history.angle * history.angle;
  }
  static SpringState spring(const Constants&, const History<double>& history) { return {.angle = history.angle}; }
  static Linear linear(const Constants& c, const Touch<double>& touch, const Pressed<double>& pressed) {
    const double a2 = touch.radius * touch.overlap;
    return {0.5 * c.stiffness * a2, 0.5 * c.damping.at(touch, pressed) * a2};
  }
};

}  // namespace scree::law::spin
