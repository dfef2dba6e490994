// Limits on what a scene may read and use. Only command-line options extend them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace scree::io {

/// Bytes of TOML, all includes together. toml++ needs up to 45 bytes of memory for each (an array of one-digit
/// numbers).
inline constexpr std::uint64_t k_largest_scene = std::uint64_t{16} << 20;
/// Maximum unpacked size of one compressed file [bytes]; about 10 million bodies.
inline constexpr std::uint64_t k_largest_unpacked = std::uint64_t{1} << 30;

/// Remedy for a file above its limit; ends a sentence.
inline constexpr std::string_view k_raise_scene_limit =
    "put many bodies into a [[data_file]], or raise the limit by --scene-limit";
inline constexpr std::string_view k_raise_unpacked_limit = "if that is meant, raise the limit by --unpacked-limit";

/// "16 MiB", "1.5 GiB".
std::string describe_size(std::uint64_t bytes);

struct ReadOptions {
  /// Folders, besides that of the scene, whose files the scene may name (--allow-path).
  std::vector<std::filesystem::path> allowed{};
  /// Memory that the bodies may take [bytes]; 0: the whole physical memory.
  std::uint64_t memory = 0;
  std::uint64_t scene_limit = k_largest_scene;        ///< --scene-limit [bytes]
  std::uint64_t unpacked_limit = k_largest_unpacked;  ///< --unpacked-limit [bytes]
};

}  // namespace scree::io
