// A TOML value as text on one line, such that reading the text gives the value again, to the last bit of a number.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "io/text/toml.h"

namespace scree::io {

std::string toml_text(const toml::node& node);

/// A table whose key `value` has the value that a text is; nothing if the text is no single value.
std::optional<toml::table> toml_value(std::string_view text);

}  // namespace scree::io
