#include "app/standard_streams.h"

#include <cerrno>
#include <cstdio>
#include <initializer_list>

#include <fcntl.h>
#include <sys/types.h>
#include <unistd.h>

namespace scree::app {
namespace {

/// Always reports success, since fmt::print throws if a write fails.
ssize_t write_or_drop(void*, const char* text, std::size_t size) {
  for (std::size_t done = 0; done < size;) {
    const ssize_t now = ::write(STDERR_FILENO, text + done, size - done);
    if (now < 0 && errno != EINTR) break;
    if (now > 0) done += static_cast<std::size_t>(now);
  }
  return static_cast<ssize_t>(size);
}

}  // namespace

void protect_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    if (::fcntl(stream, F_GETFD) < 0 && errno == EBADF)
      if (::open("/dev/null", O_RDWR) < 0) return;  // open returns the lowest free file descriptor, which is `stream`
  std::FILE* forgiving =
      fopencookie(nullptr, "w", {.read = nullptr, .write = write_or_drop, .seek = nullptr, .close = nullptr});
  if (!forgiving) return;
  std::setvbuf(forgiving, nullptr, _IONBF, 0);
  stderr = forgiving;  // assignable in the GNU C library, see its manual, "Standard Streams"
}

}  // namespace scree::app
