// Frames from and to LAMMPS data files. A data file holds less than a frame: no time, no edges of the box, no
// orientations, no loads, no names; and masses as densities, so that they come back to a rounding or two.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>

#include "io/text/problems.h"
#include "io/text/read_options.h"
#include "sim/views.h"

namespace scree::io {

/// Materials are named by their types: "1", "2" ... Edges are open; positions are unwrapped by the file's images.
std::variant<sim::Frame, Problem> read_data_frame(const std::filesystem::path& path,
                                                  std::uint64_t unpacked_limit = k_largest_unpacked);

/// Why a data file cannot hold these bodies; empty if it can. They must be spheres; LAMMPS wants at least
/// one, each with a size and a mass.
std::string why_not_data(const sim::Frame& frame);

/// Throws std::runtime_error if the disk refuses, or with the words of why_not_data().
void write_data_frame(const std::filesystem::path& path, const sim::Frame& frame);

}  // namespace scree::io
