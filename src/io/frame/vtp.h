// Frames as VTK XML PolyData (.vtp) for ParaView: one file of bodies (points) and one of contacts (lines).
//
// Doubles are stored as they are, so what is read back has the same bits. Time, step, units, cell and names are field
// data; `TimeValue` is the name that ParaView shows as the time. Files of contacts also tell friction, walls and
// weight, so that they can be analysed without their scene. docs/outputs.md lists all arrays.
//
// If some body is no sphere, there is one array more, which is not read back: `axes_tensor`, the half axes as vectors
// of the world, nine numbers a body, as ParaView's filter Tensor Glyph takes them (without eigenvalues, which leave a
// box of two equal edges undecided).
#pragma once

#include <cstdint>
#include <filesystem>
#include <variant>

#include "io/text/problems.h"
#include "io/text/read_options.h"
#include "sim/views.h"

namespace scree::io {

/// Both throw std::runtime_error if the disk refuses; a file appears whole or not at all.
void write_bodies_vtp(const std::filesystem::path& path, const sim::Frame& frame);
void write_contacts_vtp(const std::filesystem::path& path, const sim::Frame& frame);

/// A frame without its contacts, from a file of bodies that Scree wrote (one of before there were forms: all are
/// spheres). Anything else is a problem, however broken it is, and so is a file whose arrays unpack to more than
/// `unpacked_limit` bytes.
std::variant<sim::Frame, Problem> read_bodies_vtp(const std::filesystem::path& path,
                                                  std::uint64_t unpacked_limit = k_largest_unpacked);
/// A frame without its bodies, from a file of contacts. Branches come back to a rounding of the centres (the file keeps
/// both ends), the rest with every bit. Files of before they told friction, walls and weight have no surroundings.
std::variant<sim::Frame, Problem> read_contacts_vtp(const std::filesystem::path& path,
                                                    std::uint64_t unpacked_limit = k_largest_unpacked);

}  // namespace scree::io
