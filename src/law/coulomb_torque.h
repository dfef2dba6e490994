// A torque limit without a spring, for the stepper `nonsmooth`: |M| <= length |F_n|. Base of the roll law and the spin
// law `coulomb`. [TasoraAnitescu2013, eq. 31: rho for rolling and sigma for spinning, both lengths]
#pragma once

#include "law/damping.h"
#include "law/rigid.h"

namespace scree::law {

struct CoulombTorque {
  static constexpr std::string_view name = "coulomb";
  static constexpr std::string_view source = "TasoraAnitescu2013 eq. 31";
  static constexpr std::string_view equation =
      "|M| <= limit against the motion;  kinetic_share of it in slip\n"
      "limit = length N, or coefficient (arm) N";
  static constexpr bool rigid_only = true;

  struct Params {
    double coefficient = k_unset, length = k_unset, kinetic_fraction = 1.0;
    int arm = -1;
  };
  static constexpr auto fields =
      joined(limit_fields<Params>(), std::array<Field<Params>, 1>{{{.name = "kinetic_share",
                                                                    .member = &Params::kinetic_fraction,
                                                                    .unit = "1",
                                                                    .range = Range::fraction,
                                                                    .need = Need::optional,
                                                                    .default_value = 1.0,
                                                                    .description = "limit in slip / limit in stick"}}});

  static std::optional<TorqueLimit> rigid_limit(const Params& p) {
    const LimitLength length = limit_length(p.coefficient, p.arm, p.length);
    return TorqueLimit{length, scaled(p.kinetic_fraction, length)};
  }
};

}  // namespace scree::law
