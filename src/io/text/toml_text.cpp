#include "io/text/toml_text.h"

#include <fmt/format.h>

#include <cmath>
#include <sstream>

namespace scree::io {

namespace {

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\')
      out += '\\', out += c;
    else if (static_cast<unsigned char>(c) < 0x20U || c == 0x7f)
      out += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    else
      out += c;
  }
  return out + "\"";
}

/// The shortest text that is read back as the same floating-point number.
std::string floating(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0.0 ? "inf" : "-inf";
  const std::string text = fmt::format("{}", value);
  return text.find_first_of(".e") == text.npos ? text + ".0" : text;
}

}  // namespace

std::string toml_text(const toml::node& node) {
  if (const auto* text = node.as_string()) return quoted(text->get());
  if (const auto* number = node.as_integer()) return fmt::format("{}", number->get());
  if (const auto* number = node.as_floating_point()) return floating(number->get());
  if (const auto* flag = node.as_boolean()) return flag->get() ? "true" : "false";
  std::string all;
  if (const toml::array* array = node.as_array()) {
    for (const toml::node& item : *array) all += (all.empty() ? "" : ", ") + toml_text(item);
    return "[" + all + "]";
  }
  if (const toml::table* table = node.as_table()) {
    for (const auto& [key, value] : *table)
      all += (all.empty() ? "" : ", ") + quoted(key.str()) + " = " + toml_text(value);
    return "{" + all + "}";
  }
  std::ostringstream date;  // a scene has no dates, but the reader reports them
  if (const auto* value = node.as_date()) date << value->get();
  if (const auto* value = node.as_time()) date << value->get();
  if (const auto* value = node.as_date_time()) date << value->get();
  return date.str();
}

std::optional<toml::table> toml_value(std::string_view text) {
  try {
    toml::table table = toml::parse("value = " + std::string(text));
    return table.size() == 1 && table.contains("value") ? std::optional(std::move(table)) : std::nullopt;
  } catch (const toml::parse_error&) {
    return {};
  }
}

}  // namespace scree::io
