#include "io/put_file.h"

#include <cerrno>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <system_error>

#include "io/whole_file.h"

namespace scree::io {
namespace {

/// Removes the temporary file on every way out; after the rename there is none.
struct Temporary {
  std::filesystem::path path;
  ~Temporary() {
    std::error_code ignored;
    std::filesystem::remove(path, ignored);
  }
};

}  // namespace

void fail_with_errno(const std::filesystem::path& path, std::string_view doing) {
  throw WriteError(path, doing, errno);
}

void put_file(const std::filesystem::path& path, std::initializer_list<std::string_view> parts) {
  const Temporary temporary{std::filesystem::path(path).concat(k_part_ending)};
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(temporary.path.c_str(), "wb"), &std::fclose);
  if (!file) fail_with_errno(path, "open for writing");
  for (const std::string_view part : parts)
    if (std::fwrite(part.data(), 1, part.size(), file.get()) != part.size()) fail_with_errno(path, "write");
  if (std::fclose(file.release()) != 0) fail_with_errno(path, "write");
  if (std::rename(temporary.path.c_str(), path.c_str()) != 0) fail_with_errno(path, "write");
}

std::optional<std::string> file_bytes(const std::filesystem::path& path) {
  std::error_code ignored;
  std::ifstream stream(path, std::ios::binary);
  if (!stream || std::filesystem::is_directory(path, ignored)) return std::nullopt;
  return std::string{std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace scree::io
