// The ways to specify a dashpot coefficient. Exactly one of them is used; the others are zero.
#pragma once

#include <cmath>
#include <numbers>

#include "law/contract.h"

namespace scree::law {

/// -ln e / sqrt(pi^2 + ln^2 e): the damping ratio of a linear spring with restitution coefficient e.
inline double damping_ratio(double e) {
  const double l = std::log(e);
  return -l / std::sqrt(std::numbers::pi * std::numbers::pi + l * l);
}

/// Restitution coefficient of the Hertz spring with c = 2 ratio sqrt(m_eff dF/ddelta): equal to that of a linear spring
/// with sqrt(6/5) times the damping ratio, at any speed; 0 if that ratio is critical or above. Exact.
/// [campello.md, C6; Antypov2011]
inline double hertz_restitution(double ratio) {
  const double beta = ratio * std::sqrt(1.2);
  return beta < 1.0 ? std::exp(-std::numbers::pi * beta / std::sqrt(1.0 - beta * beta)) : 0.0;
}

/// Tsuji's polynomial for alpha(e) in c = alpha sqrt(m k), as in LAMMPS; it equals sqrt(5/2) x damping_ratio(e) to
/// 8e-4. It was fitted for m = the mass of one of two equal spheres. With the effective mass, which LAMMPS and Scree
/// use, the restitution is higher than e (0.62 instead of 0.5 for Hertz). Use `restitution` unless a run must reproduce
/// LAMMPS. [Tsuji1992; LAMMPS damping tsuji]
inline double tsuji_alpha(double e) {
  return 1.2728 + e * (-4.2783 + e * (11.087 + e * (-22.348 + e * (27.467 + e * (-18.022 + e * 4.8218)))));
}

/// Dashpot of a slide law or of the spin laws on a patch: c = fixed + per_mass m_eff + fraction c_n [kg/s].
struct TangentDamping {
  double fixed = 0.0;     ///< [kg/s]
  double per_mass = 0.0;  ///< [1/s]
  double fraction = 0.0;  ///< of the normal dashpot coefficient c_n [1]

  template <class R>
  R at(const ContactGeometry<R>& geometry, const NormalLoad<R>& normal_load) const {
    return mul_add(R(fraction), normal_load.damping, mul_add(R(per_mass), geometry.mass, R(fixed)));
  }
};

template <class P>
TangentDamping tangent_damping(const P& p) {
  return {is_set(p.damping) ? p.damping : 0.0, is_set(p.damping_by_mass) ? p.damping_by_mass : 0.0,
          is_set(p.damping_of_normal) ? p.damping_of_normal : 0.0};
}

template <class P>
constexpr std::array<Field<P>, 3> tangent_damping_fields() {
  return {{{.name = "damping",
            .member = &P::damping,
            .unit = "kg/s",
            .range = Range::not_negative,
            .need = Need::one_of,
            .group = "damping",
            .description = "dashpot coefficient c, force c v"},
           {.name = "damping_by_mass",
            .member = &P::damping_by_mass,
            .unit = "1/s",
            .range = Range::not_negative,
            .need = Need::one_of,
            .group = "damping",
            .description = "dashpot coefficient over effective mass, c = m_eff x this"},
           {.name = "damping_of_normal",
            .member = &P::damping_of_normal,
            .unit = "1",
            .range = Range::not_negative,
            .need = Need::one_of,
            .group = "damping",
            .description = "dashpot coefficient / that of the normal dashpot (the convention of LAMMPS)"}}};
}

/// Concatenates lists of fields.
template <class P, std::size_t... N>
constexpr auto joined(const std::array<Field<P>, N>&... lists) {
  std::array<Field<P>, (N + ...)> all{};
  std::size_t at = 0;
  auto append = [&](const auto& list) {
    for (const auto& field : list) all[at++] = field;
  };
  (append(lists), ...);
  return all;
}

}  // namespace scree::law
