// Warnings before the first step: the scene is run as it is, but perhaps not as it was meant.
#pragma once

#include <vector>

#include "io/frame/load_data.h"
#include "sim/simulation.h"

namespace scree::app {

/// The step is longer than the critical one.
void warn_of_step(const sim::Scene& scene);

/// The box of a data file is tilted, in a cell that is not.
void warn_of_tilts(const sim::Scene& scene, const std::vector<io::LoadedFile>& files);

/// More threads were asked for than there is work to share.
void warn_of_threads(const sim::Simulation& simulation, int asked);

}  // namespace scree::app
