// gzip in memory.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace scree::io {

bool is_gzip(std::string_view bytes);
/// Nothing if the bytes are damaged or cut short, or would unpack to more than `limit` bytes.
std::optional<std::string> unzipped(std::string_view bytes, std::uint64_t limit);

}  // namespace scree::io
