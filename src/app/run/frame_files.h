// Frames in files of any kind that we know, by the file's ending; what a file does not say is told on stderr.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "io/text/read_options.h"
#include "sim/views.h"

namespace scree::app {

enum class FrameFormat { vtp, dump, data, csv, checkpoint };

/// By the ending; complains and returns nothing if there is none that can be read (or written).
std::optional<FrameFormat> format_to_read(const std::filesystem::path& path);
std::optional<FrameFormat> format_to_write(const std::filesystem::path& path);

/// `step` chooses among the frames of a dump; the last one if unset. A compressed file may unpack to `unpacked_limit`
/// bytes. Complains and returns nothing if the file is broken.
std::optional<sim::Frame> read_frame_or_complain(const std::filesystem::path& path, FrameFormat format,
                                                 std::optional<std::int64_t> step,
                                                 std::uint64_t unpacked_limit = io::k_largest_unpacked);

}  // namespace scree::app
