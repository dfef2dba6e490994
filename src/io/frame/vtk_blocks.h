// One array of a VTK XML file as its "appended raw" section stores it: cut into blocks, each compressed by zlib.
//
// Layout, in little-endian UInt64: number of blocks, size of a block, size of the last block if it is shorter (else 0),
// compressed size of every block; then the compressed blocks. [VTK file formats, "Data compression";
// vtkZLibDataCompressor]
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace scree::io {

void append_blocks(std::string& section, std::string_view bytes);

/// The array that begins at the start of `stored`; nothing if it is damaged. Never allocates more than zlib could have
/// packed into what is there, whatever sizes the file claims.
std::optional<std::string> read_blocks(std::string_view stored);

/// The size that the header of the same array claims, which read_blocks never exceeds; nothing if it has none.
std::optional<std::uint64_t> size_of_blocks(std::string_view stored);

}  // namespace scree::io
