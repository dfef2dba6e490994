// Detects whether a file or a folder that must stay in place during a run was removed, renamed or replaced.
#pragma once

#include <filesystem>

#include <sys/types.h>

namespace scree::io {

class HeldPath {
 public:
  /// Keeps the file open, so that its inode number is not reused. Throws WriteError (io/text/whole_file.h).
  explicit HeldPath(std::filesystem::path path);
  ~HeldPath();
  HeldPath(HeldPath&& other) noexcept;
  HeldPath& operator=(HeldPath&&) = delete;

  /// False if it was removed, renamed or replaced.
  bool is_in_place() const;

 private:
  std::filesystem::path path_;
  int handle_ = -1;
  dev_t device_ = 0;
  ino_t inode_ = 0;
};

}  // namespace scree::io
