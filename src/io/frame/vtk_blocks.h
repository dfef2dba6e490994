// One array of the "appended raw" section of a VTK XML file: cut into blocks, each compressed by zlib.
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

/// The array at the start of `stored`; empty if it is damaged. Never allocates more than zlib could have packed into
/// the given bytes, whatever sizes the file claims.
std::optional<std::string> read_blocks(std::string_view stored);

/// The size that the header of the array claims, an upper bound of what read_blocks returns; empty without a header.
std::optional<std::uint64_t> size_of_blocks(std::string_view stored);

}  // namespace scree::io
