// Paths into the tables of a scene: `time.end`, `contact[0].slide.coefficient`, `material.glass.density`, `gravity[2]`.
//
// Names go into tables, numbers in brackets into lists, counted from 0 over the scene with all its includes. A table of
// a list may also be called by its `name`; where a list has one table only, it need not be called at all:
// `random.seed`.
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

/// Refused if the text is no path.
std::variant<std::vector<PathPart>, Refused> split_path(std::string_view path);

/// The value at a path; or why there is none, with the nearest path that leads somewhere.
std::variant<const toml::node*, Refused> value_at(const toml::table& root, std::string_view path);

}  // namespace scree::io
