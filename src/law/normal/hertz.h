// Normal force of Hertz with a dashpot.
//
//   F = K a delta - c v_n,   a = sqrt(R_eff delta),  K = 4/3 E_eff              [LAMMPS granular hertz, hertz/material]
//   1/E_eff = 2 (1 - nu^2) / E for two bodies of one material; otherwise give E_eff or K itself.
//
// With `restitution` e the dashpot is c = sqrt(5) L sqrt(m_eff K a), for which e does not depend on the speed
// [Antypov2011]. `damping_ratio` xi gives the same dashpot in another parametrisation, c = 2 xi sqrt(m_eff dF/ddelta)
// with dF/ddelta = 3/2 K a [Campello2015, eq. 22; campello.md, C5, C6]. `viscoelastic` is that of LAMMPS,
// c = this x a x m_eff.
#pragma once

#include "law/damping.h"
#include "law/rigid.h"
#include "law/tension.h"

namespace scree::law::normal {

struct Hertz {
  static constexpr std::string_view name = "hertz";
  static constexpr std::string_view source =
      "Hertz1882; damping Tsuji1992, Antypov2011, Campello2015 eq. 22; LAMMPS granular hertz";
  static constexpr std::string_view equation =
      "F = K a d - c v_n,  a = sqrt(R d),  K = stiffness or 4/3 effective_modulus\n"
      "c = damping, damping_by_mass m, viscoelastic a m, 2 damping_ratio sqrt(3/2 m K a),\n"
      "or sqrt(5) L sqrt(m K a), L = -ln e / sqrt(pi^2 + ln^2 e), e = restitution";

  struct Params {
    double stiffness = k_unset, effective_modulus = k_unset, damping = k_unset, damping_by_mass = k_unset,
           viscoelastic = k_unset, restitution = k_unset, restitution_tsuji = k_unset, damping_ratio = k_unset;
    int tension = tension_kept;
  };
  static constexpr auto fields = joined(
      std::array<Field<Params>, 8>{{
          {.name = "stiffness",
           .member = &Params::stiffness,
           .unit = "Pa",
           .range = Range::positive,
           .need = Need::one_of,
           .group = "stiffness",
           .description = "K in F = K sqrt(R_eff overlap) overlap"},
          {.name = "effective_modulus",
           .member = &Params::effective_modulus,
           .unit = "Pa",
           .range = Range::positive,
           .need = Need::one_of,
           .group = "stiffness",
           .description = "E_eff = 1/((1-nu_a^2)/E_a + (1-nu_b^2)/E_b); K = 4/3 E_eff"},
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
          {.name = "viscoelastic",
           .member = &Params::viscoelastic,
           .unit = "1/(m s)",
           .range = Range::not_negative,
           .need = Need::one_of,
           .group = "damping",
           .description = "c = this x contact radius x effective mass (LAMMPS viscoelastic)"},
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
          {.name = "damping_ratio",
           .member = &Params::damping_ratio,
           .unit = "1",
           .range = Range::not_negative,
           .need = Need::one_of,
           .group = "damping",
           .description =
               "c = 2 x this x sqrt(effective mass x dF/d(overlap)); at 0.913 and above the bodies do not rebound"},
      }},
      tension_field<Params>());

  struct Constants {
    double stiffness, damping, damping_by_mass, viscoelastic;
    double alpha_root_k;  ///< c = this x sqrt(m_eff a)
    int tension;
  };
  static Constants prepare(const Params& p) {
    const double k = is_set(p.stiffness) ? p.stiffness : 4.0 / 3.0 * p.effective_modulus;
    const double alpha = is_set(p.restitution)         ? std::sqrt(5.0) * damping_ratio(p.restitution)
                         : is_set(p.restitution_tsuji) ? tsuji_alpha(p.restitution_tsuji)
                         : is_set(p.damping_ratio)     ? 2.0 * std::sqrt(1.5) * p.damping_ratio
                                                       : 0.0;
    return {k,
            is_set(p.damping) ? p.damping : 0.0,
            is_set(p.damping_by_mass) ? p.damping_by_mass : 0.0,
            is_set(p.viscoelastic) ? p.viscoelastic : 0.0,
            alpha * std::sqrt(k),
            p.tension};
  }
  static Params preset(const GrainContact& g) {
    return {.effective_modulus = g.modulus, .restitution = g.grain.restitution};
  }

  static double collision_modulus(const Params& p) {
    return is_set(p.effective_modulus) ? p.effective_modulus : 0.75 * p.stiffness;
  }

  /// A rigid contact has no spring and no dashpot. Only a restitution applies: the given one, or that of the given
  /// damping ratio; otherwise 0.
  static RigidPress rigid_press(const Params& p) {
    if (is_set(p.damping_ratio)) return {.restitution = hertz_restitution(p.damping_ratio)};
    return {.restitution = is_set(p.restitution) ? p.restitution : 0.0};
  }

  template <class R>
  static NormalLoad<R> respond(const Constants& c, const ContactGeometry<R>& geometry, const Motion<R>& motion) {
    const R a = sqrt(geometry.radius * geometry.overlap);  // contact radius [m]
    const R elastic = R(c.stiffness) * a * geometry.overlap;
    R damping = mul_add(mul_add(R(c.viscoelastic), a, R(c.damping_by_mass)), geometry.mass, R(c.damping));
    if (c.alpha_root_k != 0.0) damping = mul_add(R(c.alpha_root_k), sqrt(geometry.mass * a), damping);
    return pressed_by(c.tension, elastic, damping, R(0.4) * elastic * geometry.overlap, motion);
  }
  /// dF/d(overlap) = 3/2 K a at the given overlap.
  static Linear linear(const Constants& c, const ContactGeometry<double>& geometry) {
    return {1.5 * c.stiffness * std::sqrt(geometry.radius * geometry.overlap),
            respond(c, geometry, Motion<double>{}).damping};
  }
};

}  // namespace scree::law::normal
