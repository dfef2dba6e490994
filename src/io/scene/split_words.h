// Splits a line into words and converts them to numbers, independent of the locale and without copies.
#pragma once

#include <algorithm>
#include <charconv>
#include <optional>
#include <string_view>
#include <system_error>
#include <vector>

namespace scree::io {

/// Splits a line at blanks. `words` is overwritten, so that its memory is reused for every line.
inline void split_words(std::string_view line, std::vector<std::string_view>& words) {
  constexpr std::string_view blanks = " \t\r";
  words.clear();
  for (std::size_t i = line.find_first_not_of(blanks); i != std::string_view::npos;) {
    const std::size_t stop = std::min(line.find_first_of(blanks, i), line.size());
    words.push_back(line.substr(i, stop - i));
    i = line.find_first_not_of(blanks, stop);
  }
}

/// The whole word as a number; empty if it is not a number.
template <class Number>
std::optional<Number> number_in(std::string_view word) {
  Number value{};
  const char* begin = word.data() + (word.size() > 1 && word[0] == '+' && word[1] != '-' ? 1 : 0);
  const auto [end, error] = std::from_chars(begin, word.data() + word.size(), value);
  if (error != std::errc{} || end != word.data() + word.size()) return std::nullopt;
  return value;
}

}  // namespace scree::io
