// The limit of a rolling or spinning torque: limit = length x |F_n|.
//
// A coefficient such as "mu_r = 0.1" is multiplied by R/2 in some codes, by R, 2 R_eff or 1 m in others. Here the user
// gives the length itself, or a coefficient together with the name of its arm; there is no default arm.
#pragma once

#include <array>

#include "law/contract.h"

namespace scree::law {

enum Arm { effective_radius, effective_diameter, smaller_radius };
inline constexpr std::array<std::string_view, 3> k_arm_choices = {"effective-radius", "effective-diameter",
                                                                  "smaller-radius"};

/// length = per_radius * R_eff + per_smaller * min(R_a, R_b) + fixed; at most one of the three is not zero.
struct LimitLength {
  double per_radius = 0.0;   ///< [1]
  double per_smaller = 0.0;  ///< [1]
  double fixed = 0.0;        ///< [m]

  template <class R>
  R at(const ContactGeometry<R>& geometry) const {
    return mul_add(R(per_radius), geometry.radius, mul_add(R(per_smaller), geometry.smaller_radius, R(fixed)));
  }
};

inline LimitLength limit_length(double coefficient, int arm, double length) {
  if (is_set(length)) return {0.0, 0.0, length};
  switch (static_cast<Arm>(arm)) {
    case effective_radius: return {coefficient, 0.0, 0.0};
    case effective_diameter: return {2.0 * coefficient, 0.0, 0.0};
    case smaller_radius: return {0.0, coefficient, 0.0};
  }
  return {};
}

/// The three fields that describe a limit, for a Params with members coefficient, arm and length.
template <class P>
constexpr std::array<Field<P>, 3> limit_fields() {
  return {
      {{.name = "coefficient",
        .member = &P::coefficient,
        .unit = "1",
        .range = Range::not_negative,
        .need = Need::one_of,
        .group = "limit",
        .only_with = "arm",
        .description = "torque limit / (arm x normal force); needs `arm`"},
       {.name = "arm",
        .member = &P::arm,
        .unit = "",
        .need = Need::optional,
        .choices = k_arm_choices,
        .only_with = "coefficient",
        .description =
            "the length that multiplies the coefficient: effective-radius is R_a R_b/(R_a+R_b) (LAMMPS, LIGGGHTS), "
            "effective-diameter twice that (MercuryDPM), smaller-radius min(R_a, R_b) (YADE, EDEM for equal spheres)"},
       {.name = "length",
        .member = &P::length,
        .unit = "m",
        .range = Range::not_negative,
        .need = Need::one_of,
        .group = "limit",
        .description = "torque limit / normal force, as a length"}}};
}

}  // namespace scree::law
