// The one description of a parameter: name, unit, range, default, sentence.
//
// A law lists its parameters as `fields`. The scene reader, `scree laws`, `scree check` and every error
// text read that list, so a parameter cannot mean one thing in a file and another in the code.
#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <string_view>
#include <variant>

namespace scree {

/// A number that was not given. Kept inside Params until `fields` has been checked; never reaches a kernel.
inline constexpr double k_unset = std::numeric_limits<double>::quiet_NaN();
inline bool is_set(double value) { return !std::isnan(value); }

/// What a number must obey.
enum class Range { any, positive, not_negative, fraction /* (0, 1] */, share /* [0, 1] */ };

constexpr bool holds(Range range, double value) {
  switch (range) {
    case Range::any: return true;
    case Range::positive: return value > 0.0;
    case Range::not_negative: return value >= 0.0;
    case Range::fraction: return value > 0.0 && value <= 1.0;
    case Range::share: return value >= 0.0 && value <= 1.0;
  }
  return false;
}
constexpr std::string_view in_words(Range range) {
  switch (range) {
    case Range::any: return "any number";
    case Range::positive: return "> 0";
    case Range::not_negative: return ">= 0";
    case Range::fraction: return "> 0 and <= 1";
    case Range::share: return ">= 0 and <= 1";
  }
  return "";
}

/// How a field may be left out.
enum class Need {
  required,     ///< must be given
  optional,     ///< has a default
  one_of,       ///< exactly one field of the same group must be given
  at_most_one,  ///< no more than one field of the same group may be given; `says` tells what holds if none is
};

/// One parameter of the struct P. A field holds a number (`number`) or one of a few words (`word`:
/// an int, the index into `words`).
template <class P>
struct Field {
  std::string_view name;
  std::variant<double P::*, int P::*> member;
  std::string_view unit;  ///< SI unit in UDUNITS spelling, "1" for a pure number; empty for words
  Range range = Range::any;
  Need need = Need::required;
  std::string_view group{};  ///< with one_of and at_most_one: fields of one group are alternatives
  double preset = 0.0;       ///< with optional: the default (for words: the index)
  std::span<const std::string_view> words{};
  std::string_view only_with{};  ///< a field that must be given for this one to make sense
  std::string_view not_below{};  ///< a number of the same unit that this one must not be below; both are required
  std::string_view says;         ///< one sentence for people
};

}  // namespace scree
