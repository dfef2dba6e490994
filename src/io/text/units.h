// Quantity text -> a number in SI, through UDUNITS-2: "45 mm", "2 MPa", "9.81 m/s^2", "30 degrees", "10 %".
//
// The dimension is checked against the SI unit of the field that takes the number. Where UDUNITS is more generous than
// is safe in a scene, we are not: it converts a time to a rate by taking the reciprocal ("2 ms" -> 500 1/s), multiplies
// numbers inside a unit ("5 10 mm"), knows units with an offset (degC), and takes an angle for a pure number (a
// friction angle of "30 degrees" is not a friction coefficient of 0.52). All of these are refused here.
#pragma once

#include <string>
#include <string_view>
#include <variant>

namespace scree::io {

/// Why a text is not the quantity that is due. `why` continues a sentence that began with the text: "has no unit".
struct UnitFault {
  enum class Kind { not_a_number, not_finite, no_unit, unknown_unit, wrong_dimension };
  Kind kind;
  std::string why;
};

/// The value of `text` in the SI unit `unit` (UDUNITS spelling; "1" is a pure number). Safe to call from several
/// threads. Throws std::runtime_error if the machine has no UDUNITS database.
std::variant<double, UnitFault> quantity_in(std::string_view text, std::string_view unit);

/// The number that a text begins with, and what follows it without blanks around. No number: `size` is 0.
struct Split {
  double number = 0.0;
  std::size_t size = 0;      ///< characters of the number
  std::string_view written;  ///< the number as it stands there
  std::string_view rest;
};
Split split_number(std::string_view text);

}  // namespace scree::io
