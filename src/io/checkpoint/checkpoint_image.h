// A checkpoint as the bytes of an HDF5 file, in memory.
//
// The HDF5 library makes the file, but never touches the disk: all errors of the disk then come through
// io/text/whole_file.h, in our words, and the library has no file of its own that it might try to finish at exit
// (docs/decisions/checkpoints.md).
#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

#include "io/checkpoint/checkpoint.h"

namespace scree::io {

/// Texts of the scene are arrays of bytes named k_scene_group + "1", "2", ... with their file name as the attribute
/// "name".
inline constexpr std::string_view k_scene_group = "scene/";
inline constexpr std::string_view k_checkpoint_word = "scree-checkpoint";  ///< attribute "format" of every checkpoint

/// XXH3-64 over everything a checkpoint says: texts, names, types, widths, bytes. Not over the file: the same content
/// may be laid out in HDF5 in many ways. 16 hexadecimal digits. The order of the arrays does not matter.
std::string checksum(const Checkpoint& checkpoint);

/// What keeps these arrays from being those of a checkpoint: names doubled, empty, inside of one another, ragged rows.
/// Empty if nothing does. A writer that hears of it has a bug, a reader has a damaged file.
std::string fault(const Checkpoint& checkpoint);

/// Hands the bytes to `use`; they are gone when this returns. Throws what `use` throws, std::bad_alloc, and
/// std::logic_error if there is a fault.
void with_checkpoint_image(const Checkpoint& checkpoint, const std::function<void(std::span<const std::byte>)>& use);

}  // namespace scree::io
