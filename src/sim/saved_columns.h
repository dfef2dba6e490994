// Helpers for arrays of an archive that have one row for each body, plane or stream. Internal to sim/saved*.cpp.
#pragma once

#include <cmath>
#include <cstddef>
#include <string_view>
#include <vector>

#include "state/world.h"

namespace scree::sim {

/// An array of `rows` x `width` numbers, row by row; `number(row, column)` returns one of them.
template <class T, class F>
std::vector<T> gathered(std::size_t rows, std::size_t width, F number) {
  std::vector<T> values(rows * width);
  for (std::size_t i = 0; i < rows; ++i)
    for (std::size_t k = 0; k < width; ++k) values[i * width + k] = number(i, k);
  return values;
}

/// The components of a load in the order of the arrays.
inline constexpr double state::LoadLine::*k_load_parts[6] = {&state::LoadLine::fx, &state::LoadLine::fy,
                                                             &state::LoadLine::fz, &state::LoadLine::tx,
                                                             &state::LoadLine::ty, &state::LoadLine::tz};

/// For masses, lengths and other divisors.
inline bool has_inverse(double x) { return x > 0.0 && std::isfinite(x) && std::isfinite(1.0 / x); }
inline constexpr std::string_view k_positive = "it must be above 0, with a finite inverse";

}  // namespace scree::sim
