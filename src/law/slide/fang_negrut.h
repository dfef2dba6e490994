// Sliding friction from the relative motion of the contact point on the two bodies.
//
//   F_f = K_E S + [stick] K_D dS/dt,  S += p_i - p_j,  |S| <= mu_s N/K_E in stick, mu_k N/K_E in slip
//       [FangNegrut2020, eq. 1a-1c]
//   K_D = 2 ratio sqrt(m_ij K_E), m_ij = geometry.pair_mass
//
// The history is minus the paper's S: its increment is the slip of a relative to b, and the force on a is opposite to
// it. Kinematics `tracked` rotates it with the bodies. Modes, caps and energy: two_mode_spring.h. [fang-negrut.md, 1.3
// steps 5-6]
#pragma once

#include "law/damping.h"
#include "law/rigid.h"
#include "law/two_mode_spring.h"

namespace scree::law::slide {

struct FangNegrut {
  static constexpr std::string_view name = "fang-negrut";
  static constexpr std::string_view source = "FangNegrut2020 eq. 1a-1c";
  static constexpr std::string_view equation =
      "F = -stiffness s - [stick] D v,  |s| <= static_coefficient N/stiffness in stick, kinetic_coefficient "
      "N/stiffness in slip\n"
      "D = damping or 2 damping_ratio sqrt(pair mass x stiffness)";
  static constexpr bool caps_spring_alone = true;
  static constexpr bool needs_tracked = true;
  static constexpr std::string_view creates_energy =
      "with `start` = \"slip\" each new contact has a stretched spring, measured: up to 0.002 of the largest stored "
      "energy "
      "(`scree contact --energy`); otherwise creates none";

  struct Params {
    double stiffness = k_unset, static_coefficient = k_unset, kinetic_coefficient = k_unset, damping = k_unset,
           damping_ratio = k_unset;
    int start = start_stick;
  };
  static constexpr auto fields = joined(
      std::array<Field<Params>, 1>{{{.name = "stiffness",
                                     .member = &Params::stiffness,
                                     .unit = "N/m",
                                     .range = Range::positive,
                                     .description = "K_E of the tangential spring"}}},
      two_mode_fields<Params>(),
      std::array<Field<Params>, 2>{{
          {.name = "damping",
           .member = &Params::damping,
           .unit = "kg/s",
           .range = Range::not_negative,
           .need = Need::at_most_one,
           .group = "damping",
           .description = "K_D of the dashpot, which acts in stick only"},
          {.name = "damping_ratio",
           .member = &Params::damping_ratio,
           .unit = "1",
           .range = Range::not_negative,
           .need = Need::at_most_one,
           .group = "damping",
           .description = "K_D = 2 x this x sqrt(pair mass x stiffness); 1 if neither this nor damping is given"},
      }});

  struct Constants {
    double stiffness, static_fraction, kinetic_fraction;  ///< mu / K_E [m/N]
    RatioDamping damping;
    int start;
  };
  static Constants prepare(const Params& p) {
    return {p.stiffness, p.static_coefficient / p.stiffness, p.kinetic_coefficient / p.stiffness, ratio_damping(p),
            p.start};
  }
  static Params preset(const GrainContact& g) {
    return {.stiffness = g.slide_stiffness,
            .static_coefficient = g.grain.friction,
            .kinetic_coefficient = g.kinetic_friction,
            .damping_ratio = g.ratio};
  }

  static SlideLimit rigid_limit(const Params& p) { return {p.static_coefficient, p.kinetic_coefficient}; }

  template <class R>
  using History = StretchAndMode<R>;

  template <class R>
  static SlideLoad<R> respond(const Constants& c, const ContactGeometry<R>& geometry, const Motion<R>& motion,
                              const NormalLoad<R>& normal_load, History<R>& history) {
    const R k(c.stiffness);
    const Caps<R> caps{R(c.static_fraction) * normal_load.magnitude, R(c.kinetic_fraction) * normal_load.magnitude};
    const auto spring =
        advance_two_mode_spring(history.stretch, history.mode, c.start, k, c.damping.at(geometry.pair_mass, k), caps,
                                motion.slide_rate, motion.slide_step, motion.step);
    return {-spring.pull, spring.stored, spring.slip_loss, spring.viscous_loss};
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
  static Linear linear(const Constants& c, const ContactGeometry<double>& geometry, const NormalLoad<double>&) {
    return {c.stiffness, c.damping.at(geometry.pair_mass, c.stiffness)};
  }
};

}  // namespace scree::law::slide
