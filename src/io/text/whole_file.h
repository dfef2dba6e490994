// Writes files atomically: a file appears complete or not at all.
//
// The bytes are written to `<name>.partial` beside the target. When all are written, one atomic rename gives the file
// its name. An existing file or link named `<name>.partial`, left by an interrupted write, is removed and never written
// through. Whatever happens before the rename, including a full disk or kill -9, leaves the former file unchanged. What
// must also survive a power failure is synced to the disk first.
#pragma once

#include <cstddef>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <stdexcept>
#include <string_view>

namespace scree::io {

/// A file could not be written. The message is one sentence: file, operation, reason given by the system, remedy.
struct WriteError : std::runtime_error {
  /// `error` is an errno; `doing` completes "cannot ...".
  WriteError(const std::filesystem::path& path, std::string_view doing, int error);
  std::filesystem::path path;
  int error;
};

/// Which failure leaves either the former or the new file complete. A sync takes milliseconds: checkpoints and the
/// tables beside them are synced one by one, frames all together before the next checkpoint (io/frame/frame_writer.h).
enum class Survives { the_process, the_machine };

/// The name of a file while it is being written.
std::filesystem::path partial_name(const std::filesystem::path& path);

/// Open a file for writing with the flags of open(2), and create it if necessary. Never follows a symbolic link, which
/// could lead to a file outside the run. Throws WriteError.
int open_for_writing(const std::filesystem::path& path, int flags);
/// Throws WriteError if the path is a symbolic link. Called before anything below it is written or removed.
void refuse_link(const std::filesystem::path& path);

/// Rename a file, replacing an existing one, and sync the folder. Throws WriteError.
void replace_file(const std::filesystem::path& from, const std::filesystem::path& to);

/// One file being written. Without `put_in_place` the destructor removes it.
class WholeFile {
 public:
  explicit WholeFile(const std::filesystem::path& path, Survives survives = Survives::the_machine);
  ~WholeFile();
  WholeFile(const WholeFile&) = delete;
  WholeFile& operator=(const WholeFile&) = delete;

  void write(std::span<const std::byte> bytes);
  /// After this call all bytes are on the disk. Every error of a full or broken disk is thrown here or in `write`.
  void sync();
  /// Renames the file to its final name; syncs first unless that is done already or not needed.
  void put_in_place();

 private:
  void close_file();

  std::filesystem::path path_, partial_;
  Survives survives_;
  int file_ = -1;
  bool placed_ = false;
};

/// Writes the parts in sequence. Throws WriteError.
void write_whole_file(const std::filesystem::path& path, std::initializer_list<std::string_view> parts,
                      Survives survives);

}  // namespace scree::io
