// Reads frames from all supported file formats, chosen by the file extension; quantities that a file does not contain
// are reported on stderr.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

#include "io/text/read_options.h"
#include "sim/views.h"

namespace scree::app {

enum class FrameFormat { vtp, dump, data, csv, checkpoint };

/// The format by the file extension. If this format cannot be read (or written), prints an error and returns nothing.
std::optional<FrameFormat> format_to_read(const std::filesystem::path& path);
std::optional<FrameFormat> format_to_write(const std::filesystem::path& path);

/// `step` selects a frame of a dump; the last frame if unset. A compressed file may unpack to at most `unpacked_limit`
/// bytes. If the file is damaged, prints an error and returns nothing.
std::optional<sim::Frame> read_frame_or_complain(const std::filesystem::path& path, FrameFormat format,
                                                 std::optional<std::int64_t> step,
                                                 std::uint64_t unpacked_limit = io::k_largest_unpacked);

}  // namespace scree::app
