// Files that are there whole or not at all.
//
// Bytes go to `<name>.partial` beside the goal, are synced to the disk, and only then take the goal's name in one atomic
// rename. Whatever happens before the rename, a power cut or kill -9 included, leaves the former file as it was.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <stdexcept>
#include <string_view>

namespace scree::io {

/// A file could not be written: one sentence with the file, what was tried, the system's reason and what to do.
struct WriteError : std::runtime_error {
  /// `error` is an errno; `doing` completes "cannot ...".
  WriteError(const std::filesystem::path& path, std::string_view doing, int error);
  std::filesystem::path path;
  int error;
};

/// Under this name a file is written before it is whole.
std::filesystem::path partial_name(const std::filesystem::path& path);

/// Give a file another name, replacing what has it, and sync the folder. Throws WriteError.
void replace_file(const std::filesystem::path& from, const std::filesystem::path& to);

/// One file on its way. Without `put_in_place` nothing of it is left.
class WholeFile {
 public:
  explicit WholeFile(const std::filesystem::path& path);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  void write(std::span<const std::byte> bytes);
  /// All bytes are on the disk after this; every error of a full or broken disk comes here or in `write`.
  void sync();
  /// The file takes its name; syncs first unless that is done.
  void put_in_place();

 private:
  std::filesystem::path path_, partial_;
  int file_ = -1;
  bool placed_ = false;
};

void write_whole_file(const std::filesystem::path& path, std::span<const std::byte> bytes);

}  // namespace scree::io
