// Rolling friction as a capped spring on the rolling displacement.
//
//   F_r = capped(-k_r s_r - c_r v_r),  torque on a = R_eff n x F_r,  |F_r| <= (limit length / R_eff) |F_n|
// [Santos2020, eq. 2c, 3c as corrected in santos.md, S5, S6; Luding2008; LAMMPS rolling sds]
// The torsion stiffness is k_r R_eff^2. With arm "effective-radius" the cap on F_r is coefficient x |F_n|, as in
// LAMMPS.
#pragma once

#include "law/capped_spring.h"
#include "law/damping.h"
#include "law/limit.h"
#include "law/rigid.h"

namespace scree::law::roll {

struct Spring {
  static constexpr std::string_view name = "spring";
  static constexpr std::string_view source = "Santos2020 eq. 2c; Luding2008; LAMMPS rolling sds";
  static constexpr std::string_view equation =
      "M = R n x F_r,  F_r = -stiffness r - damping v_r,  |R F_r| <= limit,  in slip r follows from F_r\n"
      "limit = length N, or coefficient (arm) N";
  static constexpr std::string_view creates_energy = k_dashpot_creates_energy;

  struct Params {
    double stiffness = k_unset, damping = k_unset, coefficient = k_unset, length = k_unset;
    int arm = -1;
  };
  static constexpr auto fields = joined(
      std::array<Field<Params>, 2>{{
          {.name = "stiffness",
           .member = &Params::stiffness,
           .unit = "N/m",
           .range = Range::positive,
           .description = "spring constant on the rolling displacement; the torsion stiffness is this x R_eff^2"},
          {.name = "damping",
           .member = &Params::damping,
           .unit = "kg/s",
           .range = Range::not_negative,
           .description = "dashpot coefficient on the rolling velocity R_eff (w_a - w_b) x n"},
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
    return {.stiffness = g.slide_stiffness,
            .damping = g.roll_damping,
            .coefficient = g.grain.rolling,
            .arm = effective_radius};
  }

  static std::optional<TorqueLimit> rigid_limit(const Params& p) { return one_torque_limit(p); }

  template <class R>
  using History = StretchHistory<R, +1>;

  template <class R>
  static RollLoad<R> respond(const Constants& c, const ContactGeometry<R>& geometry, const Motion<R>& motion,
                             const NormalLoad<R>& normal_load, History<R>& history) {
    R cap = R(c.limit.per_radius);  // limit of F_r / |F_n|; the common case needs no division
    if (c.limit.per_smaller != 0.0 || c.limit.fixed != 0.0) cap = c.limit.at(geometry) / geometry.radius;
    const auto spring = advance_capped_spring(history.stretch, R(c.stiffness), R(c.inverse_stiffness), R(c.damping),
                                              cap * normal_load.magnitude, geometry.normal, motion.roll_rate,
                                              motion.roll_step, motion.step);
    return {geometry.radius * cross(geometry.normal, spring.load), spring.stored, spring.slip_loss,
            spring.viscous_loss};
  }
  template <class R>
  static R stored(const Constants& c, const ContactGeometry<R>&, const History<R>& history) {
    return R(0.5 * c.stiffness) * norm2(history.stretch);
  }
  static SpringState spring(const Constants&, const History<double>& history) { return {.stretch = history.stretch}; }
  static Linear linear(const Constants& c, const ContactGeometry<double>& geometry, const NormalLoad<double>&) {
    const double r2 = geometry.radius * geometry.radius;
    return {c.stiffness * r2, c.damping * r2};
  }
};

}  // namespace scree::law::roll
