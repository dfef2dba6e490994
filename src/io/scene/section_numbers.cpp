// Reads the numbers of a scene: quantities with units, vectors, integers; and checks their ranges.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "io/scene/section.h"
#include "io/text/units.h"

namespace scree::io {

namespace {

// in SI or reduced units; the fifth power, which a moment of inertia contains of a radius, is still finite
constexpr double k_largest = 1e60;
std::string too_large() { return fmt::format("is too large; the maximum is {:g}", k_largest); }

/// `"-0.1 mm"` -> `"0.1 mm"`
std::string without_minus(std::string written) {
  if (const std::size_t at = written.find('-'); at != std::string::npos) written.erase(at, 1);
  return written;
}

/// An example of a quantity in this unit.
std::string example(std::string_view unit) {
  return unit == "1" ? "a number such as 0.5" : fmt::format("a quantity such as \"1 {}\"", unit);
}

}  // namespace

bool Section::check_range(const toml::node& node, std::string_view name, double value, const NumberSpec& spec) {
  if (holds(spec.range, value)) return true;
  const std::string written = source_->written(node);
  const std::string_view fault = value < 0.0 ? "negative" : value == 0.0 ? "zero" : "greater than 1";
  std::string hint;
  if (value < 0.0 && holds(spec.range, -value)) hint = fmt::format(". Did you mean {}?", without_minus(written));
  constexpr double k_min_percentage = 5.0;  // 1.6 is more probably a wrong fraction than 1.6 %
  if ((spec.range == Range::fraction || spec.range == Range::zero_to_one) && value >= k_min_percentage &&
      value <= 100.0 && node.is_number() && source_->units == sim::Units::si)
    hint = fmt::format(". Did you mean \"{} %\"?", written);
  const std::string_view short_description = spec.description.substr(0, spec.description.find(';'));
  const std::string reason = short_description.empty() ? "" : fmt::format(" ({})", short_description);
  problem(place_of(node), fmt::format("{} = {} is {}; it must be {}{}{}", path_of(name), written, fault,
                                      describe(spec.range), reason, hint));
  return false;
}

std::optional<double> Section::quantity_at(const toml::node& node, std::string_view name, const NumberSpec& spec) {
  const std::string_view key = name.substr(0, name.find('['));
  const bool in_array = key.size() != name.size();
  const auto write = [&](std::string_view value) {
    return in_array ? fmt::format("write {}", value) : fmt::format("write {} = {}", key, value);
  };
  // The path and the text as written are costly, so they are built only for an error.
  const auto fail = [&](const auto& rest) -> std::optional<double> {
    const std::string written = source_->written(node);
    problem(place_of(node), fmt::format("{} = {} {}", path_of(name), written, rest(written)));
    return {};
  };
  const bool reduced = source_->units == sim::Units::reduced && spec.units == UnitsOf::scene;
  if (node.is_number()) {
    const std::optional<double> number =
        node.is_integer() ? static_cast<double>(node.as_integer()->get()) : node.as_floating_point()->get();
    if (!std::isfinite(*number)) return fail([](auto&) { return "is not a finite number"; });
    if (std::fabs(*number) > k_largest) return fail([](auto&) { return too_large(); });
    if (!reduced && spec.unit != "1" && *number != 0.0)
      return fail([&](auto& written) { return "has no unit; " + write(fmt::format("\"{} {}\"", written, spec.unit)); });
    return check_range(node, name, *number, spec) ? number : std::nullopt;
  }
  const auto* text = node.as_string();
  if (text == nullptr) {
    wrong_type(node, name, reduced ? "a bare number" : example(spec.unit));
    return {};
  }
  const Split split = split_number(text->get());
  const bool starts_well = split.size > 0 && std::isfinite(split.number);
  if (reduced)
    return fail([&](auto&) {
      return "is a text, but under units = \"reduced\" every quantity is a bare number" +
             (starts_well && split.rest.empty() ? "; " + write(split.written) : " in the scene's own units");
    });
  if (spec.unit == "1" && starts_well && split.rest.empty())
    return fail([&](auto&) { return "is a text, but a pure number stands without quotes; " + write(split.written); });

  const auto result = quantity_in(text->get(), spec.unit);
  if (const auto* fault = std::get_if<UnitFault>(&result))
    return fail([&](auto&) {
      std::string hint;
      if (fault->kind == UnitFault::Kind::no_unit)
        hint = "; " + write(fmt::format("\"{} {}\"", split.written, spec.unit));
      if (fault->kind == UnitFault::Kind::not_a_number) hint = fmt::format("; {} is expected", example(spec.unit));
      return fault->why + hint;
    });
  const double value = std::get<double>(result);
  if (std::fabs(value) > k_largest) return fail([](auto&) { return too_large(); });
  return check_range(node, name, value, spec) ? std::optional(value) : std::nullopt;
}

std::optional<double> Section::quantity(std::string_view name, const NumberSpec& spec) {
  const toml::node* node = find(name);
  return node != nullptr ? quantity_at(*node, name, spec) : std::nullopt;
}

std::optional<Vec3d> Section::vector(std::string_view name, std::string_view unit) {
  const toml::node* node = find(name);
  if (node == nullptr) return {};
  const toml::array* array = node->as_array();
  if (array == nullptr || array->size() != 3) {
    const std::string one =
        unit == "1" || source_->units == sim::Units::reduced ? "0.0" : fmt::format("\"1 {}\"", unit);
    const std::string got = array == nullptr ? "is not an array" : fmt::format("has {} components", array->size());
    problem(place_of(*node), fmt::format("{} {}; a vector is an array of three, such as [{}, {}, {}]", path_of(name),
                                         got, one, one, one));
    return {};
  }
  std::array<std::optional<double>, 3> components;
  for (std::size_t i = 0; i < 3; ++i)
    components[i] = quantity_at((*array)[i], fmt::format("{}[{}]", name, i), {.unit = unit});
  if (!components[0] || !components[1] || !components[2]) return {};
  return Vec3d{*components[0], *components[1], *components[2]};
}

std::optional<std::int64_t> Section::integer(std::string_view name, std::int64_t low, std::int64_t high) {
  const toml::node* node = find(name);
  if (node == nullptr) return {};
  const auto* value = node->as_integer();
  if (value == nullptr) {
    std::string hint;
    if (const auto* number = node->as_floating_point()) {
      const double whole = number->get();
      if (whole == std::floor(whole) && std::fabs(whole) < 1e15) hint = fmt::format(". Did you mean {:.0f}?", whole);
    }
    problem(place_of(*node), fmt::format("{} = {} is not an integer; it is a count and takes a whole number{}",
                                         path_of(name), source_->written(*node), hint));
    return {};
  }
  if (value->get() < low || value->get() > high) {
    problem(place_of(*node), fmt::format("{} = {} is out of range; it must lie between {} and {}", path_of(name),
                                         source_->written(*node), low, high));
    return {};
  }
  return value->get();
}

}  // namespace scree::io
