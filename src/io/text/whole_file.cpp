#include "io/text/whole_file.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

namespace scree::io {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t k_portion = std::size_t{1} << 30;  // Linux writes at most 2 GiB in one call

std::string_view advice(int error) {
  switch (error) {
    case ENOSPC:
    case EDQUOT: return "; the disk is full: free some space and resume";
    case EFBIG:
      return "; the file exceeds the size limit: raise the limit (ulimit -f) or take another disk, and resume";
    case EACCES:
    case EPERM:
    case EROFS: return "; writing there is not permitted: choose another folder or change its permissions";
    case ENOENT: return "; there is no such folder";
    case ENOTDIR:
    case EEXIST: return "; a file is in the way: choose another folder";
    case ELOOP:
      return "; a symbolic link is in the way, and links are not followed: remove it, or choose another folder";
    case EIO: return "; the disk is failing: take another one";
    default: return "";
  }
}

/// A rename is on the disk only after its folder has been synced. Some file systems cannot sync folders and return
/// EINVAL; they need no sync.
void sync_folder(const fs::path& file) {
  const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  const int handle = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (handle < 0) throw WriteError(folder, "open the folder", errno);
  const int error = fsync(handle) == 0 ? 0 : errno;
  close(handle);
  if (error != 0 && error != EINVAL) throw WriteError(folder, "sync the folder", error);
}

}  // namespace

WriteError::WriteError(const fs::path& file, std::string_view doing, int number)
    : std::runtime_error(
          fmt::format("{}: cannot {}: {}{}", file.string(), doing, std::strerror(number), advice(number))),
      path(file),
      error(number) {}

fs::path partial_name(const fs::path& path) { return fs::path(path).concat(".partial"); }

int open_for_writing(const fs::path& path, int flags) {
  const int file = open(path.c_str(), flags | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file < 0) throw WriteError(path, "open for writing", errno);
  return file;
}

void refuse_link(const fs::path& path) {
  std::error_code ignored;
  if (fs::is_symlink(fs::symlink_status(path, ignored))) throw WriteError(path, "write there", ELOOP);
}

void replace_file(const fs::path& from, const fs::path& to) {
  if (std::rename(from.c_str(), to.c_str()) != 0) throw WriteError(to, "rename the complete file into place", errno);
  sync_folder(to);
}

WholeFile::WholeFile(const fs::path& path, Survives survives)
    : path_(path), partial_(partial_name(path)), survives_(survives) {
  unlink(partial_.c_str());  // left by an interrupted write, or a link; if it cannot be removed, O_EXCL refuses it
  file_ = open_for_writing(partial_, O_WRONLY | O_EXCL);
}

WholeFile::~WholeFile() {
  if (file_ >= 0) close(file_);
  std::error_code ignored;
  if (!placed_) fs::remove(partial_, ignored);
}

void WholeFile::write(std::span<const std::byte> bytes) {
  while (!bytes.empty()) {
    const ssize_t done = ::write(file_, bytes.data(), std::min(bytes.size(), k_portion));
    if (done < 0 && errno != EINTR) throw WriteError(path_, "write", errno);
    if (done > 0) bytes = bytes.subspan(static_cast<std::size_t>(done));
  }
}

void WholeFile::sync() {
  if (fsync(file_) != 0) throw WriteError(path_, "write", errno);
  close_file();
}

void WholeFile::close_file() {
  // Network file systems report a full disk only when the file is closed.
  const int handle = file_;
  file_ = -1;
  if (close(handle) != 0) throw WriteError(path_, "write", errno);
}

void WholeFile::put_in_place() {
  if (file_ >= 0) survives_ == Survives::the_machine ? sync() : close_file();
  if (std::rename(partial_.c_str(), path_.c_str()) != 0)
    throw WriteError(path_, "rename the complete file into place", errno);
  placed_ = true;
  if (survives_ == Survives::the_machine) sync_folder(path_);
}

void write_whole_file(const fs::path& path, std::initializer_list<std::string_view> parts, Survives survives) {
  WholeFile file(path, survives);
  for (const std::string_view part : parts) file.write(std::as_bytes(std::span(part)));
  file.put_in_place();
}

}  // namespace scree::io
