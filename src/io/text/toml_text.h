// A TOML value as text on one line; reading the text gives the same value, bit for bit.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "io/text/toml.h"

namespace scree::io {

std::string toml_text(const toml::node& node);

/// A table whose key `value` has the value of the text; empty if the text is not a single value.
std::optional<toml::table> toml_value(std::string_view text);

}  // namespace scree::io
