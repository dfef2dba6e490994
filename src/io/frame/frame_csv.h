// Bodies or contacts of one frame as a CSV table with units in the header. Numbers have the shortest text that is read
// back exactly.
#pragma once

#include <filesystem>

#include "sim/views.h"

namespace scree::io {

/// Both throw std::runtime_error on a disk error; a file appears complete or not at all.
void write_frame_bodies_csv(const std::filesystem::path& path, const sim::Frame& frame);
void write_frame_contacts_csv(const std::filesystem::path& path, const sim::Frame& frame);

}  // namespace scree::io
