#include "io/text/held_path.h"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/text/whole_file.h"

namespace scree::io {

HeldPath::HeldPath(std::filesystem::path path)
    : path_(std::move(path)), handle_(::open(path_.c_str(), O_PATH | O_CLOEXEC)) {
  struct stat about {};
  if (handle_ < 0 || ::fstat(handle_, &about) != 0) {
    const int error = errno;
    if (handle_ >= 0) ::close(handle_);
    throw WriteError(path_, "open", error);
  }
  device_ = about.st_dev, inode_ = about.st_ino;
}
HeldPath::~HeldPath() {
  if (handle_ >= 0) ::close(handle_);
}
HeldPath::HeldPath(HeldPath&& other) noexcept
    : path_(std::move(other.path_)),
      handle_(std::exchange(other.handle_, -1)),
      device_(other.device_),
      inode_(other.inode_) {}

bool HeldPath::is_in_place() const {
  struct stat there {};
  return ::stat(path_.c_str(), &there) == 0 && there.st_dev == device_ && there.st_ino == inode_;
}

}  // namespace scree::io
