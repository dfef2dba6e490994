// Paths into the tables of a scene: `time.end`, `contact[0].slide.coefficient`, `material.glass.density`, `gravity[2]`.
//
// A name selects a key of a table, a number in brackets an item of a list, counted from 0 over the scene with all its
// includes. A table of a list can also be selected by its `name`. If a list has only one table, the selection can be
// omitted: `random.seed`.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "io/text/read_file.h"
#include "io/text/toml.h"

namespace scree::io {

/// One part of a path: a name, or a number in brackets.
using PathPart = std::variant<std::string, std::size_t>;

/// Splits a path into its parts; refused if the text is not a path.
std::variant<std::vector<PathPart>, Refused> split_path(std::string_view path);

/// The value at a path; or why it does not exist, with the nearest existing path.
std::variant<const toml::node*, Refused> value_at(const toml::table& root, std::string_view path);

}  // namespace scree::io
