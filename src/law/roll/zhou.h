// A torque of constant magnitude against the full relative angular velocity: rolling and spinning friction in one law.
//
//   torque on a = -(limit length) |F_n| w/|w|,  w = w_a - w_b                      [Zhou1999; FangNegrut2020, eq. 7, 8]
//
// `constant-torque` uses only the rolling part of w; without relative spin about the normal the two laws are equal.
// Like `constant-torque` it has no static mode. Do not combine it with a spin law: both would resist spin about the
// normal.
#pragma once

#include "law/limit.h"

namespace scree::law::roll {

struct Zhou {
  static constexpr std::string_view name = "zhou";
  static constexpr std::string_view source = "Zhou1999; FangNegrut2020 eq. 7, 8";
  static constexpr std::string_view equation =
      "M = -limit w/|w|,  w = w_a - w_b\n"
      "limit = length N, or coefficient (arm) N";
  static constexpr bool jumps = true;
  static constexpr std::string_view resists_spin =
      "the torque of roll \"zhou\" resists both rolling and spinning. "
      "Remove the spin law, or use roll \"constant-torque\", which resists rolling only";
  static constexpr std::string_view not_rigid =
      "its torque resists both rolling and spinning, and a rigid contact has a separate limit for each; use roll and "
      "spin "
      "\"coulomb\"";

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
  static Limit limit(const Params& p, const ContactGeometry<double>& geometry, const NormalLoad<double>& normal_load) {
    const double torque = limit_length(p.coefficient, p.arm, p.length).at(geometry) * normal_load.magnitude;
    return {torque, torque};
  }

  template <class R>
  using History = NoHistory;

  template <class R>
  static RollLoad<R> respond(const Constants& c, const ContactGeometry<R>& geometry, const Motion<R>& motion,
                             const NormalLoad<R>& normal_load, NoHistory&) {
    // roll_rate = R_eff w x n, so n x roll_rate / R_eff is the rolling part of w.
    const Vec3<R> w = add_scaled((R(1.0) / geometry.radius) * cross(geometry.normal, motion.roll_rate),
                                 motion.spin_rate, geometry.normal);
    const R speed = norm(w);
    const R torque = c.limit.at(geometry) * normal_load.magnitude;
    return {-select(speed > R(0.0), torque / speed, R(0.0)) * w, R(0.0), R(0.0), torque * speed * motion.step};
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
