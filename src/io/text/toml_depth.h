// Limits the nesting of a TOML text. The parser limits values inside values (TOML_MAX_NESTED_VALUES in toml.h), but not
// keys such as a.a.a.a: each dot is a table inside a table, and tables are destroyed recursively, so a long line of
// dots would exhaust the stack.
#pragma once

#include <optional>
#include <string_view>

#include "io/text/input_errors.h"

namespace scree::io {

inline constexpr int k_deepest_key = 16;  // parts of a key; the longest key of a scene is contact.normal.law

/// The place at which a key exceeds this limit, if there is one. Only dots outside strings and comments count.
std::optional<Place> too_deep_key(std::string_view text);

}  // namespace scree::io
