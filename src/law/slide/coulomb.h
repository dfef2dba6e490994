// Sliding friction of a rigid contact, for the stepper `nonsmooth`: |F| <= mu |F_n|, without a spring.
//     [TasoraAnitescu2013, eq. 31]
//
// The source has one coefficient. A kinetic coefficient requires nonsmooth.friction = "static-kinetic".
#pragma once

#include "law/rigid.h"

namespace scree::law::slide {

struct Coulomb {
  static constexpr std::string_view name = "coulomb";
  static constexpr std::string_view source = "TasoraAnitescu2013 eq. 31";
  static constexpr std::string_view equation = "|F| <= coefficient N against the slip;  kinetic_share of it in slip";
  static constexpr bool rigid_only = true;

  struct Params {
    double coefficient = k_unset, kinetic_fraction = 1.0;
  };
  static constexpr std::array<Field<Params>, 2> fields = {{
      {.name = "coefficient",
       .member = &Params::coefficient,
       .unit = "1",
       .range = Range::not_negative,
       .description = "limit of the friction force / normal force"},
      {.name = "kinetic_share",
       .member = &Params::kinetic_fraction,
       .unit = "1",
       .range = Range::fraction,
       .need = Need::optional,
       .default_value = 1.0,
       .description = "limit in slip / limit in stick"},
  }};

  static SlideLimit rigid_limit(const Params& p) { return {p.coefficient, p.kinetic_fraction * p.coefficient}; }
};

}  // namespace scree::law::slide
