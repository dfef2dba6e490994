#include "io/text/confine.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/text/message_text.h"

namespace scree::io {

namespace {

namespace fs = std::filesystem;

bool is_inside(const fs::path& real, const fs::path& folder) {
  std::error_code error;
  fs::path home = fs::weakly_canonical(folder.empty() ? fs::path(".") : folder, error);
  if (error) return false;
  if (!home.has_filename()) home = home.parent_path();  // "folder/" ends in an empty name
  return std::mismatch(home.begin(), home.end(), real.begin(), real.end()).first == home.end();
}

std::string_view kind_of(const fs::file_status& status) {
  if (fs::is_directory(status)) return "a folder";
  if (fs::is_fifo(status)) return "a pipe";
  if (fs::is_character_file(status) || fs::is_block_file(status)) return "a device";
  return "not a file";
}

}  // namespace

std::variant<fs::path, Refused> confined(const fs::path& folder, std::string_view name, const ReadOptions& options) {
  if (name.empty()) return Refused{"is empty; a path is expected, relative to the scene's folder"};
  if (name.find('\0') != std::string_view::npos) return Refused{"has a zero character in it, which no path has"};
  const fs::path given = fs::path(name).lexically_normal();
  const fs::path full = given.is_absolute() || folder.empty() ? given : folder / given;
  std::error_code error;
  // Made absolute first, because weakly_canonical returns a bare name that does not exist unchanged, without any
  // folder.
  const fs::path real = fs::weakly_canonical(fs::absolute(full, error), error);
  if (error) return Refused{fmt::format("cannot be found: {}", error.message())};
  const bool allowed = std::any_of(options.allowed.begin(), options.allowed.end(),
                                   [&](const fs::path& other) { return is_inside(real, other); });
  if (!allowed && (given.is_absolute() || !is_inside(real, folder))) {
    const std::string_view how = given.is_absolute() ? "is absolute"
                                 : given.begin()->native() == fs::path("..")
                                     ? "leaves the scene's folder by `..`"
                                     : "is a link that leaves the scene's folder";
    return Refused{
        fmt::format("{}; a scene may only read files of its own folder. Put the file there, or allow the folder it is "
                    "in: --allow-path {}",
                    how, shortened(real.parent_path().string()))};
  }
  const fs::file_status status = fs::status(full, error);
  if (!fs::exists(status)) return Refused{fmt::format("does not exist; there is no file {}", real.string())};
  if (!fs::is_regular_file(status)) return Refused{fmt::format("is {}; only regular files are read", kind_of(status))};
  return full;
}

}  // namespace scree::io
