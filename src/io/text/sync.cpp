#include "io/text/sync.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <unistd.h>

#include "io/text/whole_file.h"

namespace scree::io {

void sync_to_disk(const std::filesystem::path& path) {
  const int handle = ::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC);
  if (handle < 0 && (errno == ENOENT || errno == ELOOP)) return;
  if (handle < 0) throw WriteError(path, "open to sync", errno);
  const int error = ::fsync(handle) == 0 ? 0 : errno;
  ::close(handle);
  if (error != 0 && error != EINVAL) throw WriteError(path, "sync", error);  // EINVAL: a file system that needs no sync
}

void sync_files_in(const std::filesystem::path& folder) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(folder, error))
    if (std::error_code ignored; entry.is_regular_file(ignored) && !entry.is_symlink(ignored))
      sync_to_disk(entry.path());
  sync_to_disk(folder);
}

}  // namespace scree::io
