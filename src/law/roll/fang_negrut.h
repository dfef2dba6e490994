// Rolling friction from the path of the contact point over each of the two bodies.
//
//   Theta_a += kappa_a p_a,  Theta_b += kappa_b p_b,  each with a separate mode            [FangNegrut2020, sect. 3.2]
//   T = K_R Theta + [stick] D_R kappa p/dt,  torque on a = -n x T_a,  on b = +n x T_b  [fang-negrut.md, 1.3 step 7, P8]
//   K_R = 4 eta K_E / kappa^2,  |Theta| <= kappa/2 mu N/K_E,  kappa = kappa_a + kappa_b            [eq. 2b, 2c; A8, A9]
//   D_R = 2 ratio sqrt(I_ij K_R), I_ij = geometry.roll_inertia
//
// The two torques are opposite if both springs are saturated, or if equal radii roll without sliding; otherwise they
// are not, and a plane receives none.
// The saturated elastic torque is 2 eta mu N/kappa: 2 eta R mu N on a plane, eta R mu N between equal spheres.
//
// Limits of Table 1. A tip (kappa -> infinity) has no resistance: K_R -> 0. Conforming surfaces (kappa -> 0, a ball in
// a cup of its own radius) would have K_R -> infinity and an infinite torque, because the heuristic (2c) does not limit
// the size of the patch. Here kappa is at least k_min_sum max(|kappa_a|, |kappa_b|): closer conforming surfaces resist
// rolling like a ball in a cup of 10/9 of its radius. Between two flat surfaces kappa p = 0, and K_R by eta is 0.
#pragma once

#include "law/damping.h"
#include "law/rigid.h"
#include "law/two_mode_spring.h"

namespace scree::law::roll {

struct FangNegrut {
  static constexpr std::string_view name = "fang-negrut";
  static constexpr std::string_view source = "FangNegrut2020 eq. 2a-2c, table 1";
  static constexpr std::string_view equation =
      "M_a = -n x T_a,  M_b = n x T_b,  T = K_R Theta + [stick] D_R curvature v_path,  Theta: sum of curvature x path\n"
      "|Theta| <= kappa/2 static_coefficient N/slide_stiffness in stick, kinetic_coefficient in slip,  kappa: sum of "
      "the curvatures\n"
      "K_R = 4 eta slide_stiffness/kappa^2 or stiffness,  D_R = damping or 2 damping_ratio sqrt(pair inertia x K_R)";
  static constexpr bool caps_spring_alone = true;
  static constexpr bool needs_tracked = true;
  static constexpr std::string_view creates_energy =
      "creates some where the torques on the two bodies are not opposite (`lever` in the energy ledger) and where the "
      "curvature changes while a spring is loaded; "
      "with `start` = \"slip\" each new contact has a loaded spring";
  static constexpr std::string_view not_rigid =
      "with `stiffness` its limit increases with the curvatures, and a rigid contact needs limits that are lengths; "
      "give "
      "`eta`, or use roll \"coulomb\"";

  struct Params {
    double eta = k_unset, stiffness = k_unset, slide_stiffness = k_unset, static_coefficient = k_unset,
           kinetic_coefficient = k_unset, damping = k_unset, damping_ratio = k_unset;
    int start = start_stick;
  };
  static constexpr auto fields = joined(
      std::array<Field<Params>, 3>{{
          {.name = "eta",
           .member = &Params::eta,
           .unit = "1",
           .range = Range::not_negative,
           .need = Need::one_of,
           .group = "stiffness",
           .description =
               "energy of a saturated roll spring / energy of a saturated slide spring; torsion stiffness K_R "
               "= 4 x this x "
               "slide_stiffness / (sum of curvatures)^2, torque limit 2 x this x coefficient x |F_n| / (sum "
               "of curvatures)"},
          {.name = "stiffness",
           .member = &Params::stiffness,
           .unit = "N m",
           .range = Range::positive,
           .need = Need::one_of,
           .group = "stiffness",
           .description = "torsion stiffness K_R, torque per radian; the angle at the limit does not depend on it"},
          {.name = "slide_stiffness",
           .member = &Params::slide_stiffness,
           .unit = "N/m",
           .range = Range::positive,
           .description = "K_E of the slide spring; angle limit = (sum of curvatures)/2 x coefficient x |F_n| / this"},
      }},
      two_mode_fields<Params>(),
      std::array<Field<Params>, 2>{{
          {.name = "damping",
           .member = &Params::damping,
           .unit = "N m s",
           .range = Range::not_negative,
           .need = Need::at_most_one,
           .group = "damping",
           .description = "D_R, torque per rad/s, which acts in stick only"},
          {.name = "damping_ratio",
           .member = &Params::damping_ratio,
           .unit = "1",
           .range = Range::not_negative,
           .need = Need::at_most_one,
           .group = "damping",
           .description = "D_R = 2 x this x sqrt(pair inertia x K_R); 1 if neither this nor damping is given"},
      }});

  struct Constants {
    double four_eta_k;                         ///< 4 eta K_E; 0 if K_R is given [N/m]
    double stiffness;                          ///< K_R if it is given, else 0 [N m]
    double static_fraction, kinetic_fraction;  ///< mu / (2 K_E) [m/N]
    RatioDamping damping;
    int start;
  };
  static Constants prepare(const Params& p) {
    const bool stiffness_given = is_set(p.stiffness);
    const double half = 0.5 / p.slide_stiffness;
    return {stiffness_given ? 0.0 : 4.0 * p.eta * p.slide_stiffness,
            stiffness_given ? p.stiffness : 0.0,
            p.static_coefficient * half,
            p.kinetic_coefficient * half,
            ratio_damping(p),
            p.start};
  }
  /// Gives the torque limit of the other roll laws: 2 eta mu |F_n| R_eff [FangNegrut2020, eq. 2b, 2c].
  static Params preset(const GrainContact& g) {
    return {.eta = 0.5 * g.grain.rolling / g.grain.friction,
            .slide_stiffness = g.slide_stiffness,
            .static_coefficient = g.grain.friction,
            .kinetic_coefficient = g.kinetic_friction,
            .damping_ratio = g.ratio};
  }
  static Limit limit(const Params& p, const ContactGeometry<double>& geometry, const NormalLoad<double>& normal_load) {
    const double kappa = geometry.curvature_a + geometry.curvature_b, n = normal_load.magnitude;
    const double fraction = is_set(p.eta) ? 2.0 * p.eta * n / kappa : p.stiffness * kappa / 2.0 * n / p.slide_stiffness;
    return {fraction * p.static_coefficient, fraction * p.kinetic_coefficient};
  }

  /// With eta: 2 eta mu/kappa, where kappa = 1/R_eff between spheres, and between a sphere and a plane.
  static std::optional<TorqueLimit> rigid_limit(const Params& p) {
    if (!is_set(p.eta)) return std::nullopt;
    return TorqueLimit{{.per_radius = 2.0 * p.eta * p.static_coefficient},
                       {.per_radius = 2.0 * p.eta * p.kinetic_coefficient}};
  }

  /// Lower bound of kappa, relative to the larger curvature. At this value K_R is 100 times that on a plane, and the
  /// critical step a tenth of it.
  static constexpr double k_min_sum = 0.1;

  template <class R>
  struct Resistance {
    R curvature;  ///< kappa_a + kappa_b, or its lower bound [1/m]
    R stiffness;  ///< K_R [N m]
  };
  template <class R>
  static Resistance<R> resistance(const Constants& c, const ContactGeometry<R>& geometry) {
    const R smallest = R(k_min_sum) * max(abs(geometry.curvature_a), abs(geometry.curvature_b));
    const R curvature = max(geometry.curvature_a + geometry.curvature_b, smallest);
    const R given(c.stiffness);
    return {curvature, select(curvature > R(0.0), R(c.four_eta_k) / (curvature * curvature) + given, given)};
  }

  /// Two springs, one for each body. Exchanging a and b exchanges them without a change of sign, because the paths are
  /// vectors in world coordinates: n becomes -n, so -n x T of the new a is the +n x T of the old b.
  template <class R>
  struct History {
    static constexpr int size = 9;
    Vec3<R> angle_a{}, angle_b{};  ///< Theta [rad]
    R mode_a{}, mode_b{};
    /// K_R of the last step, for the energy balance: curvatures vary over a non-spherical body [N m]
    R stiffness{};
    template <class F>
    void each(F f) {
      f(angle_a.x), f(angle_a.y), f(angle_a.z), f(angle_b.x), f(angle_b.y), f(angle_b.z), f(mode_a), f(mode_b),
          f(stiffness);
    }
    template <class F>
    void vectors(F f) {
      f(angle_a), f(angle_b);
    }
    void swap_roles() {
      const Vec3<R> angle = angle_a;
      angle_a = angle_b, angle_b = angle;
      const R mode = mode_a;
      mode_a = mode_b, mode_b = mode;
    }
  };

  template <class R>
  static RollLoads<R> respond(const Constants& c, const ContactGeometry<R>& geometry, const Motion<R>& motion,
                              const NormalLoad<R>& normal_load, History<R>& history) {
    const auto [curvature, k] = resistance(c, geometry);
    const R d = c.damping.at(geometry.roll_inertia, k);
    const R reach = curvature * normal_load.magnitude;
    const Caps<R> caps{R(c.static_fraction) * reach, R(c.kinetic_fraction) * reach};
    const auto moves = motion.step > R(0.0);
    const Vec3<R> rolled_a = geometry.curvature_a * motion.path_a,
                  rolled_b = geometry.curvature_b * motion.path_b;  // [rad]
    const R growth = select(moves, k - history.stiffness, R(0.0));
    const R gained =
        growth_energy(growth, history.angle_a, rolled_a) + growth_energy(growth, history.angle_b, rolled_b);
    const auto a = advance_two_mode_spring(history.angle_a, history.mode_a, c.start, k, d, caps,
                                           geometry.curvature_a * motion.path_rate_a, rolled_a, motion.step);
    const auto b = advance_two_mode_spring(history.angle_b, history.mode_b, c.start, k, d, caps,
                                           geometry.curvature_b * motion.path_rate_b, rolled_b, motion.step);
    history.stiffness = select(moves, k, history.stiffness);
    return {-cross(geometry.normal, a.pull), cross(geometry.normal, b.pull), a.stored + b.stored,
            a.slip_loss + b.slip_loss - gained, a.viscous_loss + b.viscous_loss};
  }
  template <class R>
  static R stored(const Constants&, const ContactGeometry<R>&, const History<R>& history) {
    return R(0.5) * history.stiffness * (norm2(history.angle_a) + norm2(history.angle_b));
  }
  static SpringState spring(const Constants&, const History<double>& history) {
    return {.stretch = history.angle_a, .stretch_b = history.angle_b};
  }
  /// The mode of the spring on a.
  template <class R>
  static R mode(const History<R>& history) {
    return history.mode_a;
  }
  static Linear linear(const Constants& c, const ContactGeometry<double>& geometry, const NormalLoad<double>&) {
    const double k = resistance(c, geometry).stiffness;
    return {k, c.damping.at(geometry.roll_inertia, k)};
  }
};

}  // namespace scree::law::roll
