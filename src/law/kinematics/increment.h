// Kinematics from the finite motion of a step: the relative displacement of the old contact points of both bodies,
// projected on the current tangent plane.
//
//   Ds = P[(Dx_a - Dx_b) - R_a (Q_a n - n) - R_b (Q_b n - n)]           [Campello2015, eq. 25-29; campello.md, C8, C10]
//   Q u = u + 4/(4 + d.d) (d x u + 1/2 d x (d x u)),  d = step x mean angular velocity
//                                                               [eq. 27 as corrected in C1; eq. 45]
//
// The paper's n_ij is -n, so its -r (I - Q) n_ij is -R (Q n - n) here. To first order Ds is the slip velocity of `rate`
// times the step. n is the current normal and no old normal is stored; therefore, where the normal turns, the springs
// are accurate to first order only (C8, 3.5). Apart from Ds, everything is as in `rate`: rates at the time of the
// positions, roll and spin from velocities.
//
// `force_arm` is the arm of the friction torque. "radius" is the paper's r_i; it violates the conservation of the
// angular momentum of a pair by order delta/R. "contact" is R - delta/2 between spheres and conserves it (C12). The
// slip uses the same arm, so the arm-mismatch work is zero.
#pragma once

#include "law/contract.h"
#include "law/kinematics/rate.h"

namespace scree::law::kinematics {

struct Increment {
  static constexpr std::string_view name = "increment";
  static constexpr std::string_view source = "Campello2015 eq. 25-29, 39";
  static constexpr std::string_view equation =
      "Ds = P[Dx_a - Dx_b - l_a (Q_a n - n) - l_b (Q_b n - n)],  P: projection on the tangent plane,  Q: rotation of "
      "the step\n"
      "v_r, w_n and all rates as in rate;  l: chosen by force_arm";

  struct Params {
    int force_arm = radius;
  };
  static constexpr std::array<Field<Params>, 1> fields = {
      {{.name = "force_arm",
        .member = &Params::force_arm,
        .unit = "",
        .need = Need::optional,
        .default_value = radius,
        .choices = k_slip_arm_choices,
        .description =
            "arm of friction and of the slip between spheres: radius (the paper) or contact (R - overlap/2, which "
            "conserves angular momentum)"}}};

  struct Constants {
    double contact_fraction;  ///< 0: full radius; 1: distance to the middle of the overlap
  };
  static Constants prepare(const Params& p) { return {p.force_arm == contact ? 1.0 : 0.0}; }

  /// (Q u - u) / step for the rotation of one step at constant angular velocity; the velocity spin x u if step = 0.
  template <class R>
  static Vec3<R> swept(const Vec3<R>& spin, const Vec3<R>& u, const R& step) {
    const Vec3<R> moving = cross(spin, u);
    const R fraction = R(4.0) / mul_add(step * step, norm2(spin), R(4.0));
    return fraction * add_scaled(moving, R(0.5) * step, cross(spin, moving));
  }
  /// The part of v in the tangent plane.
  template <class R>
  static Vec3<R> tangential(const Vec3<R>& v, const Vec3<R>& n) {
    return sub_scaled(v, dot(v, n), n);
  }
  /// Ds / step.
  template <class R>
  static Vec3<R> slide(const Vec3<R>& n, const R& arm_a, const R& arm_b, const Rate::Velocities<R>& mean,
                       const R& step) {
    const Vec3<R> moved =
        mean.apart - add_scaled(arm_a * swept(mean.spin_a, n, step), arm_b, swept(mean.spin_b, n, step));
    return tangential(moved, n);
  }
};

}  // namespace scree::law::kinematics
