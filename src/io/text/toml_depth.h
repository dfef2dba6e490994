// How deep a TOML text may nest. The parser bounds values inside values (TOML_MAX_NESTED_VALUES in toml.h), but not
// keys such as a.a.a.a: each dot is a table inside a table, and tables are destroyed by recursion, so a line of dots
// would exhaust the stack.
#pragma once

#include <optional>
#include <string_view>

#include "io/text/problems.h"

namespace scree::io {

inline constexpr int k_deepest_key = 16;  // parts of a key; the deepest one that a scene has is contact.normal.law

/// Where a key with more parts than that begins to be too deep, if anywhere. Looks at dots outside of strings and
/// comments.
std::optional<Place> too_deep_key(std::string_view text);

}  // namespace scree::io
