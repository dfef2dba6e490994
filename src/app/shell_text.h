// Escaping of names and texts of unknown origin for output to a terminal: for display, and as words of shell commands
// that a user may copy.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "io/text/escaped.h"

namespace scree::app {

/// Quotes any name as one word of a command for sh and bash. Plain names are not changed; others are put in single
/// quotes. Control characters of a terminal cannot be shown, so a name that contains one is written as $'...' with
/// escape sequences, which bash, zsh and ksh understand.
inline std::string shell_word(const std::filesystem::path& path) {
  std::string name = path.string();
  if (name.starts_with('-')) name = "./" + name;  // otherwise it would be an option
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
    // \x consumes all hexadecimal digits that follow (two in bash, more in other shells). The quotes end here, so that
    // it does not consume characters of the name.
    if ((c.code == io::Character::k_invalid || io::steers(c.code)) && !rest.empty()) word += "'$'";
  }
  return word + "'";
}

/// A name for display, without control characters of the terminal.
inline std::string shown(const std::filesystem::path& path) { return io::escaped(path.string()); }
inline std::string shown(const std::string& name) { return io::escaped(name); }
/// The same for text of several lines.
inline std::string shown_lines(std::string_view text) { return io::escaped(text, io::LineBreaks::kept); }

}  // namespace scree::app
