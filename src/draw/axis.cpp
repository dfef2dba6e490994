// Ticks at 1, 2 or 5 times a power of ten; a common power of ten becomes one factor for the whole axis.
#include "draw/axis.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <tuple>

namespace scree::draw {
namespace {

std::string power_of_ten(int exponent) {
  static constexpr const char* k_digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string words = exponent < 0 ? "10⁻" : "10";
  for (const char c : std::to_string(std::abs(exponent))) words += k_digits[c - '0'];
  return words;
}

/// The nearest of 1, 2, 5, 10 times a power of ten.
double round_step(double step) {
  const double power = std::pow(10.0, std::floor(std::log10(step)));
  const double m = step / power;
  return power * (m < 1.5 ? 1 : m < 3.5 ? 2 : m < 7.5 ? 5 : 10);
}

void put_linear_ticks(Axis& axis, double step) {
  const double largest = std::max(std::abs(axis.low), std::abs(axis.high));
  int exponent = static_cast<int>(std::floor(std::log10(largest)));
  exponent = exponent >= -2 && exponent < 5 ? 0 : 3 * static_cast<int>(std::floor(exponent / 3.0));
  if (exponent != 0) axis.factor = power_of_ten(exponent);
  const double unit = std::pow(10.0, exponent);
  const int decimals = std::clamp(static_cast<int>(std::ceil(-std::log10(step / unit) - 1e-9)), 0, 12);
  for (double k = std::ceil(axis.low / step - 1e-9); k * step <= axis.high + 1e-9 * step; ++k) {
    char text[64];
    std::snprintf(text, sizeof text, "%.*f", decimals, std::abs(k) / unit * step);
    axis.ticks.push_back({k * step, (k < 0 ? "−" : "") + std::string(text)});
  }
}

void put_decades(Axis& axis, int count) {
  const int first = static_cast<int>(std::ceil(std::log10(axis.low) - 1e-9));
  const int last = static_cast<int>(std::floor(std::log10(axis.high) + 1e-9));
  const int step = std::max(1, (last - first + count) / count);
  for (int k = first; k <= last; k += step) axis.ticks.push_back({std::pow(10.0, k), power_of_ten(k)});
}

}  // namespace

double Axis::fraction(double value) const {
  if (scale == Scale::logarithmic) return std::log(value / low) / std::log(high / low);
  return (value - low) / (high - low);
}

bool Axis::shows(double value) const { return std::isfinite(value) && (scale == Scale::linear || value > 0); }

Axis make_axis(Scale scale, const std::vector<double>& values, const ChartRange& range, int count) {
  Axis axis{.scale = scale,
            .low = std::numeric_limits<double>::infinity(),
            .high = -std::numeric_limits<double>::infinity(),
            .ticks = {},
            .factor = {}};
  if (range) {
    std::tie(axis.low, axis.high) = *range;
  } else {
    for (const double v : values) {
      if (!axis.shows(v)) continue;
      axis.low = std::min(axis.low, v);
      axis.high = std::max(axis.high, v);
    }
  }
  const bool logarithmic = scale == Scale::logarithmic;
  if (!(axis.low <= axis.high)) axis.low = logarithmic ? 1.0 : 0.0, axis.high = logarithmic ? 10.0 : 1.0;  // no data
  if (logarithmic) {
    if (!range) {
      axis.low = std::pow(10.0, std::floor(std::log10(axis.low) + 1e-9));
      axis.high = std::pow(10.0, std::max(std::ceil(std::log10(axis.high) - 1e-9), std::log10(axis.low) + 1));
    }
    put_decades(axis, count);
    return axis;
  }
  const double size = std::max(std::abs(axis.low), std::abs(axis.high));
  if (!(axis.high - axis.low > 1e-12 * size)) {  // all values are equal up to rounding
    const double room = size > 0 ? 0.5 * size : 1.0;
    axis.low -= room;
    axis.high += room;
  }
  const double step = round_step((axis.high - axis.low) / count);
  if (!range) {
    axis.low = step * std::floor(axis.low / step + 1e-9);
    axis.high = step * std::ceil(axis.high / step - 1e-9);
  }
  put_linear_ticks(axis, step);
  return axis;
}

}  // namespace scree::draw
