// Prepares text of unknown origin for a message: limits its length and replaces control characters.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace scree::io {

inline constexpr std::size_t k_longest_name = 80;        // characters of a name or path in a message
inline constexpr std::size_t k_longest_sentence = 1000;  // [characters]; the longest message of Scree has about 400

/// The first `max_characters` characters, cut between UTF-8 characters, with "..." if something was cut off.
inline std::string shortened(std::string_view text, std::size_t max_characters = k_longest_name) {
  std::size_t end = 0;
  for (std::size_t count = 0; end < text.size(); ++count) {
    if (count == max_characters) return std::string(text.substr(0, end)) + "...";
    ++end;
    for (int more = 0; more < 3 && end < text.size() && (static_cast<unsigned char>(text[end]) & 0xc0U) == 0x80U;
         ++more)
      ++end;
  }
  return std::string(text);
}

/// Shortened, and with `?` for every control character: a line break would end the message, an escape sequence would
/// control the terminal.
inline std::string printable(std::string_view text, std::size_t max_characters = k_longest_sentence) {
  std::string clean = shortened(text, max_characters);
  for (char& c : clean)
    if (static_cast<unsigned char>(c) < 0x20U || c == 0x7f) c = '?';
  return clean;
}

}  // namespace scree::io
