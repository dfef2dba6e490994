// A slide law that does not stand in law/all.h, as a program may add one at run time: an elastic, perfectly plastic
// bristle.
//
//   F = -k s,  |F| <= mu |F_n|
#pragma once

#include "kernel/contact_kernels.h"
#include "law/capped_spring.h"
#include "law/rigid.h"

namespace scree::test {

struct Bristle {
  static constexpr std::string_view name = "bristle";
  static constexpr std::string_view source = "a test";
  static constexpr std::string_view equation = "F = -stiffness s,  |F| <= coefficient N";

  struct Params {
    double stiffness = k_unset, coefficient = k_unset;
  };
  static constexpr std::array<Field<Params>, 2> fields = {{
      {.name = "stiffness",
       .member = &Params::stiffness,
       .unit = "N/m",
       .range = Range::positive,
       .description = "spring constant"},
      {.name = "coefficient",
       .member = &Params::coefficient,
       .unit = "1",
       .range = Range::not_negative,
       .description = "friction force limit / normal force"},
  }};

  struct Constants {
    double stiffness, inverse_stiffness, mu;
  };
  static Constants prepare(const Params& p) { return {p.stiffness, 1.0 / p.stiffness, p.coefficient}; }
  static Params preset(const law::GrainContact& g) {
    return {.stiffness = g.slide_stiffness, .coefficient = g.grain.friction};
  }
  static law::SlideLimit rigid_limit(const Params& p) { return {p.coefficient, p.coefficient}; }

  template <class R>
  struct History {
    static constexpr int size = 3;
    Vec3<R> bend{};
    template <class F>
    void each(F f) {
      f(bend.x), f(bend.y), f(bend.z);
    }
    template <class F>
    void vectors(F f) {
      f(bend);
    }
    void swap_roles() { bend = -bend; }
  };

  template <class R>
  static law::SlideLoad<R> respond(const Constants& c, const law::ContactGeometry<R>& geometry,
                                   const law::Motion<R>& motion, const law::NormalLoad<R>& normal_load,
                                   History<R>& history) {
    const auto spring = law::advance_capped_spring(history.bend, R(c.stiffness), R(c.inverse_stiffness), R(0.0),
                                                   R(c.mu) * normal_load.magnitude, geometry.normal, motion.slide_rate,
                                                   motion.slide_step, motion.step);
    return {spring.load, spring.stored, spring.slip_loss, spring.viscous_loss};
  }
  template <class R>
  static R stored(const Constants& c, const law::ContactGeometry<R>&, const History<R>& history) {
    return R(0.5 * c.stiffness) * norm2(history.bend);
  }
  static law::SpringState spring(const Constants&, const History<double>& history) { return {.stretch = history.bend}; }
  static law::Linear linear(const Constants& c, const law::ContactGeometry<double>&, const law::NormalLoad<double>&) {
    return {c.stiffness, 0.0};
  }
};

/// Called by each instruction set's object before main (outside_kernel.cpp).
void keep_bristle_kernel(const char* isa, contact::StageKernel kernel);

}  // namespace scree::test
