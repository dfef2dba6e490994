// The single declaration of a parameter: name, unit, range, default, description.
//
// A law lists its parameters as `fields`. The scene reader, `scree laws`, `scree check` and all error messages use that
// list, so files, code and documentation agree on the meaning of a parameter.
#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <string_view>
#include <variant>

namespace scree {

/// Value of a parameter that was not given. It occurs in Params only; `fields` are checked before a kernel runs.
inline constexpr double k_unset = std::numeric_limits<double>::quiet_NaN();
inline bool is_set(double value) { return !std::isnan(value); }

/// The allowed range of a number.
enum class Range { any, positive, not_negative, fraction /* (0, 1] */, zero_to_one /* [0, 1] */ };

constexpr bool holds(Range range, double value) {
  switch (range) {
    case Range::any: return true;
    case Range::positive: return value > 0.0;
    case Range::not_negative: return value >= 0.0;
    case Range::fraction: return value > 0.0 && value <= 1.0;
    case Range::zero_to_one: return value >= 0.0 && value <= 1.0;
  }
  return false;
}
constexpr std::string_view describe(Range range) {
  switch (range) {
    case Range::any: return "any number";
    case Range::positive: return "> 0";
    case Range::not_negative: return ">= 0";
    case Range::fraction: return "> 0 and <= 1";
    case Range::zero_to_one: return ">= 0 and <= 1";
  }
  return "";
}

/// Whether a field may be omitted.
enum class Need {
  required,     ///< must be given
  optional,     ///< has a default
  one_of,       ///< exactly one field of the same group must be given
  at_most_one,  ///< at most one field of the same group may be given; `description` states the default behaviour
};

/// One parameter of the struct P: a number (a double member) or a choice among a few words (an int member, the index
/// into `choices`).
template <class P>
struct Field {
  std::string_view name;
  std::variant<double P::*, int P::*> member;
  std::string_view unit;  ///< SI unit in UDUNITS spelling, "1" for a pure number; empty for a choice
  Range range = Range::any;
  Need need = Need::required;
  std::string_view group{};    ///< with one_of and at_most_one: the fields of one group are alternatives
  double default_value = 0.0;  ///< with optional: the default value (for a choice: the index)
  std::span<const std::string_view> choices{};  ///< the allowed words of a choice; empty for a number
  std::string_view only_with{};                 ///< name of another field that must be given if this one is
  std::string_view not_below{};  ///< name of another required field of the same unit: lower bound of this one
  std::string_view description;  ///< one sentence for the user
};

}  // namespace scree
