// A prescribed normal force, independent of overlap and speed.
//
//   F = force while the bodies touch, stored energy force x overlap
//
// For numerical experiments on friction alone, with a known normal force and without rebound: a brick on a plane, a
// wheel under a given load [FangNegrut2020, sect. 4]. The law has no stiffness: a body whose weight exceeds the force
// sinks in, a lighter one rises.
#pragma once

#include "law/contract.h"

namespace scree::law::normal {

struct Prescribed {
  static constexpr std::string_view name = "prescribed";
  static constexpr std::string_view source = "a given number; used as in FangNegrut2020 sect. 4";
  static constexpr std::string_view equation = "F = force";
  static constexpr std::string_view not_rigid =
      "the normal force of a rigid contact follows from the non-penetration condition and cannot be prescribed; use "
      "normal \"rigid\", and give the bodies a `force`";

  struct Params {
    double force = k_unset;
  };
  static constexpr std::array<Field<Params>, 1> fields = {
      {{.name = "force",
        .member = &Params::force,
        .unit = "N",
        .range = Range::positive,
        .description = "repulsive force while the bodies touch, independent of overlap and speed"}}};

  struct Constants {
    double force;
  };
  static Constants prepare(const Params& p) { return {p.force}; }
  static Params preset(const GrainContact& g) { return {.force = g.force}; }

  template <class R>
  static NormalLoad<R> respond(const Constants& c, const ContactGeometry<R>& geometry, const Motion<R>&) {
    const R force(c.force);
    return {force, force, R(0.0), force * geometry.overlap, R(0.0), force};
  }
  static Linear linear(const Constants&, const ContactGeometry<double>&) { return {0.0, 0.0}; }
};

}  // namespace scree::law::normal
