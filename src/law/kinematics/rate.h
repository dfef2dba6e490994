// Kinematics from the relative velocity of the two surfaces.
//
//   v_s = v_ab - (v_ab.n) n - (R_a w_a + R_b w_b) x n       [Santos2020, eq. 3b; santos.md, S1, S2]
//   v_r = R_eff (w_a - w_b) x n                              [eq. 3c; S5]
//   w_t = (w_a - w_b) . n                                    [eq. 3d]
//
// w is the angular velocity. `slip_arm` selects the arm of w in v_s: "radius" is the full R, as in the paper and in
// LAMMPS; "contact" is the arm of the friction force (R - delta/2 between spheres). Only "contact" makes
// power = force x slip velocity exact and allows a rigid rotation of a pair without slip. The difference is of order
// delta/R; the energy ledger lists it as arm-mismatch work (column `lever`).
//
// A kinematics law has no respond(). The kernels (kernel/contact/rate.h) call rates() below, or of_surfaces() for
// non-spherical bodies.
#pragma once

#include "law/contract.h"

namespace scree::law::kinematics {

enum SlipArm { radius, contact };
inline constexpr std::array<std::string_view, 2> k_slip_arm_choices = {"radius", "contact"};

struct Rate {
  static constexpr std::string_view name = "rate";
  static constexpr std::string_view source = "Santos2020 eq. 3a-3d; LAMMPS granular";
  static constexpr std::string_view equation =
      "v = v_ab - (v_ab.n) n - (l_a w_a + l_b w_b) x n,  l: radius, or with slip_arm = contact the arm of the force\n"
      "v_r = R (w_a - w_b) x n,  w_n = (w_a - w_b).n";
  static constexpr std::string_view creates_energy =
      "with `slip_arm` = \"radius\" creates or removes overlap/R of the power of friction (`lever` in the energy "
      "ledger); "
      "\"contact\" creates none";

  struct Params {
    int slip_arm = radius;
  };
  static constexpr std::array<Field<Params>, 1> fields = {
      {{.name = "slip_arm",
        .member = &Params::slip_arm,
        .unit = "",
        .need = Need::optional,
        .default_value = radius,
        .choices = k_slip_arm_choices,
        .description =
            "arm of the angular velocities in the slip velocity: radius (LAMMPS) or contact (R - overlap/2)"}}};

  struct Constants {
    double contact_fraction;  ///< 0: full radius, 1: the arm of the force
  };
  static Constants prepare(const Params& p) { return {p.slip_arm == contact ? 1.0 : 0.0}; }

  /// Velocity of a relative to b at one time, and the two angular velocities.
  template <class R>
  struct Velocities {
    Vec3<R> apart;           ///< v_a - v_b [m/s]
    Vec3<R> spin_a, spin_b;  ///< [rad/s]
  };
  template <class R>
  struct Rates {
    R separation;
    Vec3<R> slide, roll;
    R spin;
  };
  template <class R>
  static Rates<R> rates(const Vec3<R>& n, const R& arm_a, const R& arm_b, const R& radius, const Velocities<R>& v) {
    return of_surfaces(n, radius, v.apart, cross(add_scaled(arm_a * v.spin_a, arm_b, v.spin_b), n),
                       v.spin_a - v.spin_b);
  }
  /// For any shape: the relative velocity of the surfaces at the contact is `apart` - `turning`, with `turning` in the
  /// tangent plane; `spin` is the angular velocity of a relative to b.
  template <class R>
  static Rates<R> of_surfaces(const Vec3<R>& n, const R& radius, const Vec3<R>& apart, const Vec3<R>& turning,
                              const Vec3<R>& spin) {
    const R separation = dot(apart, n);
    return {separation, sub_scaled(apart, separation, n) - turning, radius * cross(spin, n), dot(spin, n)};
  }
};

}  // namespace scree::law::kinematics
