// The whole of a regular file, or why not. Devices, pipes and folders are refused, and so is what is larger than a
// limit: reading a file that a scene names must end, and must not fill the memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <variant>

namespace scree::io {

/// Why a file is not read; continues a sentence that began with its name: "does not exist".
struct Refused {
  std::string why;
};

inline constexpr std::uint64_t k_largest_data_file = std::uint64_t{4} << 30;            // bytes; some 40 million bodies
inline constexpr std::uint64_t k_any_size = std::numeric_limits<std::uint64_t>::max();  // for files that no scene names

/// `advice` ends the sentence about a file that is larger than the limit.
std::variant<std::string, Refused> read_regular_file(const std::filesystem::path& path, std::uint64_t limit,
                                                     std::string_view advice = {});

}  // namespace scree::io
