// What a scene may reach and use, beyond what it may anyway: only the user's word widens it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

namespace scree::io {

struct ReadOptions {
  /// Folders whose files a scene may name besides those of its own folder (--allow-path).
  std::vector<std::filesystem::path> allowed{};
  /// Memory that the bodies may take [bytes]; 0: all of the machine's.
  std::uint64_t memory = 0;
};

}  // namespace scree::io
