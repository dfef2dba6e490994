// Sliding friction whose stiffness follows Hertz's patch, with the dashpot of the normal stage.
//
//   F = capped(-k s - c v),  k = 8 G_eff sqrt(R_eff delta),  c = c_n,  |F| <= mu |F_n|
//       [Tsuji1992; FangNegrut2020, eq. 5, 6]
//
// Beside normal "hertz" with `restitution_tsuji` it is the whole model of the source. In slip the source turns the
// force against the slip velocity; here it keeps the direction of the trial force, and the spring follows, as in
// capped_spring.h.
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
      "creates (k_1 - k_2) s^2/2 where a spring is stretched at a small overlap and slackened at a large one, since "
      "its stiffness follows the patch; "
      "measured on 1,000 random closed paths (`scree contact --energy`): up to 0.44 of the most that it held";

  struct Params {
    double effective_shear = k_unset, coefficient = k_unset;
  };
  static constexpr std::array<Field<Params>, 2> fields = {{
      {.name = "effective_shear",
       .member = &Params::effective_shear,
       .unit = "Pa",
       .range = Range::positive,
       .says = "effective shear modulus G_eff = 1/((2-nu_a)/G_a + (2-nu_b)/G_b); stiffness 8 G_eff sqrt(R_eff "
               "overlap), dashpot that of the normal law"},
      {.name = "coefficient",
       .member = &Params::coefficient,
       .unit = "1",
       .range = Range::not_negative,
       .says = "friction force limit / normal force"},
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

  /// k at an overlap; bodies that do not touch have no patch.
  template <class R>
  static R stiffness(const Constants& c, const Touch<R>& touch, const R& overlap) {
    return R(c.eight_g) * sqrt(touch.radius * max(overlap, R(0.0)));
  }

  template <class R>
  static Slid<R> respond(const Constants& c, const Touch<R>& touch, const Motion<R>& motion, const Pressed<R>& pressed,
                         History<R>& history) {
    const R k = stiffness(c, touch, touch.overlap);
    const auto spring = advance_capped_spring(history.stretch, k, select(k > R(0.0), R(1.0) / k, R(0.0)),
                                              pressed.damping, R(c.mu) * pressed.magnitude, touch.normal,
                                              motion.slide_rate, motion.slide_step, motion.step);
    const R growth = k - stiffness(c, touch, touch.overlap + motion.separation_step);
    return {spring.load, spring.stored, spring.lost - unearned(growth, spring.before, motion.slide_step),
            spring.dragged};
  }
  template <class R>
  static R stored(const Constants& c, const Touch<R>& touch, const History<R>& history) {
    return R(0.5) * stiffness(c, touch, touch.overlap) * norm2(history.stretch);
  }
  static SpringState spring(const Constants&, const History<double>& history) { return {.stretch = history.stretch}; }
  static Linear linear(const Constants& c, const Touch<double>& touch, const Pressed<double>& pressed) {
    return {stiffness(c, touch, touch.overlap), pressed.damping};
  }
};

}  // namespace scree::law::slide
