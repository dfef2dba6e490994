// Frames from and to LAMMPS data files. A data file has less than a frame: no time, no boundary conditions, no
// orientations, no loads, no names. It stores densities, so masses are reproduced only to one or two roundings.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <variant>

#include "io/text/input_errors.h"
#include "io/text/read_options.h"
#include "sim/views.h"

namespace scree::io {

/// Materials are named by their types: "1", "2" ... All axes are open; positions are unwrapped with the image flags.
std::variant<sim::Frame, InputError> read_data_frame(const std::filesystem::path& path,
                                                     std::uint64_t unpacked_limit = k_largest_unpacked);

/// Why a data file cannot store these bodies; empty if it can. They must be spheres; LAMMPS requires at least one, and
/// a size and a mass for each.
std::string why_not_data(const sim::Frame& frame);

/// Throws std::runtime_error on a disk error, or with the text of why_not_data().
void write_data_frame(const std::filesystem::path& path, const sim::Frame& frame);

}  // namespace scree::io
