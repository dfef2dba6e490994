// Rolling friction as a torsion spring and dashpot, of which the spring alone is capped, and no dashpot once it is
// saturated.
//
//   M = -K_r theta - [not saturated] C_r w_r,  theta = integral of w_r,  |K_r theta| <= limit length |F_n|,  K_r = K_t
//       R_eff^2
//   [IwashitaOda1998 in 2D; Jiang2015 with the rolling part of w_a - w_b; FangNegrut2020, appendix A.2]
//
// Written on the rolling displacement R_eff theta x n, as `spring` is, which caps the sum of both parts instead. It
// needs no memory of a mode, since there is one coefficient (two_mode_spring.h).
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
  static constexpr auto fields =
      joined(std::array<Field<Params>, 2>{{
                 {.name = "stiffness",
                  .member = &Params::stiffness,
                  .unit = "N/m",
                  .range = Range::positive,
                  .says = "K_t, spring constant on the rolling displacement (the source takes the slide spring's); "
                          "torsion stiffness K_r = this x R_eff^2"},
                 {.name = "damping",
                  .member = &Params::damping,
                  .unit = "kg/s",
                  .range = Range::not_negative,
                  .says = "dashpot on the rolling velocity R_eff (w_a - w_b) x n, off when the spring is saturated; "
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
  static Rolled<R> respond(const Constants& c, const Touch<R>& touch, const Motion<R>& motion,
                           const Pressed<R>& pressed, History<R>& history) {
    const R k(c.stiffness), limit = c.limit.at(touch) / touch.radius * pressed.magnitude,
                            cap = R(c.inverse_stiffness) * limit;
    R mode(k_stick);
    history.stretch = carried(history.stretch, touch.normal, k, limit);
    const auto spring = advance_two_mode_spring(history.stretch, mode, start_stick, k, R(c.damping), {cap, cap},
                                                motion.roll_rate, motion.roll_step, motion.step);
    return {-touch.radius * cross(touch.normal, spring.pull), spring.stored, spring.lost, spring.dragged};
  }
  template <class R>
  static R stored(const Constants& c, const Touch<R>&, const History<R>& history) {
    return R(0.5 * c.stiffness) * norm2(history.stretch);
  }
  static SpringState spring(const Constants&, const History<double>& history) { return {.stretch = history.stretch}; }
  static Linear linear(const Constants& c, const Touch<double>& touch, const Pressed<double>&) {
    const double r2 = touch.radius * touch.radius;
    return {c.stiffness * r2, c.damping * r2};
  }
};

}  // namespace scree::law::roll
