// Uses POSIX calls: only an open descriptor can be examined without a race, and opening a pipe must not block until
// another process writes to it.
#include "io/text/read_file.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "io/text/read_options.h"

namespace scree::io {

namespace {

class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  operator int() const { return number_; }

 private:
  int number_;
};

std::string_view kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a folder";
  if (S_ISFIFO(mode)) return "a pipe";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
  return "not a file";
}

Refused system_refusal(int error) {
  if (error == ENOENT || error == ENOTDIR) return {"does not exist"};
  return {fmt::format("cannot be read: {}", std::generic_category().message(error))};
}

}  // namespace

std::string describe_size(std::uint64_t bytes) {
  constexpr std::string_view units[] = {"bytes", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  auto size = static_cast<double>(bytes);
  std::size_t unit = 0;
  for (; size >= 1024.0; ++unit) size /= 1024.0;
  return fmt::format("{:.4g} {}", size, units[unit]);
}

std::variant<std::string, Refused> read_regular_file(const std::filesystem::path& path, std::uint64_t limit,
                                                     std::string_view advice) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  if (file < 0) return system_refusal(errno);
  struct stat about {};
  if (::fstat(file, &about) != 0) return system_refusal(errno);
  if (!S_ISREG(about.st_mode))
    return Refused{fmt::format("is {}; only regular files are read", kind_of(about.st_mode))};
  const auto too_large = [&] {
    return Refused{
        fmt::format("is larger than the limit of {}{}{}", describe_size(limit), advice.empty() ? "" : "; ", advice)};
  };
  const auto size = static_cast<std::uint64_t>(about.st_size);
  if (size > limit) return too_large();
  std::string text;
  text.resize(size + 1);  // one more byte, so that the end of the file is detected without growing the buffer
  std::size_t filled = 0;
  for (;;) {
    // the file has grown since fstat, or its file system does not report sizes
    if (filled == text.size()) {
      if (filled > limit) return too_large();
      text.resize(2 * filled);
    }
    const ssize_t got = ::read(file, text.data() + filled, text.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return system_refusal(errno);
    if (got == 0) break;
    filled += static_cast<std::size_t>(got);
  }
  if (filled > limit) return too_large();
  text.resize(filled);
  return text;
}

}  // namespace scree::io
