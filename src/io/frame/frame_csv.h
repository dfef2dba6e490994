// Bodies or contacts of one frame as a CSV table, with units in the header. Numbers are the shortest that read back
// exactly.
#pragma once

#include <filesystem>

#include "sim/views.h"

namespace scree::io {

/// Both throw std::runtime_error if the disk refuses; a file appears whole or not at all.
void write_frame_bodies_csv(const std::filesystem::path& path, const sim::Frame& frame);
void write_frame_contacts_csv(const std::filesystem::path& path, const sim::Frame& frame);

}  // namespace scree::io
