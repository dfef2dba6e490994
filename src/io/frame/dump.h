// LAMMPS text dumps: all frames in one file, for OVITO and for LAMMPS's read_dump.
//
// Positions are unwrapped (xu yu zu): from wrapped ones with image counts a reader would compute x + ix L, which is not
// the number that was written. LAMMPS skips the columns `inertia`, `locks` and `coordination`, with which a frame is
// read back complete. If any body is non-spherical, the last columns are `shapex shapey shapez` and `form` (0 sphere, 1
// ellipsoid, 2 box). A dump has no contacts and no names of materials and planes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "io/text/input_errors.h"
#include "sim/views.h"

namespace scree::io {

/// The text of one frame in a dump.
std::string dump_text(const sim::Frame& frame);

/// Append a frame. Throws std::runtime_error on a disk error; the file then contains the frames written before.
void append_dump(const std::filesystem::path& path, const sim::Frame& frame);

/// Remove all frames after `last_step`, and an incomplete frame at the end. Does nothing if there is no file. Throws
/// std::runtime_error if the file is not a dump.
void cut_dump(const std::filesystem::path& path, std::int64_t last_step);

/// Steps of all complete frames, in the order of the file; empty if there is no file. Throws std::runtime_error if the
/// file is not a dump.
std::vector<std::int64_t> steps_of_dump(const std::filesystem::path& path);

struct DumpFrame {
  sim::Frame frame;  ///< materials are named by their types: "1", "2" ...
  /// columns that Scree writes and this file lacks; their values are zero, the orientation is 1 0 0 0
  std::vector<std::string> absent;
};

/// The frame of the given step, or the last one.
std::variant<DumpFrame, InputError> read_dump(const std::filesystem::path& path, std::optional<std::int64_t> step = {});

}  // namespace scree::io
