// A small file on a disk that is full: its new text is written over the old one, in blocks that it already has.
//
// This is the last resort. A file that is replaced (io/text/whole_file.h) is whole at every moment, but needs room for both.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string_view>

namespace scree::io {

/// Reserve blocks for that many bytes more than the file has, if the file system can. Its size stays as it is.
void reserve_room(const std::filesystem::path& path, std::size_t bytes);

/// Write over a file that is there. Throws WriteError (io/text/whole_file.h).
void overwrite_in_place(const std::filesystem::path& path, std::string_view text);

}  // namespace scree::io
