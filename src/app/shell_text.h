// Names and texts of unknown origin on their way to a terminal: as they are shown, and as words of commands that a
// person copies into a shell.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "io/text/escaped.h"

namespace scree::app {

/// One word of a command for sh and bash, whatever the name is. Plain names stay as they are; others stand in single
/// quotes. A character that a terminal would obey cannot be shown, so that a name with one stands in $'...' with its
/// escapes, which bash, zsh and ksh read.
inline std::string shell_word(const std::filesystem::path& path) {
  std::string name = path.string();
  if (name.starts_with('-')) name = "./" + name;  // or it would be an option
  constexpr std::string_view k_plain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+=:,./-";
  if (!name.empty() && name.find_first_not_of(k_plain) == name.npos) return name;
  if (io::escaped(name) == name) {
    std::string word = "'";
    for (const char c : name) c == '\'' ? word += "'\\''" : word += c;
    return word + "'";
  }
  constexpr std::string_view k_digits = "0123456789abcdef";
  std::string word = "$'";
  for (std::string_view rest = name; !rest.empty();) {
    const io::Character c = io::first_character(rest);
    for (const char byte : rest.substr(0, c.bytes)) {
      const auto number = static_cast<unsigned char>(byte);
      if (c.code == io::Character::k_invalid || io::steers(c.code))
        word += {'\\', 'x', k_digits[number >> 4], k_digits[number & 15U]};
      else if (byte == '\'' || byte == '\\')
        word += {'\\', byte};
      else
        word += byte;
    }
    rest.remove_prefix(c.bytes);
    // \x takes as many hexadecimal digits as follow (two in bash, more elsewhere): end the quotes, so that it takes
    // none of the name's own.
    if ((c.code == io::Character::k_invalid || io::steers(c.code)) && !rest.empty()) word += "'$'";
  }
  return word + "'";
}

/// A name for people to read, which cannot steer the terminal.
inline std::string shown(const std::filesystem::path& path) { return io::escaped(path.string()); }
inline std::string shown(const std::string& name) { return io::escaped(name); }
/// Sentences that may stand on several lines.
inline std::string shown_lines(std::string_view text) { return io::escaped(text, io::LineBreaks::kept); }

}  // namespace scree::app
