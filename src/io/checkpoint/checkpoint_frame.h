// Rebuilds the simulation of a checkpoint, and the frame of its state.
#pragma once

#include <filesystem>

#include "io/checkpoint/checkpoint.h"
#include "sim/simulation.h"

namespace scree::io {

/// The simulation as it was saved. Throws CheckpointError if scene and state do not fit together.
sim::Simulation simulation_of(const Checkpoint& checkpoint, const sim::Options& options);

/// The bodies with their orientations, and the contacts. Throws CheckpointError.
sim::Frame frame_of_checkpoint(const std::filesystem::path& path);

}  // namespace scree::io
