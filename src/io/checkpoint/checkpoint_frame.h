// From a checkpoint back to a simulation, and to the frame that it shows.
#pragma once

#include <filesystem>

#include "io/checkpoint/checkpoint.h"
#include "sim/simulation.h"

namespace scree::io {

/// The simulation as it was saved. Throws CheckpointError if scene and state do not fit together.
sim::Simulation simulation_of(const Checkpoint& checkpoint, const sim::Options& options);

/// Bodies with their orientations, and contacts. Throws CheckpointError.
sim::Frame frame_of_checkpoint(const std::filesystem::path& path);

}  // namespace scree::io
