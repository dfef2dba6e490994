// The version of the library.
#pragma once

#include <string_view>

namespace scree {

/// As `scree --version` prints it: major.minor.patch.
[[nodiscard]] std::string_view version() noexcept;

}  // namespace scree
