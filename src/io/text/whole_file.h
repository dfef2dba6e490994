// Files that are there whole or not at all.
//
// Bytes go to `<name>.partial` beside the goal, and only when all are written do they take the goal's name in one
// atomic rename. A file or link that has the name `<name>.partial` already, of a write that was killed, is removed and
// never written through.
// Whatever happens before the rename, a full disk or kill -9 included, leaves the former file as it was. What must also
// survive a power cut is synced to the disk first.
#pragma once

#include <cstddef>
#include <filesystem>
#include <initializer_list>
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

/// Whose death leaves the former file or the new one, whole. A sync costs milliseconds: checkpoints and the tables
/// beside them are synced one by one, frames all together before the next checkpoint (io/frame/frame_writer.h).
enum class Survives { the_process, the_machine };

/// Under this name a file is written before it is whole.
std::filesystem::path partial_name(const std::filesystem::path& path);

/// Open a file for writing by the flags of open(2), make it if need be, and never follow a symbolic link, which may
/// lead to a file that is not of the run. Throws WriteError.
int open_for_writing(const std::filesystem::path& path, int flags);
/// Throws WriteError if the path is a symbolic link, for what is written or removed below it.
void refuse_link(const std::filesystem::path& path);

/// Give a file another name, replacing what has it, and sync the folder. Throws WriteError.
void replace_file(const std::filesystem::path& from, const std::filesystem::path& to);

/// One file on its way. Without `put_in_place` nothing of it is left.
class WholeFile {
 public:
  explicit WholeFile(const std::filesystem::path& path, Survives survives = Survives::the_machine);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  void write(std::span<const std::byte> bytes);
  /// All bytes are on the disk after this; every error of a full or broken disk comes here or in `write`.
  void sync();
  /// The file takes its name; syncs first unless that is done or not needed.
  void put_in_place();

 private:
  void close_file();

  std::filesystem::path path_, partial_;
  Survives survives_;
  int file_ = -1;
  bool placed_ = false;
};

/// The parts one after the other. Throws WriteError.
void write_whole_file(const std::filesystem::path& path, std::initializer_list<std::string_view> parts,
                      Survives survives);

}  // namespace scree::io
