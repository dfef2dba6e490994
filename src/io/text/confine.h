// Which files a scene may name: those in its own folder, and those in folders that the user allowed (--allow-path).
//
// So a scene of unknown origin cannot read any other file, and a scene can be moved together with its folder. `..` is
// resolved in the name first, then symbolic links; the resulting path decides.
#pragma once

#include <filesystem>
#include <string_view>
#include <variant>

#include "io/text/read_file.h"
#include "io/text/read_options.h"

namespace scree::io {

/// The path to open for `name`, which is absolute or relative to `folder`; or the reason why it is refused.
std::variant<std::filesystem::path, Refused> confined(const std::filesystem::path& folder, std::string_view name,
                                                      const ReadOptions& options);

}  // namespace scree::io
