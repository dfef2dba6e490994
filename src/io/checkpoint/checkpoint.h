// Checkpoint files: an Archive, the scene it belongs to and a checksum over all of it, in HDF5 (docs/checkpoints.md).
//
// A folder holds checkpoint.h5 and, from the second one on, checkpoint.previous.h5. At every moment of a write at least
// one of them is whole, so a run that was killed goes on from `newest_whole_checkpoint`. What is in the arrays is the
// engine's business.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/archive.h"
#include "io/scene/scene_text.h"

namespace scree::io {

/// The format that this program writes, and the newest that it reads.
inline constexpr std::int64_t k_checkpoint_format = 1;

struct Checkpoint {
  std::vector<SceneText> scene;
  std::string scree_version;  ///< of the program that wrote it
  std::int64_t step = 0;
  double time = 0.0;
  Archive state;
};

/// A checkpoint cannot be used. One sentence: which file, why, and what to do where something can be done.
struct CheckpointError {
  std::string what;
  bool newer = false;  ///< whole, but of a newer program: an older one must not take its place
};

std::filesystem::path checkpoint_path(const std::filesystem::path& folder);           ///< checkpoint.h5
std::filesystem::path previous_checkpoint_path(const std::filesystem::path& folder);  ///< checkpoint.previous.h5

/// Write folder/checkpoint.h5 and keep the former one as folder/checkpoint.previous.h5. Throws WriteError
/// (io/text/whole_file.h); then the former files are as they were.
void write_checkpoint(const std::filesystem::path& folder, const Checkpoint& checkpoint);

/// Arrays come sorted by name. Both throw CheckpointError.
Checkpoint read_checkpoint(const std::filesystem::path& path);
Checkpoint read_checkpoint_image(std::span<const std::byte> image);

struct Found {
  Checkpoint checkpoint;
  std::filesystem::path path;
  std::vector<std::string> remarks;  ///< what was left aside and why, one sentence each
};
/// The checkpoint to go on from. Changes nothing in the folder. Throws CheckpointError when no file is whole.
Found newest_whole_checkpoint(const std::filesystem::path& folder);

/// What a file says, whether its checksum holds or not: for `scree inspect`, and for the fuzzer to reach all of the
/// reader.
struct Examined {
  Checkpoint checkpoint;
  std::string checksum_stored, checksum_computed;  ///< 16 hexadecimal digits each
  bool holds() const { return checksum_stored == checksum_computed; }
};
Examined examine_checkpoint(const std::filesystem::path& path);
Examined examine_checkpoint_image(std::span<const std::byte> image);

}  // namespace scree::io
