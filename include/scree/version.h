// The version of the library.
#pragma once

#include <string_view>

namespace scree {

/// major.minor.patch, as printed by `scree --version`.
[[nodiscard]] std::string_view version() noexcept;

}  // namespace scree
