// The frame that a checkpoint shows, for `scree convert`.
#pragma once

#include <filesystem>

#include "sim/views.h"

namespace scree::io {

/// Bodies with their orientations, and contacts. Throws std::runtime_error with a sentence if the file is not a checkpoint or is damaged.
sim::Frame frame_of_checkpoint(const std::filesystem::path& path);

}  // namespace scree::io
