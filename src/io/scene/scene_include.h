// A scene and the files it includes, as one table. Internal to the scene reader.
//
// `include = ["materials.toml"]` at the root of any file; names are relative to the file they stand in. Lists of tables
// ([[material]]) are appended, the including file's first; tables ([output]) are joined key by key; a key that is given
// in two files is a problem that names both places. A file that several others include is taken once, where it is met
// first. The same name twice in one list, a file that leads back to itself, and more than eight files inside each other
// are problems.
//
// Where texts come from is the caller's: the disk, within confine.h, or a checkpoint.
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
/// The file of a name that is relative to the scene's folder, or absolute.
using Fetch = std::function<std::variant<Fetched, Refused>(const std::string& name)>;

struct Joined {
  toml::table table;             ///< without `include`
  std::vector<SceneText> texts;  ///< in the order read, the main one first
};

/// From texts that were read before, by their names; nothing is opened.
Fetch fetch_from(std::span<const SceneText> texts);

/// Nothing, with problems noted, if a file cannot be had or is not TOML: what the others then lack is not their fault.
std::optional<Joined> join_includes(Source& source, const std::string& name, Fetched main, const Fetch& fetch);

}  // namespace scree::io
