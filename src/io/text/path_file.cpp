#include "io/text/path_file.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <string>

#include <fmt/format.h>

#include "io/text/nearest.h"
#include "io/text/read_file.h"
#include "io/text/units.h"
#include "io/scene/split_words.h"

namespace scree::io {
namespace {

constexpr std::uint64_t k_largest_path = std::uint64_t{64} << 20;  // bytes

using contact::Waypoint;

constexpr std::string_view k_byte_order_mark = "\xEF\xBB\xBF";  // of UTF-8, before the first line, as Excel writes it

struct Coordinate {
  std::string_view name, unit;
  double& (*in)(Waypoint&);
};
constexpr std::array<Coordinate, 9> k_coordinates = {{
    {"time", "s", [](Waypoint& w) -> double& { return w.time; }},
    {"overlap", "m", [](Waypoint& w) -> double& { return w.overlap; }},
    {"slide_x", "m", [](Waypoint& w) -> double& { return w.slide.x; }},
    {"slide_y", "m", [](Waypoint& w) -> double& { return w.slide.y; }},
    {"roll_x", "m", [](Waypoint& w) -> double& { return w.roll.x; }},
    {"roll_y", "m", [](Waypoint& w) -> double& { return w.roll.y; }},
    {"spin", "rad", [](Waypoint& w) -> double& { return w.spin; }},
    {"tilt_x", "rad", [](Waypoint& w) -> double& { return w.tilt.x; }},
    {"tilt_y", "rad", [](Waypoint& w) -> double& { return w.tilt.y; }},
}};

struct Cell {
  std::string_view text;
  int column;  ///< of its first character, from 1
};
std::vector<Cell> cells_of(std::string_view line) {
  std::vector<Cell> cells;
  for (std::size_t at = 0;; ++at) {
    const std::size_t comma = std::min(line.find(',', at), line.size());
    std::size_t begin = at, end = comma;
    while (begin < end && (line[begin] == ' ' || line[begin] == '\t')) ++begin;
    while (end > begin && (line[end - 1] == ' ' || line[end - 1] == '\t' || line[end - 1] == '\r')) --end;
    cells.push_back({line.substr(begin, end - begin), static_cast<int>(begin) + 1});
    if (comma == line.size()) return cells;
    at = comma;
  }
}

/// A column of the file: its coordinate, and its unit in SI.
struct Column {
  const Coordinate* coordinate = nullptr;  ///< null: the column name is not valid, which has been reported
  double unit = 1.0;
};

struct Reader {
  std::string_view name;
  InputErrors problems{};
  std::vector<Column> columns{};

  void problem(int line, int column, const std::string& sentence) { problems.add(name, {line, column}, sentence); }

  Column column_of(const Cell& cell, int line) {
    const std::size_t bracket = cell.text.find('[');
    std::string_view word = cell.text.substr(0, bracket);
    while (word.ends_with(' ')) word.remove_suffix(1);
    std::vector<std::string_view> names;
    for (const Coordinate& c : k_coordinates) names.push_back(c.name);
    const auto at = std::find(names.begin(), names.end(), word);
    if (at == names.end()) {
      problem(line, cell.column,
              fmt::format("\"{}\" is not a coordinate of a contact; the first line must name columns from {}{}",
                          shortened(word), listed(names, "and", ""), did_you_mean(word, names)));
      return {};
    }
    Column column{&k_coordinates[static_cast<std::size_t>(at - names.begin())]};
    for (const Column& other : columns)
      if (other.coordinate == column.coordinate)
        problem(line, cell.column, fmt::format("there are two columns {}", word));
    if (bracket == std::string_view::npos) return column;
    const std::string_view unit =
        cell.text.substr(bracket + 1, std::min(cell.text.find(']'), cell.text.size()) - bracket - 1);
    const auto size = quantity_in(fmt::format("1 {}", unit), column.coordinate->unit);
    if (const auto* value = std::get_if<double>(&size))
      column.unit = *value;
    else
      problem(line, cell.column,
              fmt::format("the unit of {}, [{}], {}; its SI unit is [{}]", word, shortened(unit),
                          std::get<UnitFault>(size).why, column.coordinate->unit));
    return column;
  }

  void read_header(const std::vector<Cell>& cells, int line) {
    for (const Cell& cell : cells) columns.push_back(column_of(cell, line));
    for (const std::string_view needed : {"time", "overlap"}) {
      const bool there = std::any_of(columns.begin(), columns.end(), [&](const Column& c) {
        return c.coordinate != nullptr && c.coordinate->name == needed;
      });
      const bool misread =
          std::any_of(columns.begin(), columns.end(), [](const Column& c) { return c.coordinate == nullptr; });
      if (!there && !misread) problem(line, 1, fmt::format("there is no column {}, which every path needs", needed));
    }
  }

  std::optional<Waypoint> waypoint(const std::vector<Cell>& cells, int line) {
    if (cells.size() != columns.size()) {
      problem(
          line, 1,
          fmt::format("this line has {} numbers, and the first line names {} columns", cells.size(), columns.size()));
      return std::nullopt;
    }
    Waypoint w;
    bool right = true;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const auto number = number_in<double>(cells[i].text);
      const Column& column = columns[i];
      if (!number || !std::isfinite(*number)) {
        const std::string_view what = column.coordinate != nullptr ? column.coordinate->name : "this column";
        problem(line, cells[i].column,
                cells[i].text.empty()
                    ? fmt::format("{} is empty", what)
                    : fmt::format("{} = \"{}\" is not a finite number", what, shortened(cells[i].text)));
        right = false;
      } else if (column.coordinate != nullptr) {
        column.coordinate->in(w) = column.unit * *number;
      }
    }
    return right ? std::optional(w) : std::nullopt;
  }

  /// A line at time 0 may only repeat the state of a new contact.
  void check_start(Waypoint& w, int line) {
    for (const Coordinate& c : k_coordinates)
      if (c.in(w) != 0.0)
        problem(line, 1,
                fmt::format("{} = {:g} {} at time 0, when the contact is new; there it must be 0", c.name, c.in(w),
                            c.unit));
  }
};

}  // namespace

std::variant<std::vector<Waypoint>, InputErrors> path_in(std::string_view text, std::string_view name) {
  Reader reader{.name = name};
  std::vector<Waypoint> path;
  if (text.starts_with(k_byte_order_mark)) text.remove_prefix(k_byte_order_mark.size());
  int line = 0, last = 0;  // last: line of the last waypoint, 0 if there was none
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view content = text.substr(at, end - at);
    at = end + 1, ++line;
    const std::size_t first = content.find_first_not_of(" \t\r");
    if (first == std::string_view::npos || content[first] == '#') continue;
    const std::vector<Cell> cells = cells_of(content);
    if (reader.columns.empty()) {
      reader.read_header(cells, line);
    } else if (auto w = reader.waypoint(cells, line)) {
      const double before = path.empty() ? 0.0 : path.back().time;
      if (last == 0 && w->time == 0.0)
        reader.check_start(*w, line);
      else if (!(w->time > before))
        reader.problem(
            line, 1,
            last == 0
                ? fmt::format("the first time is {:g} s; the contact is new at 0 s, so it must not be earlier", w->time)
                : fmt::format("time = {:g} s is not later than {:g} s of line {}", w->time, before, last));
      if (w->time != 0.0) path.push_back(*w);
      last = line;
    }
  }
  if (reader.problems.empty() && path.empty())
    reader.problem(
        std::max(line, 1), 1,
        "there is no waypoint in the file; it needs at least a line of column names and a line of numbers, at a "
        "time later than 0");
  if (!reader.problems.empty()) return std::move(reader.problems);
  return path;
}

std::variant<std::vector<Waypoint>, InputErrors> read_path(const std::filesystem::path& file) {
  const auto text = read_regular_file(file, k_largest_path);
  if (const auto* content = std::get_if<std::string>(&text)) return path_in(*content, file.string());
  InputErrors problems;
  problems.add(file.string(), {}, fmt::format("the file {}", std::get<Refused>(text).why));
  return problems;
}

}  // namespace scree::io
