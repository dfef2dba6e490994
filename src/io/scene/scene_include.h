// Joins a scene and the files it includes into one table. Internal to the scene reader.
//
// `include = ["materials.toml"]` at the root of any file; names are relative to the file that contains them. Lists of
// tables ([[material]]) are appended, those of the including file first; tables ([output]) are joined key by key; a key
// that two files give is an error that names both places. A file included several times is read once, at its first
// include. Errors are also: the same name twice in one list, a cycle of includes, and more than eight nested files.
//
// The caller provides the texts: from the disk, within the limits of confine.h, or from a checkpoint.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "io/text/read_file.h"
#include "io/scene/scene_text.h"
#include "io/scene/section.h"

namespace scree::io {

inline constexpr std::size_t k_deepest_include = 8;

struct Fetched {
  std::string shown;     ///< name in messages
  std::string identity;  ///< equal for two names of one file
  std::string text;
};
/// Returns the file of a name that is absolute or relative to the folder of the scene.
using Fetch = std::function<std::variant<Fetched, Refused>(const std::string& name)>;

struct Joined {
  toml::table table;             ///< without `include`
  std::vector<SceneText> texts;  ///< in the order of reading, the main file first
};

/// Takes the texts from `texts`, by name; opens no file.
Fetch fetch_from(std::span<const SceneText> texts);

/// Empty, with errors recorded, if a file is not available or not TOML: the other files would then give misleading
/// errors.
std::optional<Joined> join_includes(Source& source, const std::string& name, Fetched main, const Fetch& fetch);

}  // namespace scree::io
