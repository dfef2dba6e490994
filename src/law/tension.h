// May the dashpot of a normal law pull?
//
// Near separation the dashpot outweighs the spring, and the total force F = elastic - c v_n becomes attractive. `kept`
// leaves it so: the
// sources of both laws do, and friction takes |F|. `clipped` = max(F, 0): bodies push each other, and nothing else.
//     [campello.md, C7]
#pragma once

#include <array>

#include "law/contract.h"

namespace scree::law {

enum Tension { tension_kept, tension_clipped };
inline constexpr std::array<std::string_view, 2> k_tension_words = {"kept", "clipped"};

template <class P>
constexpr std::array<Field<P>, 1> tension_field() {
  return {{{.name = "tension",
            .member = &P::tension,
            .unit = "",
            .need = Need::optional,
            .preset = tension_kept,
            .words = k_tension_words,
            .says = "whether the dashpot may pull the bodies together just before they part: kept (it may), clipped "
                    "(no force then)"}}};
}

/// Spring and dashpot together. What the dashpot takes is (elastic - force) x separation in either case; where it is
/// clipped, that is what the spring gives while nobody feels it.
template <class R>
Pressed<R> pressed_by(int tension, const R& elastic, const R& damping, const R& stored, const Motion<R>& motion) {
  R force = neg_mul_add(damping, motion.separation, elastic);
  R dragged = damping * motion.separation * motion.separation * motion.step;
  if (tension == tension_clipped) {
    const auto pulls = force < R(0.0);
    force = select(pulls, R(0.0), force);
    dragged = select(pulls, elastic * motion.separation * motion.step, dragged);
  }
  return {force, abs(force), damping, stored, dragged, elastic};
}

}  // namespace scree::law
