// A torsion spring from sliding friction distributed over the contact patch of radius a = sqrt(R_eff delta): base of
// `marshall` and `lubkin`, which assume different pressure distributions and therefore have different limits.
//
//   k = k_s a^2 / 2,  c = c_s a^2 / 2,  limit = k_limit a mu |F_n|  [Marshall2009, eq. 30-44; LAMMPS twisting marshall]
// LAMMPS takes k_s, c_s and mu from its tangential model; here they are parameters, so that the stages are independent.
#pragma once

#include "law/damping.h"
#include "law/spin/capped_twist.h"

namespace scree::law::spin {

/// Pressure::k_limit is torque limit / (a mu |F_n|); k_coefficient_description describes it for the user.
template <class Pressure>
struct PatchTwist {
  static constexpr std::string_view creates_energy =
      "creates (k_1 - k_2) angle^2/2 where a spring is loaded at a small overlap and unloaded at a large one, because "
      "its stiffness depends on the contact radius; "
      "measured on 1,000 random closed paths (`scree contact --energy`): up to 0.91 of the largest stored energy";
  static constexpr std::string_view not_rigid =
      "its limit depends on the contact radius, hence on the overlap, which a rigid contact does not have; use spin "
      "\"coulomb\" with a `length`";

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
                  .description = "tangential stiffness k_s of the patch; torsion stiffness k_s a^2/2"},
                 {.name = "coefficient",
                  .member = &Params::coefficient,
                  .unit = "1",
                  .range = Range::not_negative,
                  .description = Pressure::k_coefficient_description},
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
  static Limit limit(const Params& p, const ContactGeometry<double>& geometry, const NormalLoad<double>& normal_load) {
    const double torque =
        Pressure::k_limit * std::sqrt(geometry.radius * geometry.overlap) * p.coefficient * normal_load.magnitude;
    return {torque, torque};
  }

  template <class R>
  using History = AngleHistory<R>;

  template <class R>
  static SpinLoad<R> respond(const Constants& c, const ContactGeometry<R>& geometry, const Motion<R>& motion,
                             const NormalLoad<R>& normal_load, History<R>& history) {
    const R a2 = geometry.radius * geometry.overlap;  // square of the contact radius [m^2]
    const R k = R(0.5 * c.stiffness) * a2;
    // The stiffness depends on the overlap: in this step k increases by dk = -k_s/2 R_eff (change of separation), and
    // with it the energy of a loaded spring, without any rotation. This gain is accounted as a negative loss; by the
    // trapezoidal rule it is dk/2 t_old (t_old + angle of the step).
    const R growth = R(-0.5 * c.stiffness) * geometry.radius * motion.separation_step;
    const R gained = R(0.5) * growth * history.angle * (history.angle + motion.spin_step);
    SpinLoad<R> load =
        advance_capped_twist(history.angle, k, R(1.0) / k, R(0.5) * c.damping.at(geometry, normal_load) * a2,
                             R(Pressure::k_limit * c.mu) * sqrt(a2) * normal_load.magnitude, motion.spin_rate,
                             motion.spin_step, motion.step);
    load.slip_loss = load.slip_loss - gained;
    return load;
  }
  template <class R>
  static R stored(const Constants& c, const ContactGeometry<R>& geometry, const History<R>& history) {
    return R(0.25 * c.stiffness) * geometry.radius * geometry.overlap * history.angle * history.angle;
  }
  static SpringState spring(const Constants&, const History<double>& history) { return {.angle = history.angle}; }
  static Linear linear(const Constants& c, const ContactGeometry<double>& geometry,
                       const NormalLoad<double>& normal_load) {
    const double a2 = geometry.radius * geometry.overlap;
    return {0.5 * c.stiffness * a2, 0.5 * c.damping.at(geometry, normal_load) * a2};
  }
};

}  // namespace scree::law::spin
