// How what a guard says begins. For the files of the guard only.
#pragma once

#include <string>

#include "sim/guard.h"

namespace scree::sim {

/// Of the state as it is now.
Trouble trouble_now(const Simulation& simulation, std::string kind);

/// Why bodies lie deep in each other in a cell that is strained, where nothing weighs, and what to change.
struct Explained {
  std::string cause, remedy;
};
Explained deep_in_strained_cell(const Simulation& simulation);

}  // namespace scree::sim
