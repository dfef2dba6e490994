// Linear spring and dashpot along the normal.
//
//   F = k delta - c v_n,   v_n = separation speed                               [Santos2020, eq. 1b; santos.md, S1, S9]
//
// The force may be attractive just before the bodies separate (as in LAMMPS without limit_damping), unless `tension` is
// "clipped". With `restitution` e the dashpot is c = 2 L sqrt(m_eff k), L = -ln e / sqrt(pi^2 + ln^2 e): the exact
// relation for this law.
#pragma once

#include "law/damping.h"
#include "law/rigid.h"
#include "law/tension.h"

namespace scree::law::normal {

struct Hooke {
  static constexpr std::string_view name = "hooke";
  static constexpr std::string_view source = "Santos2020 eq. 1b; LAMMPS granular hooke";
  static constexpr std::string_view equation =
      "F = stiffness d - c v_n\n"
      "c = damping, damping_by_mass m, or 2 L sqrt(m stiffness), L = -ln e / sqrt(pi^2 + ln^2 e), e = restitution";

  struct Params {
    double stiffness = k_unset, damping = k_unset, damping_by_mass = k_unset, restitution = k_unset,
           restitution_tsuji = k_unset;
    int tension = tension_kept;
  };
  static constexpr auto fields = joined(
      std::array<Field<Params>, 5>{{
          {.name = "stiffness",
           .member = &Params::stiffness,
           .unit = "N/m",
           .range = Range::positive,
           .description = "spring constant k, force k x overlap"},
          {.name = "damping",
           .member = &Params::damping,
           .unit = "kg/s",
           .range = Range::not_negative,
           .need = Need::one_of,
           .group = "damping",
           .description = "dashpot coefficient c, force c v"},
          {.name = "damping_by_mass",
           .member = &Params::damping_by_mass,
           .unit = "1/s",
           .range = Range::not_negative,
           .need = Need::one_of,
           .group = "damping",
           .description = "dashpot coefficient over effective mass, c = m_eff x this"},
          {.name = "restitution",
           .member = &Params::restitution,
           .unit = "1",
           .range = Range::fraction,
           .need = Need::one_of,
           .group = "damping",
           .description = "speed after / speed before a head-on collision; exact for this law"},
          {.name = "restitution_tsuji",
           .member = &Params::restitution_tsuji,
           .unit = "1",
           .range = Range::fraction,
           .need = Need::one_of,
           .group = "damping",
           .description =
               "Tsuji's polynomial with the effective mass, as in LAMMPS; the restitution is higher than this number"},
      }},
      tension_field<Params>());

  struct Constants {
    double stiffness, damping, damping_by_mass;
    double alpha_root_k;  ///< c = this x sqrt(m_eff) [kg^(1/2)/s]
    int tension;
  };
  static Constants prepare(const Params& p) {
    const double alpha = is_set(p.restitution)         ? 2.0 * damping_ratio(p.restitution)
                         : is_set(p.restitution_tsuji) ? tsuji_alpha(p.restitution_tsuji)
                                                       : 0.0;
    return {p.stiffness, is_set(p.damping) ? p.damping : 0.0, is_set(p.damping_by_mass) ? p.damping_by_mass : 0.0,
            alpha * std::sqrt(p.stiffness), p.tension};
  }
  static Params preset(const GrainContact& g) {
    return {.stiffness = g.press_stiffness, .restitution = g.grain.restitution};
  }

  /// A rigid contact has no spring and no dashpot. Only a given restitution applies; otherwise 0.
  static RigidPress rigid_press(const Params& p) {
    return {.restitution = is_set(p.restitution) ? p.restitution : 0.0};
  }

  template <class R>
  static NormalLoad<R> respond(const Constants& c, const ContactGeometry<R>& geometry, const Motion<R>& motion) {
    const R k(c.stiffness);
    R damping = mul_add(R(c.damping_by_mass), geometry.mass, R(c.damping));
    if (c.alpha_root_k != 0.0) damping = mul_add(R(c.alpha_root_k), sqrt(geometry.mass), damping);
    return pressed_by(c.tension, k * geometry.overlap, damping, R(0.5) * k * geometry.overlap * geometry.overlap,
                      motion);
  }
  static Linear linear(const Constants& c, const ContactGeometry<double>& geometry) {
    return {c.stiffness, respond(c, geometry, Motion<double>{}).damping};
  }
};

}  // namespace scree::law::normal
