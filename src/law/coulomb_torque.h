// A torque limit and no spring, for the stepper `nonsmooth`: |M| <= length |F_n|. Common to roll and spin `coulomb`.
// [TasoraAnitescu2013, eq. 31: rho of rolling and sigma of spinning, both lengths]
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
    double coefficient = k_unset, length = k_unset, kinetic_share = 1.0;
    int arm = -1;
  };
  static constexpr auto fields =
      joined(limit_fields<Params>(),
             std::array<Field<Params>, 1>{{{.name = "kinetic_share",
                                            .member = &Params::kinetic_share,
                                            .unit = "1",
                                            .range = Range::fraction,
                                            .need = Need::optional,
                                            .preset = 1.0,
                                            .says = "limit of a slipping contact / that of a sticking one"}}});

  static std::optional<TorqueLimit> rigid_limit(const Params& p) {
    const LimitLength length = limit_length(p.coefficient, p.arm, p.length);
    return TorqueLimit{length, scaled(p.kinetic_share, length)};
  }
};

}  // namespace scree::law
