// How what a guard says begins. For the files of the guard only.
#pragma once

#include <string>

#include "sim/guard.h"

namespace scree::sim {

/// Of the state as it is now.
Trouble trouble_now(const Simulation& simulation, std::string kind);

}  // namespace scree::sim
