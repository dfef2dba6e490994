#include "io/text/toml_depth.h"

#include <algorithm>

namespace scree::io {

namespace {

/// The position after the string that begins at `at`. A string opened by three quotes may span several lines.
std::size_t after_string(std::string_view text, std::size_t at) {
  const char quote = text[at];
  const std::string_view three = quote == '"' ? "\"\"\"" : "'''";
  const bool is_long = text.substr(at, 3) == three;
  at += is_long ? 3 : 1;
  while (at < text.size()) {
    if (quote == '"' && text[at] == '\\') {
      at += 2;
    } else if (is_long && text.substr(at, 3) == three) {
      at += 3;
      // the content may end in up to two quotes
      for (int more = 0; more < 2 && at < text.size() && text[at] == quote; ++more) ++at;
      return at;
    } else if (!is_long && (text[at] == quote || text[at] == '\n')) {
      return text[at] == quote ? at + 1 : at;
    } else {
      ++at;
    }
  }
  return text.size();
}

}  // namespace

std::optional<Place> too_deep_key(std::string_view text) {
  int parts = 1, line = 1;
  std::size_t line_begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"' || c == '\'') {
      const std::size_t end = after_string(text, at);
      for (std::size_t i = at; i < end; ++i)
        if (text[i] == '\n') ++line, line_begin = i + 1;
      at = end;
      continue;
    }
    if (c == '#') {
      at = std::min(text.find('\n', at), text.size());
      continue;
    }
    if (c == '.' && ++parts > k_deepest_key) return Place{line, static_cast<int>(at - line_begin) + 1, {}};
    if (c == '\n' || c == '=' || c == ',' || c == '[' || c == ']' || c == '{' || c == '}') parts = 1;
    ++at;
    if (c == '\n') ++line, line_begin = at;
  }
  return {};
}

}  // namespace scree::io
