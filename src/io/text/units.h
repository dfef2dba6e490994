// Converts the text of a quantity to a number in SI units with UDUNITS-2: "45 mm", "2 MPa", "9.81 m/s^2", "30 degrees",
// "10 %".
//
// The dimension is compared with the SI unit of the field. UDUNITS accepts more than is safe in a scene, so the
// following is refused here: a time for a rate, which UDUNITS converts by taking the reciprocal ("2 ms" -> 500 1/s);
// numbers inside a unit ("5 10 mm"), which it multiplies; units with an offset (degC); and an angle for a pure number
// (a friction angle of "30 degrees" is not a friction coefficient of 0.52).
#pragma once

#include <string>
#include <string_view>
#include <variant>

namespace scree::io {

/// Why a text is not the expected quantity. `why` continues a sentence that begins with the text: "has no unit".
struct UnitFault {
  enum class Kind { not_a_number, not_finite, no_unit, unknown_unit, wrong_dimension };
  Kind kind;
  std::string why;
};

/// The value of `text` in the SI unit `unit` (UDUNITS spelling; "1" is a pure number). Safe to call from several
/// threads. Throws std::runtime_error if the machine has no UDUNITS database.
std::variant<double, UnitFault> quantity_in(std::string_view text, std::string_view unit);

/// The number at the beginning of a text, and the rest without surrounding blanks. `size` is 0 if there is no number.
struct Split {
  double number = 0.0;
  std::size_t size = 0;      ///< characters of the number
  std::string_view written;  ///< the number as written
  std::string_view rest;
};
Split split_number(std::string_view text);

}  // namespace scree::io
