// Verdicts, the text table, JSON and the output files.
#include "experiments/result.h"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "io/text/csv_text.h"
#include "io/frame/tables.h"
#include "io/text/whole_file.h"

namespace scree::experiments {
namespace {

// relative differences below this value are rounding errors of sums over tens of thousands of steps
constexpr double k_rounding = 1e-11;

/// The value that is compared with the paper: the expected value or, if it is unknown, the measured one.
double beside_paper(const Check& check) { return is_set(check.expected) ? check.expected : check.measured; }

/// The difference to the printed number as text; empty if it agrees or if no number is printed.
std::string difference_of_paper(const Check& check) {
  const auto printed = check.unit == k_yes_no ? std::nullopt : value_of(check.paper, check.unit);
  const double value = beside_paper(check);
  if (!printed || !is_set(value)) return {};
  const bool known = is_set(check.expected);
  const double tolerance = check.judged() && is_set(check.tolerance) ? check.tolerance : 0.0;
  if (!printed->excludes(value, known ? 0.0 : check.uncertainty, tolerance)) return {};
  if (value == 0.0) return fmt::format("{} {:g} instead of 0", k_differs, printed->middle());
  return fmt::format("{} by {:+.2g} %{}", k_differs, 100.0 * (printed->middle() / value - 1.0),
                     known ? "" : " from the measured value");
}

std::string digits(double value, std::string_view unit) {
  if (!is_set(value)) return "-";
  if (unit == k_yes_no) return value != 0.0 ? "yes" : "no";
  return fmt::format("{:.6g}", value);
}

std::string describe(const Printed& paper, std::string_view unit) {
  if (const auto* value = std::get_if<double>(&paper)) return digits(*value, unit);
  if (const auto* words = std::get_if<std::string>(&paper)) return *words;
  return "-";
}

/// Relative difference if it is meaningful, otherwise in the unit of the check.
std::string difference(const Check& check) {
  if (!is_set(check.expected) || !is_set(check.measured)) return "-";
  if (check.unit == k_yes_no) return "";
  const double by = check.measured - check.expected;
  if (by == 0.0) return "0";
  if (std::abs(by) < k_rounding * std::abs(check.expected)) return "rounding";
  return check.expected == 0.0 ? fmt::format("{:+.2g}", by)
                               : fmt::format("{:+.2g} %", 100.0 * by / std::abs(check.expected));
}

std::string verdict(const Check& check) {
  const std::string word = !check.judged() ? "reported" : check.ok() ? "ok" : "FAILS";
  return check.paper_differs() ? word + ", paper differs" : word;
}

nlohmann::json number_or_null(double value) {
  return std::isfinite(value) ? nlohmann::json(value) : nlohmann::json(nullptr);
}

void write_csv(const Table& table, const std::filesystem::path& path) {
  std::vector<std::string> columns;
  for (const std::string& name : table.columns) columns.push_back(io::csv_field(name));
  std::string text = fmt::format("{}\n", fmt::join(columns, ","));
  for (std::size_t i = 0; i < table.size(); ++i) {
    for (std::size_t c = 0; c < table.values.size(); ++c)
      fmt::format_to(std::back_inserter(text), "{}{:.9g}", c == 0 ? "" : ",", table.values[c][i]);
    text += '\n';
  }
  io::write_whole_file(path, {text}, io::Survives::the_process);
}

}  // namespace

Check number(std::string what, Printed paper, double expected, double measured, std::string unit, double fraction,
             std::string note) {
  return within(std::move(what), std::move(paper), expected, measured, std::move(unit), fraction * std::abs(expected),
                std::move(note));
}

Check within(std::string what, Printed paper, double expected, double measured, std::string unit, double tolerance,
             std::string note) {
  return {.what = std::move(what),
          .paper = std::move(paper),
          .expected = expected,
          .measured = measured,
          .unit = std::move(unit),
          .tolerance = tolerance,
          .note = std::move(note)};
}

Check statement(std::string what, Printed paper, bool measured, std::string note) {
  return within(std::move(what), std::move(paper), 1.0, measured ? 1.0 : 0.0, std::string(k_yes_no), 0.0,
                std::move(note));
}

Check reported(std::string what, Printed paper, double expected, double measured, std::string unit, std::string note) {
  Check check =
      within(std::move(what), std::move(paper), expected, measured, std::move(unit), k_unset, std::move(note));
  check.judging = Judged::no;
  return check;
}

Table::Table(std::string name_, std::vector<std::string> columns_)
    : name(std::move(name_)), columns(std::move(columns_)), values(columns.size()) {}

void Table::row(std::initializer_list<double> numbers) {
  if (numbers.size() != columns.size())
    throw std::logic_error(
        fmt::format("the table {} has {} columns, and a row has {} numbers", name, columns.size(), numbers.size()));
  std::size_t i = 0;
  for (const double value : numbers) values[i++].push_back(value);
}

Table Table::thinned(std::size_t largest) const {
  const std::size_t stride = std::max<std::size_t>(1, (size() + largest - 1) / largest);
  Table thin(name, columns);
  for (std::size_t c = 0; c < columns.size(); ++c)
    for (std::size_t i = 0; i < size(); i += stride) thin.values[c].push_back(values[c][i]);
  return thin;
}

const std::vector<double>& Table::operator[](std::string_view column) const {
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i] == column || columns[i].starts_with(std::string(column) + " ")) return values[i];
  throw std::logic_error(fmt::format("the table {} has no column {}", name, column));
}

void Result::add(Check check) {
  if (check.unit != k_yes_no && hides_a_number(check.paper, check.unit))
    throw std::logic_error(
        fmt::format("the paper's value of \"{}\" is the text \"{}\", in which a number in {} cannot be compared; write "
                    "it as printed.h says",
                    check.what, std::get<std::string>(check.paper), check.unit));
  if (const std::string why = difference_of_paper(check); !why.empty() && !check.paper_differs())
    check.note = check.note.empty() ? why : why + "; " + check.note;
  checks.push_back(std::move(check));
}

std::size_t Result::failed() const {
  return static_cast<std::size_t>(std::count_if(checks.begin(), checks.end(), [](const Check& c) { return !c.ok(); }));
}

std::size_t Result::paper_differs() const {
  return static_cast<std::size_t>(
      std::count_if(checks.begin(), checks.end(), [](const Check& c) { return c.paper_differs(); }));
}

std::string sum_text(std::span<const Result> results) {
  std::size_t good = 0, checks = 0, failed = 0, differ = 0;
  for (const Result& r : results)
    good += r.ok() ? 1 : 0, checks += r.checks.size(), failed += r.failed(), differ += r.paper_differs();
  return fmt::format(
      "{} of {} experiments reproduced; {} checks, {} failed; {} times the paper prints something else than its model "
      "gives",
      good, results.size(), checks, failed, differ);
}

std::string table_text(const Result& result) {
  std::string text = fmt::format("{}: {} ({}, section {}), {:.1f} s\n", result.id, result.title, result.paper,
                                 result.section, result.wall_seconds);
  if (!result.error.empty()) return text + "  could not be carried out: " + result.error + "\n";
  std::size_t what = 4, paper = 5;
  for (const Check& c : result.checks) {
    what = std::max(what, c.what.size() + (c.unit.empty() || c.unit == k_yes_no ? 0 : c.unit.size() + 3));
    paper = std::max(paper, describe(c.paper, c.unit).size());
  }
  const auto row = [&](std::string_view a, std::string_view b, std::string_view c, std::string_view d,
                       std::string_view e, std::string_view f) {
    text += fmt::format("  {:{}}  {:>{}}  {:>11}  {:>11}  {:>10}  {}\n", a, what, b, paper, c, d, e, f);
  };
  row("what", "paper", "expected", "measured", "difference", "verdict");
  for (const Check& c : result.checks) {
    row(c.unit.empty() || c.unit == k_yes_no ? c.what : fmt::format("{} [{}]", c.what, c.unit),
        describe(c.paper, c.unit), digits(c.expected, c.unit), digits(c.measured, c.unit), difference(c), verdict(c));
    if (!c.note.empty()) text += fmt::format("      {}\n", c.note);
  }
  return text;
}

std::string printed_text(const Check& check) { return describe(check.paper, check.unit); }
std::string expected_text(const Check& check) { return digits(check.expected, check.unit); }
std::string measured_text(const Check& check) {
  return digits(check.measured, check.unit) +
         (check.uncertainty > 0.0 ? fmt::format(" +- {:.2g}", check.uncertainty) : "");
}

std::string table_row(std::initializer_list<std::string_view> cells) {
  std::string row = "|";
  for (const std::string_view cell : cells) {
    row += ' ';
    // an unescaped bar would end the cell
    for (const char character : cell) row += character == '|' ? "\\|" : std::string(1, character);
    row += " |";
  }
  return row + '\n';
}

std::string check_table(const Result& result) {
  std::string text =
      "| what | unit | paper | expected | measured | difference | verdict | note "
      "|\n|---|---|---|---|---|---|---|---|\n";
  for (const Check& c : result.checks)
    text += table_row(
        {c.what, c.unit, printed_text(c), expected_text(c), measured_text(c), difference(c), verdict(c), c.note});
  return text;
}

std::string page_text(std::span<const Result> results) {
  std::string text = sum_text(results) + ".\n";
  for (const Result& r : results) {
    text += fmt::format("\n### {}: {} ({}, section {})\n", r.id, r.title, r.paper, r.section);
    if (!r.error.empty()) {
      text += "Could not be carried out: " + r.error + "\n";
      continue;
    }
    text += fmt::format("{} checks, {} failed, {:.1f} s.\n\n{}", r.checks.size(), r.failed(), r.wall_seconds,
                        check_table(r));
  }
  return text;
}

nlohmann::json to_json(const Result& result) {
  nlohmann::json json = {{"id", result.id},
                         {"title", result.title},
                         {"paper", result.paper},
                         {"section", result.section},
                         {"wall_seconds", result.wall_seconds},
                         {"checks", nlohmann::json::array()}};
  for (const Check& c : result.checks) {
    nlohmann::json paper = nullptr;
    if (const auto* value = std::get_if<double>(&c.paper)) paper = *value;
    if (const auto* words = std::get_if<std::string>(&c.paper)) paper = *words;
    json["checks"].push_back({{"what", c.what},
                              {"paper", paper},
                              {"expected", number_or_null(c.expected)},
                              {"measured", number_or_null(c.measured)},
                              {"unit", c.unit},
                              {"tolerance", number_or_null(c.tolerance)},
                              {"judged", c.judged()},
                              {"ok", c.ok()},
                              {"uncertainty", c.uncertainty},
                              {"note", c.note}});
  }
  if (!result.error.empty()) json["error"] = result.error;
  return json;
}

void write_files(const Result& result, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  for (const Table& table : result.tables) write_csv(table, folder / (table.name + ".csv"));
  if (!result.figure.panels.empty()) {
    for (const char* name : {"figure.png", "figure.svg"})
      draw::write_charts(folder / name, result.figure.panels, result.figure.columns, result.figure.heading);
  }
  for (const Picture& picture : result.pictures)
    draw::write_picture(folder / (picture.name + ".png"), picture.panels, picture.style);
  io::write_text(folder / "result.json", to_json(result).dump(2));
}

}  // namespace scree::experiments
