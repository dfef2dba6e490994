// Which files a scene may name: those of its own folder, and those of folders that the user allowed (--allow-path).
//
// So a scene from a stranger can be run without fear that it reads anything else, and a scene with its folder can be
// moved. `..` is taken out of the name first; then symbolic links are followed, and where they end is what counts.
#pragma once

#include <filesystem>
#include <string_view>
#include <variant>

#include "io/text/read_file.h"
#include "io/text/read_options.h"

namespace scree::io {

/// The path to open for `name`, which is relative to `folder` or absolute; or why it is refused.
std::variant<std::filesystem::path, Refused> confined(const std::filesystem::path& folder, std::string_view name,
                                                      const ReadOptions& options);

}  // namespace scree::io
