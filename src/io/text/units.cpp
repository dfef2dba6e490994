// UDUNITS-2 behind a lock, with its messages disabled, and the additional checks described in units.h.
#include "io/text/units.h"

#include <udunits2.h>

#include <array>
#include <charconv>
#include <cctype>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <stdexcept>

#include "io/text/nearest.h"

namespace scree::io {

namespace {

struct FreeUnit {
  void operator()(ut_unit* unit) const { ut_free(unit); }
};
struct FreeConverter {
  void operator()(cv_converter* converter) const { cv_free(converter); }
};
using Unit = std::unique_ptr<ut_unit, FreeUnit>;
using Converter = std::unique_ptr<cv_converter, FreeConverter>;

/// UDUNITS keeps its status, its message handler and its caches in global variables. The lock admits one caller at a
/// time; the former message handler is restored for other users of the library in this process.
class Session {
 public:
  Session() : lock_(mutex()), previous_(ut_set_error_message_handler(ut_ignore)) {
    static ut_system* const system = opened();  // lives as long as the process
    system_ = system;
  }
  ~Session() { ut_set_error_message_handler(previous_); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  Unit parse(std::string_view text) const {
    if (system_ == nullptr) throw std::runtime_error("the UDUNITS-2 database of units cannot be read on this machine");
    return Unit(ut_parse(system_, std::string(text).c_str(), UT_UTF8));
  }

 private:
  static std::mutex& mutex() {
    static std::mutex the_mutex;
    return the_mutex;
  }
  std::lock_guard<std::mutex> lock_;
  /// Adds the unit "deg" to the long names of a degree of arc that UDUNITS defines.
  static ut_system* opened() {
    ut_system* const units = ut_read_xml(nullptr);
    if (units == nullptr) return nullptr;
    if (const Unit degree(ut_parse(units, "degree", UT_ASCII)); degree)
      ut_map_name_to_unit("deg", UT_ASCII, degree.get());
    return units;
  }

  ut_error_message_handler previous_;
  ut_system* system_ = nullptr;
};

constexpr std::array<std::string_view, 36> k_common_units = {
    "m",  "mm", "cm",  "um", "nm",  "km",     "s",       "ms",     "us",      "ns",  "min",    "hour",
    "kg", "g",  "mg",  "t",  "N",   "mN",     "kN",      "MN",     "Pa",      "kPa", "MPa",    "GPa",
    "J",  "mJ", "rad", "Hz", "rpm", "degree", "degrees", "radian", "percent", "bar", "second", "metre"};

constexpr std::size_t k_longest_unit = 100;  // characters

struct Dimension {
  std::string_view base, word;
};
constexpr std::array<Dimension, 18> k_dimensions = {{{"1", "a pure number"},
                                                     {"rad", "an angle"},
                                                     {"m", "a length"},
                                                     {"m2", "an area"},
                                                     {"m3", "a volume"},
                                                     {"s", "a time"},
                                                     {"s-1", "a rate"},
                                                     {"s-1.rad", "an angular velocity"},
                                                     {"kg", "a mass"},
                                                     {"m.s-1", "a velocity"},
                                                     {"m.s-2", "an acceleration"},
                                                     {"m.kg.s-2", "a force"},
                                                     {"m-1.kg.s-2", "a pressure"},
                                                     {"kg.s-2", "a stiffness"},
                                                     {"kg.s-1", "a force per velocity"},
                                                     {"m-3.kg", "a density"},
                                                     {"m2.kg", "a moment of inertia"},
                                                     {"m2.kg.s-2", "a torque or an energy"}}};

/// In SI base units, without the factor: "m-1.kg.s-2" for MPa.
std::string base_units(const ut_unit* unit) {
  std::array<char, 256> buffer{};
  const int size = ut_format(unit, buffer.data(), buffer.size(), UT_ASCII | UT_DEFINITION);
  std::string text(buffer.data(),
                   size > 0 && size < static_cast<int>(buffer.size()) ? static_cast<std::size_t>(size) : 0);
  if (const std::size_t blank = text.find(' '); blank != std::string::npos) text.erase(0, blank + 1);
  return text;
}

std::string describe(const ut_unit* unit) {
  const std::string base = base_units(unit);
  for (const Dimension& dimension : k_dimensions)
    if (dimension.base == base) return std::string(dimension.word);
  return base + " in SI base units";
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) {
  return std::isalpha(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80;
}

/// Whether the unit contains a number that is not an exponent. Only the 1 of "1/s" is accepted.
bool has_own_number(std::string_view unit) {
  for (std::size_t i = 0; i < unit.size(); ++i) {
    if (!is_digit(unit[i]) || (i > 0 && is_digit(unit[i - 1]))) continue;
    if (i == 0 && unit[0] == '1' && unit.find_first_not_of(' ', 1) != std::string_view::npos &&
        unit[unit.find_first_not_of(' ', 1)] == '/')
      continue;
    std::size_t before = i;
    if (before > 0 && (unit[before - 1] == '-' || unit[before - 1] == '+')) --before;
    const bool is_exponent = before > 0 && (is_letter(unit[before - 1]) || unit[before - 1] == '^' ||
                                            (unit[before - 1] == '*' && before > 1 && unit[before - 2] == '*'));
    if (!is_exponent) return true;
  }
  return false;
}

UnitFault unknown(const Session& session, std::string_view unit) {
  // Name the unknown part, not the whole unit.
  for (std::size_t i = 0; i < unit.size(); ++i) {
    if (!is_letter(unit[i])) continue;
    std::size_t end = i;
    while (end < unit.size() && is_letter(unit[end])) ++end;
    const std::string_view part = unit.substr(i, end - i);
    if (!session.parse(part))
      return {UnitFault::Kind::unknown_unit,
              "has the unknown unit \"" + std::string(part) + "\"" + did_you_mean(part, k_common_units)};
    i = end;
  }
  return {UnitFault::Kind::unknown_unit, "has a unit that cannot be read: \"" + std::string(unit) + "\""};
}

/// 9 mm must have the bits of 0.009 m: a factor that is a whole number, or one over a whole number, is used exactly.
double scaled(double number, double factor) {
  constexpr double k_rounding = 1e-13;  // rounding error of UDUNITS's products; far below any factor that is not whole
  const double whole = std::round(factor), over = std::round(1.0 / factor);
  if (whole >= 1.0 && std::fabs(factor - whole) <= k_rounding * whole) return number * whole;
  if (over >= 1.0 && std::fabs(factor * over - 1.0) <= k_rounding) return number / over;
  return number * factor;
}

}  // namespace

Split split_number(std::string_view text) {
  const auto trim = [](std::string_view t) {
    while (!t.empty() && std::isspace(static_cast<unsigned char>(t.front()))) t.remove_prefix(1);
    while (!t.empty() && std::isspace(static_cast<unsigned char>(t.back()))) t.remove_suffix(1);
    return t;
  };
  text = trim(text);
  const std::size_t plus = text.starts_with('+') && text.size() > 1 && text[1] != '-' ? 1 : 0;
  Split split;
  const auto [end, error] = std::from_chars(text.data() + plus, text.data() + text.size(), split.number);
  if (error == std::errc::invalid_argument) return {0.0, 0, {}, text};
  if (error == std::errc::result_out_of_range) split.number = std::numeric_limits<double>::infinity();
  split.size = static_cast<std::size_t>(end - text.data());
  split.written = text.substr(0, split.size);
  split.rest = trim(text.substr(split.size));
  return split;
}

std::variant<double, UnitFault> quantity_in(std::string_view text, std::string_view unit) {
  using Kind = UnitFault::Kind;
  const Split split = split_number(text);
  if (split.size == 0) return UnitFault{Kind::not_a_number, "does not begin with a number"};
  if (!std::isfinite(split.number)) return UnitFault{Kind::not_finite, "is not a finite number"};
  if (split.rest.empty()) return UnitFault{Kind::no_unit, "has no unit"};
  if (split.rest.size() > 1 && split.rest[0] == ',' && is_digit(split.rest[1]))
    return UnitFault{Kind::unknown_unit, "has a comma in its number; write a point, as in 1.5"};
  if (split.rest.find('\0') != std::string_view::npos || has_own_number(split.rest))
    return UnitFault{Kind::unknown_unit, "has another number inside its unit; write one number and one unit"};
  if (split.rest.size() > k_longest_unit)  // bounds the work of the UDUNITS parser
    return UnitFault{Kind::unknown_unit,
                     "has a unit of " + std::to_string(split.rest.size()) + " characters, which is not a unit"};

  const Session session;
  const Unit given = session.parse(split.rest), due = session.parse(unit);
  if (!due) throw std::logic_error("a field has a unit that is unknown to UDUNITS: " + std::string(unit));
  if (!given) return unknown(session, split.rest);

  const auto wrong = [&](std::string reason) {
    return UnitFault{Kind::wrong_dimension, "is " + describe(given.get()) + ", but " + std::move(reason)};
  };
  const bool is_pure = base_units(due.get()) == "1";
  const std::string expected = describe(due.get()) + (is_pure ? "" : " [" + std::string(unit) + "]") + " is expected";
  const Unit ratio(ut_divide(given.get(), due.get()));
  if (!ratio || !ut_is_dimensionless(ratio.get()) || !ut_are_convertible(given.get(), due.get()))
    return wrong(expected);

  // For UDUNITS radians are dimensionless; in a scene an angle is not a pure number.
  const bool angular_given = base_units(given.get()).find("rad") != std::string::npos;
  const std::string due_base = base_units(due.get());
  if (angular_given && (due_base == "1" || due_base == "s-1")) return wrong(expected);
  if (due_base == "s-1.rad" && split.rest.find("Hz") != std::string_view::npos)
    return wrong(
        "an angular velocity is expected, and Hz does not distinguish revolutions from radians; write rad/s or rpm");

  const Converter converter(ut_get_converter(given.get(), due.get()));
  if (!converter || cv_convert_double(converter.get(), 0.0) != 0.0)
    return UnitFault{Kind::wrong_dimension, "has a unit with an offset; write it in " + std::string(unit)};
  const double value = scaled(split.number, cv_convert_double(converter.get(), 1.0));
  if (!std::isfinite(value)) return UnitFault{Kind::not_finite, "is too large"};
  return value;
}

}  // namespace scree::io
