// The values of one [[vary]]: a list, a range with a scale, or seeds.
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <set>

#include "io/scene/study.h"
#include "io/text/toml_text.h"
#include "io/text/units.h"

namespace scree::io {

namespace {

constexpr std::array<std::string_view, 2> k_scale_choices = {"linear", "logarithmic"};

/// One end of a range.
struct RangeEnd {
  double number = 0.0;
  std::string unit{};  ///< as written; empty for a bare number
  bool is_whole = false;
};

std::optional<RangeEnd> read_end(Section& vary, std::string_view name) {
  const toml::node* node = vary.find(name);
  if (node == nullptr) return {};
  if (const auto* whole = node->as_integer()) return RangeEnd{static_cast<double>(whole->get()), {}, true};
  if (const auto* number = node->as_floating_point(); number != nullptr && std::isfinite(number->get()))
    return RangeEnd{number->get()};
  if (const auto* text = node->as_string()) {
    const Split split = split_number(text->get());
    if (split.size > 0 && std::isfinite(split.number) && !split.rest.empty())
      return RangeEnd{split.number, std::string(split.rest)};
  }
  vary.problem(
      place_of(*node),
      fmt::format(
          "vary.{} = {} is not an end of a range; a number such as 0.5 is expected, or a quantity such as \"2 mm\"",
          name, vary.written(name)));
  return {};
}

/// Rounded to twelve digits: 0.01 instead of 0.009999999999999998, which a power of ten can give.
double rounded(double value) { return std::stod(fmt::format("{:.12g}", value)); }

std::vector<std::string> spread(const RangeEnd& from, const RangeEnd& to, std::int64_t count, bool logarithmic) {
  std::vector<double> numbers;
  bool whole = from.is_whole && to.is_whole;
  for (std::int64_t i = 0; i < count; ++i) {
    const double fraction = static_cast<double>(i) / static_cast<double>(count - 1);
    const double between = logarithmic ? from.number * std::pow(to.number / from.number, fraction)
                                       : from.number + fraction * (to.number - from.number);
    numbers.push_back(i == 0 ? from.number : i + 1 == count ? to.number : rounded(between));
    whole = whole && numbers.back() == std::floor(numbers.back());
  }
  std::vector<std::string> values;
  for (const double x : numbers)
    if (!from.unit.empty())
      values.push_back(toml_text(toml::value<std::string>(fmt::format("{} {}", x, from.unit))));
    else
      values.push_back(whole ? fmt::format("{:.0f}", x) : toml_text(toml::value<double>(x)));
  return values;
}

std::optional<std::vector<std::string>> read_range(Section& vary) {
  vary.require({"from", "to", "count"});
  const auto from = read_end(vary, "from"), to = read_end(vary, "to");
  const auto count = vary.integer("count", 2, k_max_runs);
  const auto scale = vary.word("scale", k_scale_choices);
  const bool logarithmic = scale == 1;
  if (!from || !to) return {};
  const auto refuse = [&](std::string_view why) {
    vary.problem(vary.place("to"),
                 fmt::format("vary.from = {} and vary.to = {} {}", vary.written("from"), vary.written("to"), why));
    return std::nullopt;
  };
  if (from->unit != to->unit) return refuse("have different units; write both in the same");
  if (from->number == to->number) return refuse("are equal; a range needs two different ends");
  if (logarithmic && !(from->number * to->number > 0.0))
    return refuse("do not have one sign; a logarithmic scale cannot reach or cross zero");
  if (!count || (vary.has("scale") && !scale)) return {};
  return spread(*from, *to, *count, logarithmic);
}

std::optional<std::vector<std::string>> read_list(Section& vary) {
  const toml::node* node = vary.find("values");
  const toml::array* array = node->as_array();
  if (array == nullptr || array->empty()) {
    vary.problem(place_of(*node),
                 array == nullptr ? fmt::format("vary.values = {} is not a list; write values = [...], even for one",
                                                vary.written("values"))
                                  : std::string("vary.values is empty; a study needs at least one value of every key"));
    return {};
  }
  std::vector<std::string> values;
  std::set<std::string> seen;
  bool good = true;
  for (const toml::node& item : *array) {
    values.push_back(toml_text(item));
    // for several keys, the same value with other values of the other keys is another run
    if (seen.insert(values.back()).second || vary.has("together")) continue;
    vary.problem(place_of(item), fmt::format("vary.values holds {} twice; the same run twice gives the same numbers",
                                             shortened(values.back())));
    good = false;
  }
  return good ? std::optional(values) : std::nullopt;
}

}  // namespace

std::optional<std::vector<std::string>> read_values(Section& vary) {
  const bool list = vary.has("values"), seeds = vary.has("seeds"),
             range = vary.has("from") || vary.has("to") || vary.has("count");
  if (list + seeds + range > 1) {
    vary.problem(vary.place(),
                 "vary takes its values from one of three: values = [...]; or from, to and count; or seeds = N. Here "
                 "are two of them");
    for (const std::string_view known : {"from", "to", "count", "scale"}) vary.mark_known(known);
    return {};
  }
  if (range) return read_range(vary);
  if (vary.has("scale"))
    vary.problem(vary.key_place("scale"), "vary.scale is about a range; give from, to and count, or drop it");
  if (list) return read_list(vary);
  if (seeds) {
    const auto count = vary.integer("seeds", 1, k_max_runs);
    if (!count) return {};
    std::vector<std::string> values;
    for (std::int64_t seed = 1; seed <= *count; ++seed) values.push_back(fmt::format("{}", seed));
    return values;
  }
  for (const std::string_view known : {"from", "to", "count"}) vary.mark_known(known);
  vary.problem(vary.place(), "vary has no values; give values = [...], or from, to and count, or seeds = 3");
  return {};
}

}  // namespace scree::io
