// A torque of constant size against the whole relative spin: rolling and spinning in one.
//
//   torque on a = -(limit length) |F_n| w/|w|,  w = w_a - w_b                      [Zhou1999; FangNegrut2020, eq. 7, 8]
//
// `constant-torque` takes the rolling part of w alone; without spin about the normal they are the same. Like that one
// it has no static mode. Do not add a spin law to it: spinning would be counted twice.
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
      "the torque of roll \"zhou\" is against rolling and spinning together. "
      "Drop the spin law, or take roll \"constant-torque\", which is against rolling alone";
  static constexpr std::string_view not_rigid =
      "its one torque is against rolling and spinning together, and a rigid contact has a limit for each; take roll "
      "and spin \"coulomb\"";

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
  static Limit limit(const Params& p, const Touch<double>& touch, const Pressed<double>& pressed) {
    const double torque = limit_length(p.coefficient, p.arm, p.length).at(touch) * pressed.magnitude;
    return {torque, torque};
  }

  template <class R>
  using History = NoHistory;

  template <class R>
  static Rolled<R> respond(const Constants& c, const Touch<R>& touch, const Motion<R>& motion,
                           const Pressed<R>& pressed, NoHistory&) {
    // roll_rate = R_eff w x n, so n x roll_rate / R_eff is the rolling part of w.
    const Vec3<R> w =
        add_scaled((R(1.0) / touch.radius) * cross(touch.normal, motion.roll_rate), motion.spin_rate, touch.normal);
    const R speed = norm(w);
    const R torque = c.limit.at(touch) * pressed.magnitude;
    return {-select(speed > R(0.0), torque / speed, R(0.0)) * w, R(0.0), R(0.0), torque * speed * motion.step};
  }
  template <class R>
  static R stored(const Constants&, const Touch<R>&, const NoHistory&) {
    return R(0.0);
  }
  static SpringState spring(const Constants&, const NoHistory&) { return {}; }
  static Linear linear(const Constants&, const Touch<double>&, const Pressed<double>&) { return {0.0, 0.0}; }
};

}  // namespace scree::law::roll
