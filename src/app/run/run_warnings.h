// Warnings before the first step about settings that are valid but possibly unintended.
#pragma once

#include <vector>

#include "io/frame/load_data.h"
#include "sim/simulation.h"

namespace scree::app {

/// Warns if the step is longer than the critical step.
void warn_of_step(const sim::Scene& scene);

/// Warns if the box of a data file is tilted and the cell does not have this tilt.
void warn_of_tilts(const sim::Scene& scene, const std::vector<io::LoadedFile>& files);

/// Warns if more threads are requested than the scene can use.
void warn_of_threads(const sim::Simulation& simulation, int asked);

}  // namespace scree::app
