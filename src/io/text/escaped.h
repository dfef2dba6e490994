// Makes text of unknown origin safe to print: terminal control characters and bytes that are not UTF-8 become escape
// sequences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace scree::io {

/// One character of a text: its code point and its number of bytes. A byte that does not begin a valid UTF-8 character
/// counts as one character without a code point.
struct Character {
  static constexpr std::uint32_t k_invalid = ~std::uint32_t{0};
  std::uint32_t code = k_invalid;
  std::size_t bytes = 1;
};
inline Character first_character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<std::uint32_t>(static_cast<unsigned char>(text[i])); };
  const std::uint32_t first = byte(0);
  if (first < 0x80U) return {first, 1};
  const std::size_t bytes = first >= 0xf0U && first < 0xf8U ? 4 : first >= 0xe0U ? 3 : 2;
  if (first < 0xc2U || first >= 0xf5U || text.size() < bytes) return {};
  std::uint32_t code = first & (0xffU >> (bytes + 1));
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0U) != 0x80U) return {};
    code = code << 6 | (byte(i) & 0x3fU);
  }
  constexpr std::uint32_t k_min[] = {0, 0, 0x80, 0x800, 0x10000};  // overlong encodings are not valid UTF-8
  if (code < k_min[bytes] || code > 0x10ffffU || (code >= 0xd800U && code < 0xe000U)) return {};
  return {code, bytes};
}

/// Whether a terminal interprets the character instead of displaying it: control characters of ASCII and ISO 6429 (C1),
/// line and paragraph separators, and characters that change the writing direction.
inline bool steers(std::uint32_t code) {
  return code < 0x20U || (code >= 0x7fU && code < 0xa0U) || (code >= 0x200eU && code <= 0x200fU) ||
         (code >= 0x2028U && code <= 0x202eU) || (code >= 0x2066U && code <= 0x2069U);
}

enum class LineBreaks { escaped, kept };
/// The text with `\n`, `\t`, `\x1b` or `\u202e` in place of a control character, and `\xff` in place of a byte that is
/// not UTF-8.
inline std::string escaped(std::string_view text, LineBreaks line_breaks = LineBreaks::escaped) {
  constexpr std::string_view k_digits = "0123456789abcdef";
  std::string clean;
  clean.reserve(text.size());
  while (!text.empty()) {
    const Character c = first_character(text);
    const std::uint32_t number = c.code == Character::k_invalid ? static_cast<unsigned char>(text[0]) : c.code;
    if (c.code == '\n' && line_breaks == LineBreaks::kept)
      clean += '\n';
    else if (c.code == '\n' || c.code == '\t' || c.code == '\r')
      clean += c.code == '\n' ? "\\n" : c.code == '\t' ? "\\t" : "\\r";
    else if (c.code == Character::k_invalid || (c.code < 0x80U && steers(c.code)))
      clean += {'\\', 'x', k_digits[number >> 4 & 15U], k_digits[number & 15U]};
    else if (steers(c.code))
      clean += {'\\',
                'u',
                k_digits[number >> 12 & 15U],
                k_digits[number >> 8 & 15U],
                k_digits[number >> 4 & 15U],
                k_digits[number & 15U]};
    else
      clean += text.substr(0, c.bytes);
    text.remove_prefix(c.bytes);
  }
  return clean;
}

}  // namespace scree::io
