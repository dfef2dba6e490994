#include "io/text/overwrite.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "io/text/whole_file.h"

namespace scree::io {
namespace {

constexpr int k_flags = O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC;  // follow no link, and do not block on a pipe

}  // namespace

void reserve_room(const std::filesystem::path& path, std::size_t bytes) {
  const int file = ::open(path.c_str(), k_flags);
  if (file < 0) return;
  struct stat about {};
  // An error means that the file system cannot reserve blocks or that the disk is full. Both are reported when the
  // space is needed.
  if (::fstat(file, &about) == 0 &&
      ::fallocate(file, FALLOC_FL_KEEP_SIZE, 0, about.st_size + static_cast<off_t>(bytes)) != 0)
    errno = 0;
  ::close(file);
}

void overwrite_in_place(const std::filesystem::path& path, std::string_view text) {
  const int file = ::open(path.c_str(), k_flags);
  if (file < 0) throw WriteError(path, "open for writing", errno);
  const auto fail = [&] {
    const int error = errno;
    ::close(file);
    throw WriteError(path, "write", error);
  };
  for (std::size_t done = 0; done < text.size();) {
    const ssize_t now = ::pwrite(file, text.data() + done, text.size() - done, static_cast<off_t>(done));
    if (now < 0 && errno != EINTR) fail();
    if (now > 0) done += static_cast<std::size_t>(now);
  }
  if (::ftruncate(file, static_cast<off_t>(text.size())) != 0 || ::fsync(file) != 0) fail();
  ::close(file);
}

}  // namespace scree::io
