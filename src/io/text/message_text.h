// Text of unknown origin on its way into a message: short, and without characters that would steer a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace scree::io {

inline constexpr std::size_t k_longest_name = 80;        // characters of a name or path in a message
inline constexpr std::size_t k_longest_sentence = 1000;  // our own longest has about 400

/// The first `most` characters, never half of one (UTF-8), with "..." if something was cut off.
inline std::string shortened(std::string_view text, std::size_t most = k_longest_name) {
  std::size_t end = 0;
  for (std::size_t count = 0; end < text.size(); ++count) {
    if (count == most) return std::string(text.substr(0, end)) + "...";
    ++end;
    for (int more = 0; more < 3 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U;
         ++more)
      ++end;
  }
  return std::string(text);
}

/// Shortened, and with `?` for every control character: a line break would end the message, an escape would move the
/// cursor.
inline std::string printable(std::string_view text, std::size_t most = k_longest_sentence) {
  std::string clean = shortened(text, most);
  for (char& c : clean)
    if (static_cast<unsigned char>(c) < 0x20U || c == 0x7f) c = '?';
  return clean;
}

}  // namespace scree::io
