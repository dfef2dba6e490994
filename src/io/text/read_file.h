// Reads a whole regular file, or gives the reason why not. Devices, pipes, folders and files above a size limit are
// refused, so that reading a file named by a scene terminates and cannot exhaust the memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <limits>
#include <string>
#include <string_view>
#include <variant>

namespace scree::io {

/// Why a file is not read, as a continuation of its name: "does not exist".
struct Refused {
  std::string why;
};

inline constexpr std::uint64_t k_largest_data_file = std::uint64_t{4} << 30;  // [bytes]; about 40 million bodies
// for files that are not named by a scene
inline constexpr std::uint64_t k_any_size = std::numeric_limits<std::uint64_t>::max();

/// `advice` ends the message about a file that exceeds the limit.
std::variant<std::string, Refused> read_regular_file(const std::filesystem::path& path, std::uint64_t limit,
                                                     std::string_view advice = {});

}  // namespace scree::io
