// Sliding friction with the stiffness of the Hertzian contact patch and the dashpot of the normal stage.
//
//   F = capped(-k s - c v),  k = 8 G_eff sqrt(R_eff delta),  c = c_n,  |F| <= mu |F_n|
//       [Tsuji1992; FangNegrut2020, eq. 5, 6]
//
// Together with normal "hertz" and `restitution_tsuji` it is the complete model of the source, with one exception: in
// slip the source applies the force opposite to the slip velocity; here the force keeps the direction of the trial
// force, and the spring is set accordingly, as in capped_spring.h.
#pragma once

#include "law/capped_spring.h"
#include "law/damping.h"
#include "law/rigid.h"
#include "law/two_mode_spring.h"

namespace scree::law::slide {

struct Tsuji {
  static constexpr std::string_view name = "tsuji";
  static constexpr std::string_view source = "Tsuji1992; FangNegrut2020 eq. 5, 6";
  static constexpr std::string_view equation =
      "F = -k s - c_n v,  |F| <= coefficient N,  in slip s follows from F\n"
      "k = 8 effective_shear sqrt(R d)";
  static constexpr std::string_view creates_energy =
      "creates (k_1 - k_2) s^2/2 where a spring is stretched at a small overlap and released at a large one, because "
      "its stiffness depends on the contact radius; "
      "measured on 1,000 random closed paths (`scree contact --energy`): up to 0.44 of the largest stored energy";

  struct Params {
    double effective_shear = k_unset, coefficient = k_unset;
  };
  static constexpr std::array<Field<Params>, 2> fields = {{
      {.name = "effective_shear",
       .member = &Params::effective_shear,
       .unit = "Pa",
       .range = Range::positive,
       .description = "effective shear modulus G_eff = 1/((2-nu_a)/G_a + (2-nu_b)/G_b); stiffness 8 G_eff sqrt(R_eff "
                      "overlap); the dashpot coefficient is that of the normal law"},
      {.name = "coefficient",
       .member = &Params::coefficient,
       .unit = "1",
       .range = Range::not_negative,
       .description = "limit of the friction force / normal force"},
  }};

  struct Constants {
    double eight_g, mu;  ///< 8 G_eff [Pa], [1]
  };
  static Constants prepare(const Params& p) { return {8.0 * p.effective_shear, p.coefficient}; }
  static Params preset(const GrainContact& g) { return {.effective_shear = g.shear, .coefficient = g.grain.friction}; }
  static bool creates_on_paths(const Params&) { return true; }

  static SlideLimit rigid_limit(const Params& p) { return {p.coefficient, p.coefficient}; }

  template <class R>
  using History = StretchHistory<R, -1>;

  /// k at an overlap; 0 if the bodies do not touch.
  template <class R>
  static R stiffness(const Constants& c, const ContactGeometry<R>& geometry, const R& overlap) {
    return R(c.eight_g) * sqrt(geometry.radius * max(overlap, R(0.0)));
  }

  template <class R>
  static SlideLoad<R> respond(const Constants& c, const ContactGeometry<R>& geometry, const Motion<R>& motion,
                              const NormalLoad<R>& normal_load, History<R>& history) {
    const R k = stiffness(c, geometry, geometry.overlap);
    const auto spring = advance_capped_spring(history.stretch, k, select(k > R(0.0), R(1.0) / k, R(0.0)),
                                              normal_load.damping, R(c.mu) * normal_load.magnitude, geometry.normal,
                                              motion.slide_rate, motion.slide_step, motion.step);
    const R growth = k - stiffness(c, geometry, geometry.overlap + motion.separation_step);
    return {spring.load, spring.stored, spring.slip_loss - growth_energy(growth, spring.before, motion.slide_step),
            spring.viscous_loss};
  }
  template <class R>
  static R stored(const Constants& c, const ContactGeometry<R>& geometry, const History<R>& history) {
    return R(0.5) * stiffness(c, geometry, geometry.overlap) * norm2(history.stretch);
  }
  static SpringState spring(const Constants&, const History<double>& history) { return {.stretch = history.stretch}; }
  static Linear linear(const Constants& c, const ContactGeometry<double>& geometry,
                       const NormalLoad<double>& normal_load) {
    return {stiffness(c, geometry, geometry.overlap), normal_load.damping};
  }
};

}  // namespace scree::law::slide
