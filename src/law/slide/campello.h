// Sliding friction by a spring with a static and a kinetic limit and the stiffness of the Hertzian contact patch,
// without a dashpot.
//
//   s = P(s_acc) + Ds,  k = 8 G_eff sqrt(R_eff delta)                      [Campello2015, eq. 30, 37; campello.md, C11]
//   if k |s| > mu_s |F_n|:  s is shortened to mu_d |F_n|/k;   F = -k s                     [eq. 31-36; C9 for the sign]
//
// P projects on the current tangent plane; the projection shortens the spring. |F_n| is the total normal force
// including its dashpot (C7). The limit is tested in each step without memory: a contact that slipped sticks again as
// soon as its trial force is below mu_s |F_n|. In the step in which the overlap appears s = 0 (C19). With kinematics
// `increment` this is exactly the friction of the paper.
//
// Energy. The stored energy is k/2 |s|^2 at the present k. The slip loss is the work by the trapezoidal rule,
// 1/2 (k_old s_acc + k s).Ds, minus the change of stored energy. It contains the loss by slip, the loss by the
// projection, and, with a negative sign, the gain by a stiffness that increases while the spring is stretched (C22).
#pragma once

#include "law/damping.h"
#include "law/rigid.h"

namespace scree::law::slide {

enum FirstStep { first_step_ignored, first_step_counted };
inline constexpr std::array<std::string_view, 2> k_first_step_choices = {"ignored", "counted"};

struct Campello {
  static constexpr std::string_view name = "campello";
  static constexpr std::string_view source = "Campello2015 eq. 30-38";
  static constexpr std::string_view equation =
      "F = -k s,  k = 8 effective_shear sqrt(R d),  s projected on the current tangent plane\n"
      "if |F| > static_coefficient N:  s is shortened to kinetic_coefficient N/k";
  static constexpr std::string_view creates_energy =
      "creates (k_1 - k_2) s^2/2 where a spring is stretched at a small overlap and released at a large one, because "
      "its stiffness depends on the contact radius; "
      "measured on 1,000 random closed paths (`scree contact --energy`): up to 0.44 of the largest stored energy";

  struct Params {
    double effective_shear = k_unset, static_coefficient = k_unset, kinetic_coefficient = k_unset;
    int first_step = first_step_ignored;
  };
  static constexpr std::array<Field<Params>, 4> fields = {{
      {.name = "effective_shear",
       .member = &Params::effective_shear,
       .unit = "Pa",
       .range = Range::positive,
       .description = "effective shear modulus G_eff; stiffness 8 G_eff sqrt(R_eff overlap). The source uses "
                      "G_a G_b/(G_a + G_b), Mindlin 1/((2-nu_a)/G_a + (2-nu_b)/G_b)"},
      {.name = "static_coefficient",
       .member = &Params::static_coefficient,
       .unit = "1",
       .range = Range::not_negative,
       .not_below = "kinetic_coefficient",
       .description = "friction force / normal force beyond which the contact slips"},
      {.name = "kinetic_coefficient",
       .member = &Params::kinetic_coefficient,
       .unit = "1",
       .range = Range::not_negative,
       .description = "friction force / normal force in slip"},
      {.name = "first_step",
       .member = &Params::first_step,
       .unit = "",
       .need = Need::optional,
       .default_value = first_step_ignored,
       .choices = k_first_step_choices,
       .description =
           "whether the motion of the step in which the overlap appears stretches the spring: ignored (it does not) or "
           "counted (it does)"},
  }};

  struct Constants {
    double eight_g, mu_s, mu_d;  ///< 8 G_eff [Pa], [1]
    int first_step;
  };
  static Constants prepare(const Params& p) {
    return {8.0 * p.effective_shear, p.static_coefficient, p.kinetic_coefficient, p.first_step};
  }
  /// Uses Mindlin's effective shear modulus, as the other presets do; the source defines G_eff differently.
  static Params preset(const GrainContact& g) {
    return {
        .effective_shear = g.shear, .static_coefficient = g.grain.friction, .kinetic_coefficient = g.kinetic_friction};
  }
  static bool creates_on_paths(const Params&) { return true; }
  static bool shortens_spring(const Constants&) { return true; }

  static SlideLimit rigid_limit(const Params& p) { return {p.static_coefficient, p.kinetic_coefficient}; }

  template <class R>
  struct History {
    static constexpr int size = 4;
    Vec3<R> stretch{};
    R stiffness{};  ///< at the last evaluation; 0: no overlap then, so the contact is new [N/m]
    template <class F>
    void each(F f) {
      f(stretch.x), f(stretch.y), f(stretch.z), f(stiffness);
    }
    template <class F>
    void vectors(F f) {
      f(stretch);
    }
    void swap_roles() { stretch = -stretch; }
  };

  template <class R>
  static SlideLoad<R> respond(const Constants& c, const ContactGeometry<R>& geometry, const Motion<R>& motion,
                              const NormalLoad<R>& normal_load, History<R>& history) {
    const R k = R(c.eight_g) * sqrt(geometry.radius * max(geometry.overlap, R(0.0))), old_k = history.stiffness;
    const Vec3<R> before = sub_scaled(history.stretch, dot(history.stretch, geometry.normal), geometry.normal);
    Vec3<R> trial = before + motion.slide_step;
    if (c.first_step == first_step_ignored) trial = select(old_k > R(0.0), trial, before);

    Vec3<R> s = trial;
    const R size2 = norm2(trial), threshold = R(c.mu_s) * normal_load.magnitude;
    const auto slips = k * k * size2 > threshold * threshold;
    if (any(slips)) s = select(slips, (R(c.mu_d) * normal_load.magnitude / (k * sqrt(size2))) * trial, trial);

    const R now = R(0.5) * k * norm2(s), then = R(0.5) * old_k * norm2(history.stretch);
    const R work = R(0.5) * dot(add_scaled(k * s, old_k, before), motion.slide_step);
    const auto moves = motion.step > R(0.0);
    history.stretch = select(moves, s, history.stretch);
    history.stiffness =
        k;  // also in the set-up evaluation: a contact that exists at the start of a run is not new in the first step
    return {-(k * s), now, select(moves, work + then - now, R(0.0)), R(0.0)};
  }
  template <class R>
  static R stored(const Constants&, const ContactGeometry<R>&, const History<R>& history) {
    return R(0.5) * history.stiffness * norm2(history.stretch);
  }
  static SpringState spring(const Constants&, const History<double>& history) { return {.stretch = history.stretch}; }
  static Linear linear(const Constants& c, const ContactGeometry<double>& geometry, const NormalLoad<double>&) {
    return {c.eight_g * std::sqrt(geometry.radius * max(geometry.overlap, 0.0)), 0.0};
  }
};

}  // namespace scree::law::slide
