// What outputs read in the histories of laws, by the names of their members: the mode of a law that keeps one.
#pragma once

#include "law/two_mode_spring.h"

namespace scree::contact {

/// Does the law itself remember whether it sticks or slips (law::k_stick, law::k_slip)?
template <class H>
concept KeepsMode = requires(H h) { h.mode; } || requires(H h) { h.mode_a; };

template <KeepsMode H>
const auto& mode_of(const H& history) {
  if constexpr (requires { history.mode; })
    return history.mode;
  else
    return history.mode_a;
}

}  // namespace scree::contact
