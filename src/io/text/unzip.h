// Unpacks gzip data in memory: all members of a file in sequence, as gunzip does. [RFC 1952, section 2.2]
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "io/text/read_file.h"

namespace scree::io {

bool is_gzip(std::string_view bytes);

/// The unpacked content. Refused if the data are damaged or truncated, if anything but zeros (which some archives
/// append) follows the last member, or if the content exceeds `limit` bytes, which is determined before memory is
/// allocated.
std::variant<std::string, Refused> unzipped(std::string_view bytes, std::uint64_t limit);

}  // namespace scree::io
