// Checks of the numbers of a restored state. A checksum shows only that a file is unchanged since it was written, not
// that a simulation wrote it. Without these checks an impossible number would cause a crash, an endless loop or a
// silent NaN later in the run. Each message names the array, the row and column, and the value.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>
#include <variant>

#include "base/archive.h"

namespace scree {

/// Upper bound for restored counters, so that further counting cannot overflow.
inline constexpr std::int64_t k_max_counted = std::int64_t{1} << 62;

/// `bodies/velocity, row 17, column 2, is nan`
template <class T>
std::string element_text(std::string_view name, std::size_t index, std::size_t width, T value) {
  std::ostringstream text;
  text.precision(std::numeric_limits<double>::max_digits10);
  text << name << ", row " << index / width;
  if (width > 1) text << ", column " << index % width;
  text << ", is " << +value;
  return text.str();
}
template <class T>
[[noreturn]] void refuse_element(std::string_view name, std::size_t index, std::size_t width, T value,
                                 std::string_view why) {
  throw ArchiveError{element_text(name, index, width, value) + "; " + std::string(why)};
}

/// Throws ArchiveError unless `holds(value)` for all numbers of the array; `why` states the requirement.
template <class T, class Holds>
void check_elements(std::string_view name, const std::vector<T>& values, std::size_t width, Holds holds,
                    std::string_view why) {
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!holds(values[i])) refuse_element(name, i, width, values[i], why);
}

/// All floating-point numbers of all arrays must be finite.
inline void check_finite(const Archive& archive) {
  for (const Array& array : archive.arrays())
    if (const auto* values = std::get_if<std::vector<double>>(&array.values))
      check_elements(
          array.name, *values, array.width, [](double x) { return std::isfinite(x); }, "it must be finite");
}

/// Counters, for example of steps: 0 to k_max_counted.
inline void check_counts(std::string_view name, const std::vector<std::int64_t>& values, std::size_t width = 1) {
  check_elements(
      name, values, width, [](std::int64_t n) { return n >= 0 && n <= k_max_counted; },
      "a count is not negative and at most 2^62");
}

/// Rows that are directions or orientations: unit length up to rounding.
inline void check_unit_rows(std::string_view name, const std::vector<double>& values, std::size_t width) {
  constexpr double k_slack = 1e-9;  // rounding only: these rows are normalised after every change
  for (std::size_t row = 0; row < values.size() / width; ++row) {
    double square = 0.0;
    for (std::size_t k = 0; k < width; ++k) square += values[row * width + k] * values[row * width + k];
    if (std::abs(square - 1.0) <= k_slack) continue;
    std::ostringstream text;
    text << name << ", row " << row << ", has the length " << std::sqrt(square) << "; it must be 1";
    throw ArchiveError{text.str()};
  }
}

}  // namespace scree
