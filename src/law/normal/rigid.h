// Normal stage without a spring, for the stepper `nonsmooth`: the normal force is the one that prevents penetration.
//
//   0 <= F  perpendicular to  gap/h + separation speed >= 0                                [TasoraAnitescu2013, eq. 40]
//
// A contact may have a small compliance: with a stiffness k the stepper adds C = 1/(h^2 k) to its normal row. By Hertz
// the tangent stiffness under a load N is dF/d(overlap) = 2 E_eff a with a = (3 N R_eff/(4 E_eff))^(1/3), so
// k = (6 E_eff^2 R_eff N)^(1/3). k is evaluated at the given `load`, not at the load in the run, because a rigid
// contact has no overlap from which it could be computed. [TasoraAnitescu2013, sect. 6.2]
#pragma once

#include "law/rigid.h"

namespace scree::law::normal {

struct Rigid {
  static constexpr std::string_view name = "rigid";
  static constexpr std::string_view source = "TasoraAnitescu2013 eq. 40, sect. 6.2; tangent stiffness Hertz1882";
  static constexpr std::string_view equation =
      "F >= 0,  gap/h + v_n >= 0,  one of them 0 (h: the step);  v_n after = -restitution v_n before\n"
      "compliance: displacement F/k,  k = stiffness or (6 effective_modulus^2 R load)^(1/3)";
  static constexpr std::string_view creates_energy =
      "Newton's `restitution` near 1 can create some in oblique impacts with friction; otherwise creates none";
  static constexpr bool rigid_only = true;

  struct Params {
    double restitution = 0.0, stiffness = k_unset, effective_modulus = k_unset, load = k_unset;
  };
  static constexpr std::array<Field<Params>, 4> fields = {{
      {.name = "restitution",
       .member = &Params::restitution,
       .unit = "1",
       .range = Range::zero_to_one,
       .need = Need::optional,
       .description = "Newton's restitution: speed after / speed before a head-on collision"},
      {.name = "stiffness",
       .member = &Params::stiffness,
       .unit = "N/m",
       .range = Range::positive,
       .need = Need::at_most_one,
       .group = "compliance",
       .description = "stiffness of the compliance, displacement = force / this; rigid if neither this nor "
                      "effective_modulus is given"},
      {.name = "effective_modulus",
       .member = &Params::effective_modulus,
       .unit = "Pa",
       .range = Range::positive,
       .need = Need::at_most_one,
       .group = "compliance",
       .only_with = "load",
       .description =
           "E_eff = 1/((1-nu_a^2)/E_a + (1-nu_b^2)/E_b); stiffness (6 E_eff^2 R_eff load)^(1/3), that of Hertz "
           "under `load`; needs `load`"},
      {.name = "load",
       .member = &Params::load,
       .unit = "N",
       .range = Range::positive,
       .need = Need::optional,
       .only_with = "effective_modulus",
       .description = "the normal force at which the Hertzian stiffness is evaluated"},
  }};

  static RigidPress rigid_press(const Params& p) {
    RigidPress press{.restitution = p.restitution};
    if (is_set(p.stiffness)) press.stiffness = p.stiffness;
    if (is_set(p.effective_modulus)) press.cube_per_radius = 6.0 * p.effective_modulus * p.effective_modulus * p.load;
    return press;
  }
};

}  // namespace scree::law::normal
