// Sliding friction with a static and a kinetic coefficient, both applied to the sum of spring and dashpot force.
//
//   F* = -k s* - c v
//   stick: if |F*| > mu_s |F_n| the contact slips;  slip: it continues while |F*| > mu_k |F_n|, otherwise it sticks
//   in slip F = F* mu_k |F_n|/|F*|, and s is set so that F = -k s - c v      [Luding2008; FangNegrut2020, appendix A.1]
//
// The appendix of FangNegrut2020 does not state when slip ends; the rule here is Luding's. s* includes the displacement
// of this step, as in the other laws of Scree; Luding adds it after the force. The history stores the mode as a number:
// 0 or 1 for stick, 2 for slip, as in two_mode_spring.h.
#pragma once

#include "law/capped_spring.h"
#include "law/damping.h"
#include "law/rigid.h"
#include "law/two_mode_spring.h"

namespace scree::law::slide {

struct Luding {
  static constexpr std::string_view name = "luding";
  static constexpr std::string_view source = "Luding2008; FangNegrut2020 appendix A.1";
  static constexpr std::string_view equation =
      "F = -stiffness s - c v;  slip begins at |F| = static_coefficient N and ends below kinetic_coefficient N\n"
      "in slip |F| = kinetic_coefficient N, and s follows from F\n"
      "c = damping, damping_by_mass m, or damping_of_normal c_n";
  static constexpr std::string_view creates_energy = k_dashpot_creates_energy;

  struct Params {
    double stiffness = k_unset, static_coefficient = k_unset, kinetic_coefficient = k_unset, damping = k_unset,
           damping_by_mass = k_unset, damping_of_normal = k_unset;
  };
  static constexpr auto fields =
      joined(std::array<Field<Params>, 3>{{
                 {.name = "stiffness",
                  .member = &Params::stiffness,
                  .unit = "N/m",
                  .range = Range::positive,
                  .description = "tangential spring constant"},
                 {.name = "static_coefficient",
                  .member = &Params::static_coefficient,
                  .unit = "1",
                  .range = Range::not_negative,
                  .not_below = "kinetic_coefficient",
                  .description = "friction force / normal force beyond which a sticking contact slips"},
                 {.name = "kinetic_coefficient",
                  .member = &Params::kinetic_coefficient,
                  .unit = "1",
                  .range = Range::not_negative,
                  .description = "friction force / normal force in slip"},
             }},
             tangent_damping_fields<Params>());

  struct Constants {
    double stiffness, inverse_stiffness, mu_s, mu_k;
    TangentDamping damping;
  };
  static Constants prepare(const Params& p) {
    return {p.stiffness, 1.0 / p.stiffness, p.static_coefficient, p.kinetic_coefficient, tangent_damping(p)};
  }
  static Params preset(const GrainContact& g) {
    return {.stiffness = g.slide_stiffness,
            .static_coefficient = g.grain.friction,
            .kinetic_coefficient = g.kinetic_friction,
            .damping_of_normal = 0.5};
  }

  static SlideLimit rigid_limit(const Params& p) { return {p.static_coefficient, p.kinetic_coefficient}; }

  template <class R>
  using History = StretchAndMode<R>;

  template <class R>
  static SlideLoad<R> respond(const Constants& c, const ContactGeometry<R>& geometry, const Motion<R>& motion,
                              const NormalLoad<R>& normal_load, History<R>& history) {
    const R limit = R(c.mu_k) * normal_load.magnitude;
    const R threshold = select(history.mode > R(1.5), limit, R(c.mu_s) * normal_load.magnitude);
    const auto spring = advance_capped_spring(history.stretch, R(c.stiffness), R(c.inverse_stiffness),
                                              c.damping.at(geometry, normal_load), threshold, limit, geometry.normal,
                                              motion.slide_rate, motion.slide_step, motion.step);
    history.mode = select(motion.step > R(0.0), R(k_stick) + spring.slips, history.mode);
    return {spring.load, spring.stored, spring.slip_loss, spring.viscous_loss};
  }
  template <class R>
  static R stored(const Constants& c, const ContactGeometry<R>&, const History<R>& history) {
    return R(0.5 * c.stiffness) * norm2(history.stretch);
  }
  static SpringState spring(const Constants&, const History<double>& history) { return {.stretch = history.stretch}; }
  template <class R>
  static R mode(const History<R>& history) {
    return history.mode;
  }
  static Linear linear(const Constants& c, const ContactGeometry<double>& geometry,
                       const NormalLoad<double>& normal_load) {
    return {c.stiffness, c.damping.at(geometry, normal_load)};
  }
};

}  // namespace scree::law::slide
