// Whether the dashpot of a normal law may make the normal force attractive.
//
// Near separation the dashpot force exceeds the spring force, and the total force F = elastic - c v_n becomes
// attractive. `kept` allows this, as do the sources of both laws; friction then uses |F|. `clipped` uses max(F, 0), so
// that bodies only repel each other.  [campello.md, C7]
#pragma once

#include <array>

#include "law/contract.h"

namespace scree::law {

enum Tension { tension_kept, tension_clipped };
inline constexpr std::array<std::string_view, 2> k_tension_choices = {"kept", "clipped"};

template <class P>
constexpr std::array<Field<P>, 1> tension_field() {
  return {
      {{.name = "tension",
        .member = &P::tension,
        .unit = "",
        .need = Need::optional,
        .default_value = tension_kept,
        .choices = k_tension_choices,
        .description =
            "whether the dashpot may make the force attractive just before the bodies separate: kept (yes), clipped "
            "(the force is 0 instead)"}}};
}

/// Combines spring and dashpot. The dissipated power is (elastic - force) x separation in both cases; where the force
/// is clipped to 0, it is the power released by the spring.
template <class R>
NormalLoad<R> pressed_by(int tension, const R& elastic, const R& damping, const R& stored, const Motion<R>& motion) {
  R force = neg_mul_add(damping, motion.separation, elastic);
  R viscous_loss = damping * motion.separation * motion.separation * motion.step;
  if (tension == tension_clipped) {
    const auto pulls = force < R(0.0);
    force = select(pulls, R(0.0), force);
    viscous_loss = select(pulls, elastic * motion.separation * motion.step, viscous_loss);
  }
  return {force, abs(force), damping, stored, viscous_loss, elastic};
}

}  // namespace scree::law
