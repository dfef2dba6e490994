// Checkpoint files in HDF5: an Archive, the texts of its scene and a checksum over both (docs/checkpoints.md).
//
// A folder contains checkpoint.h5 and, from the second write on, checkpoint.previous.h5. At every moment of a write at
// least one of the two is complete, so an interrupted run resumes from `newest_whole_checkpoint`. The engine defines
// the content of the arrays.
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

/// The format that this program writes, and the newest format that it reads.
inline constexpr std::int64_t k_checkpoint_format = 1;

struct Checkpoint {
  std::vector<SceneText> scene;
  std::string scree_version;  ///< of the program that wrote it
  std::int64_t step = 0;
  double time = 0.0;
  Archive state;
};

/// A checkpoint cannot be used. `what` is one sentence: the file, the reason and, where possible, a remedy.
struct CheckpointError {
  std::string what;
  bool newer = false;  ///< complete, but written by a newer program; an older checkpoint must not replace it
};

std::filesystem::path checkpoint_path(const std::filesystem::path& folder);           ///< checkpoint.h5
std::filesystem::path previous_checkpoint_path(const std::filesystem::path& folder);  ///< checkpoint.previous.h5

/// Write folder/checkpoint.h5 and keep the former file as folder/checkpoint.previous.h5. Throws WriteError
/// (io/text/whole_file.h); the former files are then unchanged.
void write_checkpoint(const std::filesystem::path& folder, const Checkpoint& checkpoint);

/// Arrays are sorted by name. Both functions throw CheckpointError.
Checkpoint read_checkpoint(const std::filesystem::path& path);
Checkpoint read_checkpoint_image(std::span<const std::byte> image);

struct Found {
  Checkpoint checkpoint;
  std::filesystem::path path;
  std::vector<std::string> remarks;  ///< files that were ignored and why, one sentence each
};
/// The newest complete checkpoint, from which a run resumes. Changes nothing in the folder. Throws CheckpointError if
/// no file is complete.
Found newest_whole_checkpoint(const std::filesystem::path& folder);

/// The content of a file, whether or not its checksum matches. `scree inspect` uses it, and the fuzzer, which could not
/// reach most of the reader otherwise.
struct Examined {
  Checkpoint checkpoint;
  std::string checksum_stored, checksum_computed;  ///< 16 hexadecimal digits each
  bool holds() const { return checksum_stored == checksum_computed; }
};
Examined examine_checkpoint(const std::filesystem::path& path);
Examined examine_checkpoint_image(std::span<const std::byte> image);

}  // namespace scree::io
