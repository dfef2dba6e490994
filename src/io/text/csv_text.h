// Text fields of tables of comma-separated values: quoted, so that commas, quotes and line ends in a name do not shift
// columns, and read back. [RFC 4180]
#pragma once

#include <istream>
#include <string>
#include <string_view>
#include <vector>

namespace scree::io {

/// A text as one field: in quotes where necessary, with quotes inside it doubled.
inline std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\n\r") == text.npos) return std::string(text);
  std::string out = "\"";
  for (const char c : text) out.append(c == '"' ? 2 : 1, c);
  return out + "\"";
}

/// The fields of the next record; a record continues on the next line while a quote is open. False at the end of the
/// file.
inline bool read_csv_record(std::istream& file, std::vector<std::string>& fields) {
  fields.assign(1, {});
  if (file.peek() == std::istream::traits_type::eof()) return false;
  bool quoted = false;
  for (char c; file.get(c);) {
    if (quoted && c == '"' && file.peek() == '"')
      fields.back().push_back(static_cast<char>(file.get()));
    else if (c == '"')
      quoted = !quoted;
    else if (quoted || (c != ',' && c != '\n' && c != '\r'))
      fields.back().push_back(c);
    else if (c == ',')
      fields.emplace_back();
    else if (c == '\n')
      break;
  }
  return true;
}

}  // namespace scree::io
