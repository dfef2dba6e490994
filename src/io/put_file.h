// Files that appear whole or not at all: written under a temporary name in the same folder, then renamed.
//
// So a run that is killed, or a disk that fills up, leaves the file of before or none. There is no fsync: for frames what is guarded
// against is the death of the process, not that of the machine (io/whole_file.h does both).
#pragma once

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>

namespace scree::io {

inline constexpr std::string_view k_part_ending = ".partial";  ///< of the temporary name

/// The parts one after the other. Throws WriteError.
void put_file(const std::filesystem::path& path, std::initializer_list<std::string_view> parts);

/// All bytes of a file; nothing if it cannot be read.
std::optional<std::string> file_bytes(const std::filesystem::path& path);

/// Throws WriteError.
[[noreturn]] void fail_with_errno(const std::filesystem::path& path, std::string_view doing);

}  // namespace scree::io
