// A normal force that somebody prescribes: the same for any overlap and any speed.
//
//   F = force while the bodies touch, stored energy force x overlap
//
// For experiments on friction alone, where the normal force is a number on paper and nothing may bounce: a brick on a
// plane, a wheel under a given load [FangNegrut2020, sect. 4]. It has no stiffness: weight above the force sinks in,
// weight below it takes off.
#pragma once

#include "law/contract.h"

namespace scree::law::normal {

struct Prescribed {
  static constexpr std::string_view name = "prescribed";
  static constexpr std::string_view source = "a given number; used as in FangNegrut2020 sect. 4";
  static constexpr std::string_view equation = "F = force";
  static constexpr std::string_view not_rigid =
      "the force of a rigid contact is what keeps the bodies apart, and nobody can prescribe it; take normal "
      "\"rigid\", and give the bodies a "
      "`force`";

  struct Params {
    double force = k_unset;
  };
  static constexpr std::array<Field<Params>, 1> fields = {
      {{.name = "force",
        .member = &Params::force,
        .unit = "N",
        .range = Range::positive,
        .says = "repulsive force while the bodies touch, whatever their overlap and speed"}}};

  struct Constants {
    double force;
  };
  static Constants prepare(const Params& p) { return {p.force}; }
  static Params preset(const GrainContact& g) { return {.force = g.force}; }

  template <class R>
  static Pressed<R> respond(const Constants& c, const Touch<R>& touch, const Motion<R>&) {
    const R force(c.force);
    return {force, force, R(0.0), force * touch.overlap, R(0.0), force};
  }
  static Linear linear(const Constants&, const Touch<double>&) { return {0.0, 0.0}; }
};

}  // namespace scree::law::normal
