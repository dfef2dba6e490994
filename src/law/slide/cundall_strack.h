// Sliding friction of Cundall and Strack: a spring and a dashpot, with a cap on the spring force only and no dashpot in
// slip.
//
//   F = -min(mu |F_n|, K |s|) s/|s| - [stick] D v                 [CundallStrack1979, as FangNegrut2020, A.1 states it]
//
// The update is that of two_mode_spring.h with one coefficient, so no mode is stored. `coulomb-spring` caps the sum of
// spring and dashpot force instead. The paper's D = sqrt(m K) is damping_ratio 0.5; m is the effective mass here (at a
// wall, the mass of the body).
#pragma once

#include "law/capped_spring.h"
#include "law/damping.h"
#include "law/rigid.h"
#include "law/two_mode_spring.h"

namespace scree::law::slide {

struct CundallStrack {
  static constexpr std::string_view name = "cundall-strack";
  static constexpr std::string_view source = "CundallStrack1979; FangNegrut2020 appendix A.1";
  static constexpr std::string_view equation =
      "F = -stiffness s - [stick] c v,  |stiffness s| <= coefficient N\n"
      "c = damping or 2 damping_ratio sqrt(m stiffness)";
  static constexpr bool caps_spring_alone = true;

  struct Params {
    double stiffness = k_unset, coefficient = k_unset, damping = k_unset, damping_ratio = k_unset;
  };
  static constexpr std::array<Field<Params>, 4> fields = {{
      {.name = "stiffness",
       .member = &Params::stiffness,
       .unit = "N/m",
       .range = Range::positive,
       .description = "tangential spring constant"},
      {.name = "coefficient",
       .member = &Params::coefficient,
       .unit = "1",
       .range = Range::not_negative,
       .description = "limit of the spring force / normal force; in stick the dashpot force is added to it"},
      {.name = "damping",
       .member = &Params::damping,
       .unit = "kg/s",
       .range = Range::not_negative,
       .need = Need::one_of,
       .group = "damping",
       .description = "dashpot coefficient c, force c v in stick"},
      {.name = "damping_ratio",
       .member = &Params::damping_ratio,
       .unit = "1",
       .range = Range::not_negative,
       .need = Need::one_of,
       .group = "damping",
       .description = "c = 2 x this x sqrt(effective mass x stiffness); the source uses 0.5"},
  }};

  struct Constants {
    double stiffness, mu, fraction;  ///< K [N/m], mu [1], mu / K [m/N]
    RatioDamping damping;
  };
  static Constants prepare(const Params& p) {
    return {p.stiffness, p.coefficient, p.coefficient / p.stiffness, ratio_damping(p)};
  }
  static Params preset(const GrainContact& g) {
    return {.stiffness = g.slide_stiffness, .coefficient = g.grain.friction, .damping_ratio = g.ratio};
  }

  static SlideLimit rigid_limit(const Params& p) { return {p.coefficient, p.coefficient}; }

  template <class R>
  using History = StretchHistory<R, -1>;

  template <class R>
  static SlideLoad<R> respond(const Constants& c, const ContactGeometry<R>& geometry, const Motion<R>& motion,
                              const NormalLoad<R>& normal_load, History<R>& history) {
    const R k(c.stiffness), cap = R(c.fraction) * normal_load.magnitude;
    R mode(k_stick);
    history.stretch = carried(history.stretch, geometry.normal, k, R(c.mu) * normal_load.magnitude);
    const auto spring = advance_two_mode_spring(history.stretch, mode, start_stick, k, c.damping.at(geometry.mass, k),
                                                {cap, cap}, motion.slide_rate, motion.slide_step, motion.step);
    return {-spring.pull, spring.stored, spring.slip_loss, spring.viscous_loss};
  }
  template <class R>
  static R stored(const Constants& c, const ContactGeometry<R>&, const History<R>& history) {
    return R(0.5 * c.stiffness) * norm2(history.stretch);
  }
  static SpringState spring(const Constants&, const History<double>& history) { return {.stretch = history.stretch}; }
  static Linear linear(const Constants& c, const ContactGeometry<double>& geometry, const NormalLoad<double>&) {
    return {c.stiffness, c.damping.at(geometry.mass, c.stiffness)};
  }
};

}  // namespace scree::law::slide
