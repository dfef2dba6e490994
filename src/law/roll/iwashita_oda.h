// Rolling friction as a torsion spring and a dashpot, with a cap on the spring torque only; the dashpot is off while
// the spring is saturated.
//
//   M = -K_r theta - [not saturated] C_r w_r,  theta = integral of w_r,  |K_r theta| <= limit length |F_n|,  K_r = K_t
//       R_eff^2
//   [IwashitaOda1998 in 2D; Jiang2015 with the rolling part of w_a - w_b; FangNegrut2020, appendix A.2]
//
// It is written in terms of the rolling displacement R_eff theta x n, as is `spring`, which caps the sum of spring and
// dashpot instead. With one coefficient no mode is stored (two_mode_spring.h).
#pragma once

#include "law/capped_spring.h"
#include "law/damping.h"
#include "law/limit.h"
#include "law/rigid.h"
#include "law/two_mode_spring.h"

namespace scree::law::roll {

struct IwashitaOda {
  static constexpr std::string_view name = "iwashita-oda";
  static constexpr std::string_view source = "IwashitaOda1998; Jiang2015; FangNegrut2020 appendix A.2";
  static constexpr std::string_view equation =
      "M = R n x F_r,  F_r = -stiffness r - [not saturated] damping v_r,  |R stiffness r| <= limit\n"
      "limit = length N, or coefficient (arm) N";
  static constexpr bool caps_spring_alone = true;

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
           .description =
               "K_t, spring constant on the rolling displacement (the source uses that of the slide spring); "
               "torsion stiffness K_r = this x R_eff^2"},
          {.name = "damping",
           .member = &Params::damping,
           .unit = "kg/s",
           .range = Range::not_negative,
           .description = "dashpot on the rolling velocity R_eff (w_a - w_b) x n, off when the spring is saturated; "
                          "C_r = this x R_eff^2"},
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
    const R k(c.stiffness), limit = c.limit.at(geometry) / geometry.radius * normal_load.magnitude,
                            cap = R(c.inverse_stiffness) * limit;
    R mode(k_stick);
    history.stretch = carried(history.stretch, geometry.normal, k, limit);
    const auto spring = advance_two_mode_spring(history.stretch, mode, start_stick, k, R(c.damping), {cap, cap},
                                                motion.roll_rate, motion.roll_step, motion.step);
    return {-geometry.radius * cross(geometry.normal, spring.pull), spring.stored, spring.slip_loss,
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
