// The value of a quantity as printed in a paper, and its comparison with a computed value.
//
// A printed text that contains a number is parsed, so that every printed number is compared:
//   "0.46 s"   "2.85 +- 0.05"   "0.9 to 1.8 s"   "< 1"   "before 8 s"   "0.004 or less"
// Words may precede or follow the number, separated by a comma ("as theory, 7.143 s"). All other texts are words and
// are not compared.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <variant>

namespace scree::experiments {

/// The printed value of a quantity: none, a number, or a text ("2.85 +- 0.05", "good agreement").
using Printed = std::variant<std::monostate, double, std::string>;

/// The range of values that a printed number represents.
struct PrintedValue {
  double low, high;       ///< the printed number; the ends of a printed range; infinite for a printed bound
  double rounding = 0.0;  ///< half a unit of the last printed digit
  double standard = 0.0;  ///< standard uncertainty, if the paper prints one ("+- 0.05")

  double middle() const;  ///< the printed number; the finite end of a bound
  /// Whether a value lies outside of the range by more than the rounding or the tolerance of the method, whichever is
  /// larger, and by more than two standard uncertainties of the difference.
  bool excludes(double value, double uncertainty, double tolerance) const;
};

/// The number in a printed quantity, in the unit of the check. Empty if nothing or only words are printed.
std::optional<PrintedValue> value_of(const Printed& printed, std::string_view unit);

/// Whether the text contains a number with this unit that `value_of` cannot parse and that would therefore not be
/// compared.
bool hides_a_number(const Printed& printed, std::string_view unit);

}  // namespace scree::experiments
