// Frames as VTK XML PolyData (.vtp) for ParaView: one file of bodies (points) and one of contacts (lines).
//
// Doubles are stored in binary, so the values read back have the same bits. Time, step, units, cell and names are field
// data; ParaView displays the field `TimeValue` as the time. Files of contacts also contain friction, walls and weight,
// so that they can be analysed without their scene. docs/outputs.md lists all arrays.
//
// If any body is non-spherical, there is one more array, which is not read back: `axes_tensor`, the half axes as
// vectors in world coordinates, nine numbers for each body, as input for the ParaView filter Tensor Glyph (with its
// option "eigenvalues" off, since for a box with two equal edges the eigenvectors are not unique).
#pragma once

#include <cstdint>
#include <filesystem>
#include <variant>

#include "io/text/input_errors.h"
#include "io/text/read_options.h"
#include "sim/views.h"

namespace scree::io {

/// Both throw std::runtime_error on a disk error; a file appears complete or not at all.
void write_bodies_vtp(const std::filesystem::path& path, const sim::Frame& frame);
void write_contacts_vtp(const std::filesystem::path& path, const sim::Frame& frame);

/// A frame without contacts, from a file of bodies that Scree wrote (in the earliest files, without the array `form`,
/// all bodies are spheres). Any other content is an error, however damaged, and so is a file whose arrays unpack to
/// more than `unpacked_limit` bytes.
std::variant<sim::Frame, InputError> read_bodies_vtp(const std::filesystem::path& path,
                                                     std::uint64_t unpacked_limit = k_largest_unpacked);
/// A frame without bodies, from a file of contacts. Branch vectors are reproduced to one rounding of the centres (the
/// file stores both ends), everything else bit for bit. Early files without friction, walls and weight give no
/// surroundings.
std::variant<sim::Frame, InputError> read_contacts_vtp(const std::filesystem::path& path,
                                                       std::uint64_t unpacked_limit = k_largest_unpacked);

}  // namespace scree::io
