// Sliding friction of a rigid contact, for the stepper `nonsmooth`: |F| <= mu |F_n|, and no spring.
//     [TasoraAnitescu2013, eq. 31]
//
// The source has one coefficient. A kinetic one is for the choice nonsmooth.friction = "static-kinetic".
#pragma once

#include "law/rigid.h"

namespace scree::law::slide {

struct Coulomb {
  static constexpr std::string_view name = "coulomb";
  static constexpr std::string_view source = "TasoraAnitescu2013 eq. 31";
  static constexpr std::string_view equation = "|F| <= coefficient N against the slip;  kinetic_share of it in slip";
  static constexpr bool rigid_only = true;

  struct Params {
    double coefficient = k_unset, kinetic_share = 1.0;
  };
  static constexpr std::array<Field<Params>, 2> fields = {{
      {.name = "coefficient",
       .member = &Params::coefficient,
       .unit = "1",
       .range = Range::not_negative,
       .says = "friction force limit / normal force"},
      {.name = "kinetic_share",
       .member = &Params::kinetic_share,
       .unit = "1",
       .range = Range::fraction,
       .need = Need::optional,
       .preset = 1.0,
       .says = "limit of a slipping contact / that of a sticking one"},
  }};

  static SlideLimit rigid_limit(const Params& p) { return {p.coefficient, p.kinetic_share * p.coefficient}; }
};

}  // namespace scree::law::slide
