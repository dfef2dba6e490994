// Rolling friction by the path of the contact point over each of the two bodies.
//
//   Theta_a += kappa_a p_a,  Theta_b += kappa_b p_b,  each with a mode of its own           [FangNegrut2020, sect. 3.2]
//   T = K_R Theta + [stick] D_R kappa p/dt,  torque on a = -n x T_a,  on b = +n x T_b  [fang-negrut.md, 1.3 step 7, P8]
//   K_R = 4 eta K_E / kappa^2,  |Theta| <= kappa/2 mu N/K_E,  kappa = kappa_a + kappa_b            [eq. 2b, 2c; A8, A9]
//   D_R = 2 ratio sqrt(I_ij K_R), I_ij = touch.roll_inertia
//
// The torques are opposite when both springs are saturated, or when equal radii roll without sliding; elsewhere they
// are not, and a plane gets none.
// The saturated elastic torque is 2 eta mu N/kappa: 2 eta R mu N on a plane, eta R mu N between equal spheres.
//
// Limits of Table 1. A tip (kappa -> infinity) has no resistance: K_R -> 0. Mirrored surfaces (kappa -> 0, a ball in
// its own cup) would have K_R -> infinity and an infinite torque, since the heuristic (2c) knows no patch of finite
// size. Here kappa is not less than k_least_sum max(|kappa_a|, |kappa_b|): closer fitting surfaces resist like a ball
// in a cup of 10/9 of its radius. Two flat surfaces do not roll: kappa p = 0, and K_R by eta counts as 0.
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
      "creates some where the torques on the two bodies are not opposite (the ledger's `lever`) and where the "
      "curvature changes under a wound spring; "
      "`start` = \"slip\" gives each new contact a wound spring";
  static constexpr std::string_view not_rigid =
      "with `stiffness` its limit grows with the curvatures, and a rigid contact takes limits that are lengths; give "
      "`eta`, or take roll \"coulomb\"";

  struct Params {
    double eta = k_unset, stiffness = k_unset, slide_stiffness = k_unset, static_coefficient = k_unset,
           kinetic_coefficient = k_unset, damping = k_unset, damping_ratio = k_unset;
    int start = start_stick;
  };
  static constexpr auto fields =
      joined(std::array<Field<Params>, 3>{{
                 {.name = "eta",
                  .member = &Params::eta,
                  .unit = "1",
                  .range = Range::not_negative,
                  .need = Need::one_of,
                  .group = "stiffness",
                  .says = "energy of a saturated roll spring / that of a saturated slide spring; torsion stiffness K_R "
                          "= 4 x this x "
                          "slide_stiffness / (sum of curvatures)^2, torque limit 2 x this x coefficient x |F_n| / (sum "
                          "of curvatures)"},
                 {.name = "stiffness",
                  .member = &Params::stiffness,
                  .unit = "N m",
                  .range = Range::positive,
                  .need = Need::one_of,
                  .group = "stiffness",
                  .says = "torsion stiffness K_R itself, torque per radian; the angle at the limit stays the same"},
                 {.name = "slide_stiffness",
                  .member = &Params::slide_stiffness,
                  .unit = "N/m",
                  .range = Range::positive,
                  .says = "K_E of the slide spring; angle limit = (sum of curvatures)/2 x coefficient x |F_n| / this"},
             }},
             two_mode_fields<Params>(),
             std::array<Field<Params>, 2>{{
                 {.name = "damping",
                  .member = &Params::damping,
                  .unit = "N m s",
                  .range = Range::not_negative,
                  .need = Need::at_most_one,
                  .group = "damping",
                  .says = "D_R, torque per rad/s, which acts in stick only"},
                 {.name = "damping_ratio",
                  .member = &Params::damping_ratio,
                  .unit = "1",
                  .range = Range::not_negative,
                  .need = Need::at_most_one,
                  .group = "damping",
                  .says = "D_R = 2 x this x sqrt(pair inertia x K_R); 1 if neither this nor damping is given"},
             }});

  struct Constants {
    double four_eta_k;                   ///< 4 eta K_E; 0 if K_R is given [N/m]
    double stiffness;                    ///< K_R if it is given, else 0 [N m]
    double static_share, kinetic_share;  ///< mu / (2 K_E) [m/N]
    RatioDamping damping;
    int start;
  };
  static Constants prepare(const Params& p) {
    const bool by_hand = is_set(p.stiffness);
    const double half = 0.5 / p.slide_stiffness;
    return {by_hand ? 0.0 : 4.0 * p.eta * p.slide_stiffness,
            by_hand ? p.stiffness : 0.0,
            p.static_coefficient * half,
            p.kinetic_coefficient * half,
            ratio_damping(p),
            p.start};
  }
  /// The torque limit of the others: 2 eta mu |F_n| R_eff [FangNegrut2020, eq. 2b, 2c].
  static Params preset(const GrainContact& g) {
    return {.eta = 0.5 * g.grain.rolling / g.grain.friction,
            .slide_stiffness = g.slide_stiffness,
            .static_coefficient = g.grain.friction,
            .kinetic_coefficient = g.kinetic_friction,
            .damping_ratio = g.ratio};
  }
  static Limit limit(const Params& p, const Touch<double>& touch, const Pressed<double>& pressed) {
    const double kappa = touch.curvature_a + touch.curvature_b, n = pressed.magnitude;
    const double share = is_set(p.eta) ? 2.0 * p.eta * n / kappa : p.stiffness * kappa / 2.0 * n / p.slide_stiffness;
    return {share * p.static_coefficient, share * p.kinetic_coefficient};
  }

  /// By eta: 2 eta mu/kappa, where kappa = 1/R_eff between spheres, and between a sphere and a plane.
  static std::optional<TorqueLimit> rigid_limit(const Params& p) {
    if (!is_set(p.eta)) return std::nullopt;
    return TorqueLimit{{.per_radius = 2.0 * p.eta * p.static_coefficient},
                       {.per_radius = 2.0 * p.eta * p.kinetic_coefficient}};
  }

  /// Of the larger curvature. At this value K_R is 100 times, and the critical step a tenth, of those on a plane.
  static constexpr double k_least_sum = 0.1;

  template <class R>
  struct Resistance {
    R curvature;  ///< kappa_a + kappa_b, or its least value [1/m]
    R stiffness;  ///< K_R [N m]
  };
  template <class R>
  static Resistance<R> resistance(const Constants& c, const Touch<R>& touch) {
    const R least = R(k_least_sum) * max(abs(touch.curvature_a), abs(touch.curvature_b));
    const R curvature = max(touch.curvature_a + touch.curvature_b, least);
    const R given(c.stiffness);
    return {curvature, select(curvature > R(0.0), R(c.four_eta_k) / (curvature * curvature) + given, given)};
  }

  /// Two springs, one for each body. When a and b change roles they change places; there is no sign, since the paths
  /// are vectors in the world: n becomes -n, so -n x T of the new a is the +n x T of the old b.
  template <class R>
  struct History {
    static constexpr int size = 9;
    Vec3<R> angle_a{}, angle_b{};  ///< Theta [rad]
    R mode_a{}, mode_b{};
    /// K_R of the last step: curvatures change over a body that is no sphere, and the ledger sees it
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
  static RolledEach<R> respond(const Constants& c, const Touch<R>& touch, const Motion<R>& motion,
                               const Pressed<R>& pressed, History<R>& history) {
    const auto [curvature, k] = resistance(c, touch);
    const R d = c.damping.at(touch.roll_inertia, k);
    const R reach = curvature * pressed.magnitude;
    const Caps<R> caps{R(c.static_share) * reach, R(c.kinetic_share) * reach};
    const auto moves = motion.step > R(0.0);
    const Vec3<R> rolled_a = touch.curvature_a * motion.path_a, rolled_b = touch.curvature_b * motion.path_b;  // [rad]
    const R growth = select(moves, k - history.stiffness, R(0.0));
    const R gained = unearned(growth, history.angle_a, rolled_a) + unearned(growth, history.angle_b, rolled_b);
    const auto a = advance_two_mode_spring(history.angle_a, history.mode_a, c.start, k, d, caps,
                                           touch.curvature_a * motion.path_rate_a, rolled_a, motion.step);
    const auto b = advance_two_mode_spring(history.angle_b, history.mode_b, c.start, k, d, caps,
                                           touch.curvature_b * motion.path_rate_b, rolled_b, motion.step);
    history.stiffness = select(moves, k, history.stiffness);
    return {-cross(touch.normal, a.pull), cross(touch.normal, b.pull), a.stored + b.stored, a.lost + b.lost - gained,
            a.dragged + b.dragged};
  }
  template <class R>
  static R stored(const Constants&, const Touch<R>&, const History<R>& history) {
    return R(0.5) * history.stiffness * (norm2(history.angle_a) + norm2(history.angle_b));
  }
  static SpringState spring(const Constants&, const History<double>& history) {
    return {.stretch = history.angle_a, .stretch_b = history.angle_b};
  }
  /// That of a.
  template <class R>
  static R mode(const History<R>& history) {
    return history.mode_a;
  }
  static Linear linear(const Constants& c, const Touch<double>& touch, const Pressed<double>&) {
    const double k = resistance(c, touch).stiffness;
    return {k, c.damping.at(touch.roll_inertia, k)};
  }
};

}  // namespace scree::law::roll
