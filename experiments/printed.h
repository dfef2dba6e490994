// What a paper prints of a quantity, and whether a value agrees with it.
//
// A printed text is read where it is a number, so that no printed number escapes the comparison because it was written
// as a text:
//   "0.46 s"   "2.85 +- 0.05"   "0.9 to 1.8 s"   "< 1"   "before 8 s"   "0.004 or less"
// Words may stand before or after it, separated by a comma ("as theory, 7.143 s"). All other texts are words, which are
// not compared.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace scree::experiments {

/// What a paper prints of a quantity: nothing, a number, or a text ("2.85 +- 0.05", "good agreement").
using Printed = std::variant<std::monostate, double, std::string>;

/// The values that a printed number stands for.
struct PrintedValue {
  double low, high;       ///< the printed number; the ends of a printed range; infinite for a printed bound
  double rounding = 0.0;  ///< what its digits leave open
  double standard = 0.0;  ///< standard uncertainty, where the paper prints one ("+- 0.05")

  double middle() const;  ///< the printed number; the finite end of a bound
  /// Does a value lie outside, beyond the digits or the tolerance of the method, whichever is larger, and beyond two
  /// standard uncertainties of the difference?
  bool excludes(double value, double uncertainty, double tolerance) const;
};

/// The number in a printed quantity, in the unit of its check. Empty for nothing and for words.
std::optional<PrintedValue> value_of(const Printed& printed, std::string_view unit);

/// Is there a number with this unit in a text that `value_of` does not read? Then the comparison would miss it.
bool hides_a_number(const Printed& printed, std::string_view unit);

}  // namespace scree::experiments
