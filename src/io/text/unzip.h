// gzip in memory: all members of a file, one after the other, as gunzip has it. [RFC 1952, section 2.2]
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "io/text/read_file.h"

namespace scree::io {

bool is_gzip(std::string_view bytes);

/// What the bytes unpack to. Refused if they are damaged or cut short, if something else than zeros (which some
/// archives add) is behind the last member, or if they would unpack to more than `limit` bytes, which is found out
/// before memory is taken.
std::variant<std::string, Refused> unzipped(std::string_view bytes, std::uint64_t limit);

}  // namespace scree::io
