// Spin friction as a capped torsion spring with constant coefficients.
// [Santos2020, eq. 2d, 3d as corrected in santos.md, S7; LAMMPS twisting sds, whose coefficient is `length` here]
#pragma once

#include "law/damping.h"
#include "law/limit.h"
#include "law/rigid.h"
#include "law/spin/capped_twist.h"

namespace scree::law::spin {

struct Spring {
  static constexpr std::string_view name = "spring";
  static constexpr std::string_view source = "Santos2020 eq. 2d; LAMMPS twisting sds";
  static constexpr std::string_view equation =
      "M = -(stiffness t + damping w_n) n,  |M| <= limit,  in slip t follows from M\n"
      "limit = length N, or coefficient (arm) N";
  static constexpr std::string_view creates_energy = k_dashpot_creates_energy;

  struct Params {
    double stiffness = k_unset, damping = k_unset, coefficient = k_unset, length = k_unset;
    int arm = -1;
  };
  static constexpr auto fields = joined(std::array<Field<Params>, 2>{{
                                            {.name = "stiffness",
                                             .member = &Params::stiffness,
                                             .unit = "N m",
                                             .range = Range::positive,
                                             .description = "torsion spring constant, torque per radian"},
                                            {.name = "damping",
                                             .member = &Params::damping,
                                             .unit = "N m s",
                                             .range = Range::not_negative,
                                             .description = "torsion dashpot, torque per rad/s"},
                                        }},
                                        limit_fields<Params>());

  struct Constants {
    double stiffness, inverse_stiffness, damping;
    LimitLength limit;
  };
  static Constants prepare(const Params& p) {
    return {p.stiffness, 1.0 / p.stiffness, p.damping, limit_length(p.coefficient, p.arm, p.length)};
  }
  static Params preset(const GrainContact& g) {
    return {.stiffness = g.twist_stiffness, .damping = g.spin_damping, .length = g.spin_length};
  }

  static std::optional<TorqueLimit> rigid_limit(const Params& p) { return one_torque_limit(p); }

  template <class R>
  using History = AngleHistory<R>;

  template <class R>
  static SpinLoad<R> respond(const Constants& c, const ContactGeometry<R>& geometry, const Motion<R>& motion,
                             const NormalLoad<R>& normal_load, History<R>& history) {
    return advance_capped_twist(history.angle, R(c.stiffness), R(c.inverse_stiffness), R(c.damping),
                                c.limit.at(geometry) * normal_load.magnitude, motion.spin_rate, motion.spin_step,
                                motion.step);
  }
  template <class R>
  static R stored(const Constants& c, const ContactGeometry<R>&, const History<R>& history) {
    return R(0.5 * c.stiffness) * history.angle * history.angle;
  }
  static SpringState spring(const Constants&, const History<double>& history) { return {.angle = history.angle}; }
  static Linear linear(const Constants& c, const ContactGeometry<double>&, const NormalLoad<double>&) {
    return {c.stiffness, c.damping};
  }
};

}  // namespace scree::law::spin
