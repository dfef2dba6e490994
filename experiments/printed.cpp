#include "experiments/printed.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <string_view>
#include <vector>

namespace scree::experiments {
namespace {

constexpr double k_infinite = std::numeric_limits<double>::infinity();
// Papers print two or three digits and sometimes truncate instead of rounding: differences up to half a percent count
// as equal.
constexpr double k_same = 0.005;
constexpr double k_coverage =
    2.0;  // standard uncertainties within which two values agree: 95 % of a normal distribution

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
  return text;
}

struct Number {
  double value, rounding;  ///< rounding: half a unit of the last printed digit
};

/// Parses a number at the start of the text and removes it from the text.
std::optional<Number> take_number(std::string_view& text) {
  double value = 0.0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{}) return std::nullopt;
  const std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.data()));
  const std::size_t e = std::min(digits.find_first_of("eE"), digits.size()), point = digits.substr(0, e).find('.');
  int exponent = 0;
  if (e < digits.size()) {
    const std::string_view power = digits.substr(e + 1 + (digits[e + 1] == '+' ? 1 : 0));
    std::from_chars(power.data(), power.data() + power.size(), exponent);
  }
  const int decimals = point == std::string_view::npos ? 0 : static_cast<int>(e - point - 1);
  text = trimmed(text.substr(digits.size()));
  return Number{value, 0.5 * std::pow(10.0, exponent - decimals)};
}

bool take(std::string_view& text, std::string_view word) {
  if (!text.starts_with(word)) return false;
  text = trimmed(text.substr(word.size()));
  return true;
}

/// Whether the text is the unit or empty.
bool is_unit(std::string_view text, std::string_view unit) { return text.empty() || text == unit; }

PrintedValue of_number(const Number& number) {
  // An integer is a count or a limit: its last digit does not indicate a rounding error.
  const bool integer = number.rounding >= 0.5;
  const double rounding = std::max(integer ? 0.0 : number.rounding, k_same * std::abs(number.value));
  return {number.value, number.value, rounding};
}

std::optional<PrintedValue> value_of_part(std::string_view text, std::string_view unit) {
  for (const std::string_view word : {"<=", "<", "before "})
    if (take(text, word)) {
      const auto number = take_number(text);
      return number && is_unit(text, unit) ? std::optional(PrintedValue{-k_infinite, number->value}) : std::nullopt;
    }
  for (const std::string_view word : {">=", ">"})
    if (take(text, word)) {
      const auto number = take_number(text);
      return number && is_unit(text, unit) ? std::optional(PrintedValue{number->value, k_infinite}) : std::nullopt;
    }
  const auto first = take_number(text);
  if (!first) return std::nullopt;
  if (is_unit(text, unit)) return of_number(*first);
  if (text == "or less") return PrintedValue{-k_infinite, first->value};
  const bool range = text.starts_with("to ");
  if (!take(text, "to ") && !take(text, "+-")) return std::nullopt;
  const auto second = take_number(text);
  if (!second || !is_unit(text, unit)) return std::nullopt;
  if (range) return PrintedValue{first->value, second->value};
  return PrintedValue{first->value, first->value, 0.0, second->value};
}

std::vector<std::string_view> parts_of(std::string_view text) {
  std::vector<std::string_view> parts;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(", ", at), text.size());
    parts.push_back(trimmed(text.substr(at, comma - at)));
    at = comma + 2;
  }
  return parts;
}

}  // namespace

double PrintedValue::middle() const {
  if (std::isinf(low)) return high;
  return std::isinf(high) ? low : 0.5 * (low + high);
}

bool PrintedValue::excludes(double value, double uncertainty, double tolerance) const {
  const double outside = std::max({0.0, low - value, value - high});
  return !(outside <= std::max(rounding, tolerance) + k_coverage * std::hypot(standard, uncertainty));
}

std::optional<PrintedValue> value_of(const Printed& printed, std::string_view unit) {
  if (const auto* number = std::get_if<double>(&printed))
    return PrintedValue{*number, *number, k_same * std::abs(*number)};
  const auto* text = std::get_if<std::string>(&printed);
  if (!text) return std::nullopt;
  for (const std::string_view part : parts_of(*text))
    if (const auto value = value_of_part(part, unit)) return value;
  return std::nullopt;
}

bool hides_a_number(const Printed& printed, std::string_view unit) {
  const auto* text = std::get_if<std::string>(&printed);
  if (!text || unit.empty() || value_of(printed, unit)) return false;
  for (std::size_t at = text->find_first_of("0123456789"); at != std::string::npos;
       at = text->find_first_of("0123456789", at)) {
    std::string_view rest = std::string_view(*text).substr(at);
    if (!take_number(rest)) return false;
    const std::size_t end = text->size() - rest.size();
    // For dimensionless quantities only a number at the start of the text is relevant; later numbers refer to figures
    // or conditions.
    if (unit == "1" ? at == 0
                    : rest.starts_with(unit) &&
                          (rest.size() == unit.size() || !std::isalnum(static_cast<unsigned char>(rest[unit.size()]))))
      return true;
    at = std::max(end, at + 1);
  }
  return false;
}

}  // namespace scree::experiments
