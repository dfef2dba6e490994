// A checkpoint as the bytes of an HDF5 file, in memory.
//
// The HDF5 library builds the file in memory and never accesses the disk. Every disk error is therefore reported by
// io/text/whole_file.h, and the library has no open file that it could try to complete at exit (docs/decisions).
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "io/checkpoint/checkpoint.h"

namespace scree::io {

/// The texts of the scene are arrays of bytes named k_scene_group + "1", "2", ...; their attribute "name" is the file
/// name.
inline constexpr std::string_view k_scene_group = "scene/";
inline constexpr std::string_view k_checkpoint_word = "scree-checkpoint";  ///< attribute "format" of every checkpoint

/// XXH3-64 of the content of a checkpoint: texts, names, types, widths, bytes. It is not a hash of the file, because
/// HDF5 can store the same content in many layouts. 16 hexadecimal digits. The order of the arrays has no influence.
std::string checksum(const Checkpoint& checkpoint);

/// Why these arrays are not a valid checkpoint (a duplicate or empty name, an array inside another one, rows of unequal
/// width); empty if they are valid. In a writer a fault is a bug, in a reader a damaged file.
std::string fault(const Checkpoint& checkpoint);

/// Calls `use` with the bytes, which are freed when this function returns. Throws what `use` throws, std::bad_alloc,
/// and std::logic_error if there is a fault.
void with_checkpoint_image(const Checkpoint& checkpoint, const std::function<void(std::span<const std::byte>)>& use);

}  // namespace scree::io
