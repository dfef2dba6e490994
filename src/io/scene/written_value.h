// Numbers and texts in the syntax of a scene file. Internal to the writer of scenes.
#pragma once

#include <cmath>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "io/text/toml_text.h"
#include "sim/scene.h"

namespace scree::io {

/// Without a unit; a zero keeps its sign.
inline std::string bare(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0.0 ? "inf" : "-inf";
  return value == 0.0 && std::signbit(value) ? "-0.0" : fmt::format("{}", value);
}

inline std::string in_quotes(std::string_view text) { return toml_text(toml::value<std::string>(std::string(text))); }

/// With its unit, if the number needs one.
inline std::string written(double value, std::string_view unit, sim::Units units) {
  const bool is_bare = unit == "1" || units == sim::Units::reduced || value == 0.0 || !std::isfinite(value);
  return is_bare ? bare(value) : fmt::format("\"{} {}\"", bare(value), unit);
}

/// The law of a stage and its parameters that differ from the defaults, as keys and values; empty if the stage is
/// absent.
std::vector<std::pair<std::string_view, std::string>> written_law(const law::Model& model, std::string_view stage,
                                                                  sim::Units units);

}  // namespace scree::io
