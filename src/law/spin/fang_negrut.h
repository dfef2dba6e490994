// Spin friction as a torsion spring with the two modes of the slide spring.
//
//   T = K_psi Psi + [stick] D_psi dPsi/dt,  |Psi| <= Kc mu N/K_E,  torque on a = -T n
//       [FangNegrut2020, eq. 3a-3d; A6, A19]
//   K_psi = eta K_E/Kc^2,  D_psi = 2 ratio sqrt(I_ij K_psi), I_ij = geometry.spin_inertia
//
// Kc is an empirical `curvature`, or 1/a with the Hertzian contact radius a = (3 N R_eff/(4 E_eff))^(1/3) and eta =
// 1/2: a patch whose outer edge slips when the slide spring would [appendix C; eq. 13-15]. The code uses a = 1/Kc. The
// saturated elastic torque is eta a mu N. With the Hertzian radius K_psi depends on N, and changes in every step while
// Psi is unchanged (P6).
#pragma once

#include "law/damping.h"
#include "law/rigid.h"
#include "law/two_mode_spring.h"

namespace scree::law::spin {

struct FangNegrut {
  static constexpr std::string_view name = "fang-negrut";
  static constexpr std::string_view source = "FangNegrut2020 eq. 3a-3d, appendix C";
  static constexpr std::string_view equation =
      "M = -T n,  T = K t + [stick] D w_n,  |t| <= static_coefficient N/(a slide_stiffness) in stick, "
      "kinetic_coefficient in slip\n"
      "a = 1/curvature or (3 N R/(4 effective_modulus))^(1/3),  K = eta slide_stiffness a^2 or stiffness\n"
      "D = damping or 2 damping_ratio sqrt(pair inertia x K)";
  static constexpr bool caps_spring_alone = true;
  static constexpr bool needs_tracked = true;
  static constexpr std::string_view creates_energy =
      "with `effective_modulus` creates (K_1 - K_2) angle^2/2 where a spring is loaded under a small force and "
      "unloaded "
      "under a large one, because its stiffness depends on the contact radius, measured on 1,000 random closed paths "
      "(`scree contact --energy`): up to 0.90 of the largest stored energy; "
      "with `start` = \"slip\" each new contact has a loaded spring";
  static constexpr std::string_view not_rigid =
      "with `effective_modulus` its contact radius depends on the load, and a rigid contact needs limits that are "
      "constant lengths; give `curvature`, or use spin \"coulomb\"";

  struct Params {
    double curvature = k_unset, effective_modulus = k_unset, eta = k_unset, stiffness = k_unset,
           slide_stiffness = k_unset, static_coefficient = k_unset, kinetic_coefficient = k_unset, damping = k_unset,
           damping_ratio = k_unset;
    int start = start_stick;
  };
  static constexpr auto fields = joined(
      std::array<Field<Params>, 5>{{
          {.name = "curvature",
           .member = &Params::curvature,
           .unit = "1/m",
           .range = Range::positive,
           .need = Need::one_of,
           .group = "patch",
           .description =
               "Kc = 1 / (radius of the contact patch); angle limit = this x coefficient x |F_n| / slide_stiffness"},
          {.name = "effective_modulus",
           .member = &Params::effective_modulus,
           .unit = "Pa",
           .range = Range::positive,
           .need = Need::one_of,
           .group = "patch",
           .description = "E_eff = 1/((1-nu_a^2)/E_a + (1-nu_b^2)/E_b); the contact radius is that of Hertz, a = (3 "
                          "|F_n| R_eff/(4 "
                          "E_eff))^(1/3), Kc = 1/a, eta = 0.5"},
          {.name = "eta",
           .member = &Params::eta,
           .unit = "1",
           .range = Range::not_negative,
           .need = Need::at_most_one,
           .group = "stiffness",
           .only_with = "curvature",
           .description =
               "torsion stiffness K_psi = this x slide_stiffness / Kc^2, torque limit this x coefficient x |F_n| / "
               "Kc; 0.5 if neither "
               "this nor stiffness is given"},
          {.name = "stiffness",
           .member = &Params::stiffness,
           .unit = "N m",
           .range = Range::positive,
           .need = Need::at_most_one,
           .group = "stiffness",
           .description = "torsion stiffness K_psi, torque per radian; the angle at the limit does not depend on it"},
          {.name = "slide_stiffness",
           .member = &Params::slide_stiffness,
           .unit = "N/m",
           .range = Range::positive,
           .description = "K_E of the slide spring"},
      }},
      two_mode_fields<Params>(),
      std::array<Field<Params>, 2>{{
          {.name = "damping",
           .member = &Params::damping,
           .unit = "N m s",
           .range = Range::not_negative,
           .need = Need::at_most_one,
           .group = "damping",
           .description = "D_psi, torque per rad/s, which acts in stick only"},
          {.name = "damping_ratio",
           .member = &Params::damping_ratio,
           .unit = "1",
           .range = Range::not_negative,
           .need = Need::at_most_one,
           .group = "damping",
           .description = "D_psi = 2 x this x sqrt(pair inertia x K_psi); 1 if neither this nor damping is given"},
      }});

  struct Constants {
    double patch_radius;                       ///< 1/Kc; 0 with the Hertzian radius [m]
    double hertz;                              ///< 3/(4 E_eff); 0 with a given curvature [1/Pa]
    double eta_k;                              ///< eta K_E; 0 if K_psi is given [N/m]
    double stiffness;                          ///< K_psi if it is given, else 0 [N m]
    double static_fraction, kinetic_fraction;  ///< mu / K_E [m/N]
    RatioDamping damping;
    int start;
  };
  static Constants prepare(const Params& p) {
    const double eta = is_set(p.eta) ? p.eta : 0.5;
    const bool stiffness_given = is_set(p.stiffness);
    return {is_set(p.curvature) ? 1.0 / p.curvature : 0.0,
            is_set(p.effective_modulus) ? 0.75 / p.effective_modulus : 0.0,
            stiffness_given ? 0.0 : eta * p.slide_stiffness,
            stiffness_given ? p.stiffness : 0.0,
            p.static_coefficient / p.slide_stiffness,
            p.kinetic_coefficient / p.slide_stiffness,
            ratio_damping(p),
            p.start};
  }
  static Params preset(const GrainContact& g) {
    return {.effective_modulus = g.modulus,
            .slide_stiffness = g.slide_stiffness,
            .static_coefficient = g.grain.friction,
            .kinetic_coefficient = g.kinetic_friction,
            .damping_ratio = g.ratio};
  }
  static bool creates_on_paths(const Params& p) { return is_set(p.effective_modulus); }
  static Limit limit(const Params& p, const ContactGeometry<double>& geometry, const NormalLoad<double>& normal_load) {
    const double n = normal_load.magnitude;
    const double a =
        is_set(p.curvature) ? 1.0 / p.curvature : std::cbrt(0.75 * n * geometry.radius / p.effective_modulus);
    const double fraction =
        is_set(p.stiffness) ? p.stiffness * n / p.slide_stiffness / a : (is_set(p.eta) ? p.eta : 0.5) * a * n;
    return {fraction * p.static_coefficient, fraction * p.kinetic_coefficient};
  }

  /// For a patch of given radius: eta mu/Kc, or K_psi Kc mu/K_E if K_psi is given.
  static std::optional<TorqueLimit> rigid_limit(const Params& p) {
    if (!is_set(p.curvature)) return std::nullopt;
    const double eta = is_set(p.eta) ? p.eta : 0.5;
    // limit / (mu |F_n|) [m]
    const double reach = is_set(p.stiffness) ? p.stiffness * p.curvature / p.slide_stiffness : eta / p.curvature;
    return TorqueLimit{{.fixed = reach * p.static_coefficient}, {.fixed = reach * p.kinetic_coefficient}};
  }

  template <class R>
  struct Patch {
    R radius;     ///< a [m]
    R stiffness;  ///< K_psi [N m]
  };
  template <class R>
  static Patch<R> patch(const Constants& c, const ContactGeometry<R>& geometry, const NormalLoad<R>& normal_load) {
    R a(c.patch_radius);
    if (c.hertz != 0.0) a = cube_root(R(c.hertz) * normal_load.magnitude * geometry.radius);
    return {a, mul_add(R(c.eta_k) * a, a, R(c.stiffness))};
  }

  template <class R>
  struct History {
    static constexpr int size = 3;
    R angle{};  ///< Psi [rad]
    R mode{};
    R stiffness{};  ///< K_psi of the last step, for the energy balance: with the Hertzian radius it depends on N [N m]
    template <class F>
    void each(F f) {
      f(angle), f(mode), f(stiffness);
    }
    template <class F>
    void vectors(F) {}
    void swap_roles() {}
  };

  template <class R>
  static SpinLoad<R> respond(const Constants& c, const ContactGeometry<R>& geometry, const Motion<R>& motion,
                             const NormalLoad<R>& normal_load, History<R>& history) {
    const auto [a, k] = patch(c, geometry, normal_load);
    // N = 0: a = 0, and N/a -> 0 as N^(2/3)
    const R reach = select(a > R(0.0), normal_load.magnitude / a, R(0.0));
    const Caps<R> caps{R(c.static_fraction) * reach, R(c.kinetic_fraction) * reach};
    const auto moves = motion.step > R(0.0);
    const R gained = select(moves, growth_energy(k - history.stiffness, history.angle, motion.spin_step), R(0.0));
    const auto spring =
        advance_two_mode_spring(history.angle, history.mode, c.start, k, c.damping.at(geometry.spin_inertia, k), caps,
                                motion.spin_rate, motion.spin_step, motion.step);
    history.stiffness = select(moves, k, history.stiffness);
    return {-spring.pull, spring.stored, spring.slip_loss - gained, spring.viscous_loss};
  }
  template <class R>
  static R stored(const Constants&, const ContactGeometry<R>&, const History<R>& history) {
    return R(0.5) * history.stiffness * history.angle * history.angle;
  }
  static SpringState spring(const Constants&, const History<double>& history) { return {.angle = history.angle}; }
  template <class R>
  static R mode(const History<R>& history) {
    return history.mode;
  }
  static Linear linear(const Constants& c, const ContactGeometry<double>& geometry,
                       const NormalLoad<double>& normal_load) {
    const double k = patch(c, geometry, normal_load).stiffness;
    return {k, c.damping.at(geometry.spin_inertia, k)};
  }
};

}  // namespace scree::law::spin
