// Rolling friction as a torque of constant magnitude against the relative rolling.
//
//   torque on a = -(limit length) |F_n| w_r / |w_r|,  w_r = tangential part of w_a - w_b          [Zhou1999, model A]
//
// FangNegrut2020 (eq. 7, 8) uses the full w_a - w_b instead of w_r; that is the law `zhou`.
// The law has no static mode: near rest the torque changes its direction in every step (FangNegrut2020, sect. 4.2), as
// in the publication. It has no trial load from which a slip loss could be computed, so its dissipation is accounted as
// viscous loss. Use `spring` if bodies must come to rest.
#pragma once

#include "law/damping.h"
#include "law/limit.h"
#include "law/rigid.h"

namespace scree::law::roll {

struct ConstantTorque {
  static constexpr std::string_view name = "constant-torque";
  static constexpr std::string_view source = "Zhou1999; FangNegrut2020 appendix A";
  static constexpr std::string_view equation =
      "M = -limit w_r/|w_r|,  w_r: the part of w_a - w_b across n\n"
      "limit = length N, or coefficient (arm) N";
  static constexpr bool jumps = true;

  struct Params {
    double coefficient = k_unset, length = k_unset;
    int arm = -1;
  };
  static constexpr auto fields = limit_fields<Params>();

  struct Constants {
    LimitLength limit;
  };
  static Constants prepare(const Params& p) { return {limit_length(p.coefficient, p.arm, p.length)}; }
  static Params preset(const GrainContact& g) { return {.coefficient = g.grain.rolling, .arm = effective_radius}; }

  static std::optional<TorqueLimit> rigid_limit(const Params& p) { return one_torque_limit(p); }

  template <class R>
  using History = NoHistory;

  template <class R>
  static RollLoad<R> respond(const Constants& c, const ContactGeometry<R>& geometry, const Motion<R>& motion,
                             const NormalLoad<R>& normal_load, NoHistory&) {
    // v = R_eff w_r x n, so n x v = R_eff w_r: the direction of rolling without computing w_r.
    const R speed2 = norm2(motion.roll_rate);
    const R speed = sqrt(speed2);
    const R torque = c.limit.at(geometry) * normal_load.magnitude;
    const R scale = select(speed2 > R(0.0), torque / speed, R(0.0));
    return {-scale * cross(geometry.normal, motion.roll_rate), R(0.0), R(0.0),
            torque * speed / geometry.radius * motion.step};
  }
  template <class R>
  static R stored(const Constants&, const ContactGeometry<R>&, const NoHistory&) {
    return R(0.0);
  }
  static SpringState spring(const Constants&, const NoHistory&) { return {}; }
  static Linear linear(const Constants&, const ContactGeometry<double>&, const NormalLoad<double>&) {
    return {0.0, 0.0};
  }
};

}  // namespace scree::law::roll
