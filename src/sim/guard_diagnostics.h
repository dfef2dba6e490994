// Helpers that build diagnostics. Internal to the guard (sim/guard*.cpp).
#pragma once

#include <string>

#include "sim/guard.h"

namespace scree::sim {

/// A diagnostic of this kind with the step and time of the present state.
Diagnostic diagnostic_now(const Simulation& simulation, std::string kind);

/// Likely cause of large overlaps in a strained cell, which has neither gravity nor walls, and what to change.
struct Explained {
  std::string cause, remedy;
};
Explained deep_in_strained_cell(const Simulation& simulation);

}  // namespace scree::sim
