// Rewrites a small file in place, in disk blocks that it already has, when the disk is full.
//
// This is the last resort. Replacing a file (io/text/whole_file.h) keeps a complete file at every moment, but needs
// space for both versions.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace scree::io {

/// Reserve blocks for `bytes` more bytes than the file has, if the file system supports it. The size of the file does
/// not change.
void reserve_room(const std::filesystem::path& path, std::size_t bytes);

/// Overwrite an existing file. Throws WriteError (io/text/whole_file.h).
void overwrite_in_place(const std::filesystem::path& path, std::string_view text);

}  // namespace scree::io
