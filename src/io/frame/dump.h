// LAMMPS text dumps: one file with all frames, for OVITO and for LAMMPS's read_dump.
//
// Positions are unwrapped (xu yu zu). Wrapped ones with image counts would have to be added up again, and x + ix L is
// not the number that was written. `inertia`, `locks` and `coordination` are columns that LAMMPS skips; with them a
// frame comes back with all that its bodies have. If some body is no sphere, there are `shapex shapey shapez` and
// `form` (0 sphere, 1 ellipsoid, 2 box) behind all others. Contacts and the names of materials and planes have no place
// here.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "io/text/problems.h"
#include "sim/views.h"

namespace scree::io {

/// One frame, as it stands in a dump.
std::string dump_text(const sim::Frame& frame);

/// Add a frame at the end. Throws std::runtime_error if the disk refuses; the file then has the frames of before.
void append_dump(const std::filesystem::path& path, const sim::Frame& frame);

/// Drop all frames after `last_step`, and one that was cut short. No file: nothing to do. Throws std::runtime_error if
/// the file is not a dump.
void cut_dump(const std::filesystem::path& path, std::int64_t last_step);

/// Steps of all whole frames, in the order of the file. No file: none. Throws std::runtime_error if it is not a dump.
std::vector<std::int64_t> steps_of_dump(const std::filesystem::path& path);

struct DumpFrame {
  sim::Frame frame;                 ///< materials are named by their types: "1", "2" ...
  std::vector<std::string> absent;  ///< columns of ours that the file lacks; they are zero, the orientation is 1 0 0 0
};

/// The frame of a step, or the last one.
std::variant<DumpFrame, Problem> read_dump(const std::filesystem::path& path, std::optional<std::int64_t> step = {});

}  // namespace scree::io
