// What an experiment found: numbers beside those of the paper, curves, and a figure that follows the paper's.
//
// A check has three numbers. `paper` is what the paper prints (or words, or nothing); `expected` is what a closed form
// or the specification of the model gives; `measured` comes out of the engine. The verdict compares measured with
// expected. The printed number is compared with the expected one, or with the measured one where nothing is expected;
// where they differ, the note begins with "paper differs:".
#pragma once

#include <cmath>
#include <filesystem>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/field.h"
#include "experiments/printed.h"
#include "draw/chart.h"
#include "draw/picture.h"

namespace scree::experiments {

inline constexpr std::string_view k_differs = "paper differs:";  ///< how such a note begins
inline constexpr std::string_view k_yes_no = "yes/no";           ///< unit of a check of a statement; 1 is yes

/// Has a check a verdict, or is its value only reported?
enum class Judged { yes, no };

struct Check {
  std::string what;
  Printed paper{};
  double expected = k_unset;
  double measured = k_unset;
  std::string unit{};
  double tolerance = k_unset;  ///< largest |measured - expected|, in the same unit; a judged check without one fails
  std::string note{};
  Judged judging = Judged::yes;
  double uncertainty = 0.0;  ///< standard error of `measured`, where it is a mean of several runs

  bool judged() const { return judging == Judged::yes; }
  bool ok() const { return !judged() || std::abs(measured - expected) <= tolerance; }
  bool paper_differs() const { return note.starts_with(k_differs); }
};

/// A number beside a closed form, to `share` of the expected value.
Check number(std::string what, Printed paper, double expected, double measured, std::string unit, double share,
             std::string note = {});
/// The same to an absolute tolerance in the unit itself.
Check within(std::string what, Printed paper, double expected, double measured, std::string unit, double tolerance,
             std::string note = {});
/// A statement that must hold.
Check statement(std::string what, Printed paper, bool measured, std::string note = {});
/// A value that is reported and not judged.
Check told(std::string what, Printed paper, double expected, double measured, std::string unit, std::string note = {});

/// Columns of numbers under names with units, "time [s]"; written as CSV.
struct Table {
  std::string name;  ///< of the file, without its ending
  std::vector<std::string> columns{};
  std::vector<std::vector<double>> values{};  ///< as many as columns, all of one length

  Table(std::string name, std::vector<std::string> columns);
  void row(std::initializer_list<double> numbers);
  Table thinned(std::size_t most = 4000) const;  ///< every n-th row, so that at most about so many are left
  std::size_t size() const { return values.empty() ? 0 : values.front().size(); }
  /// The column whose name is this, or begins with it and a blank. A name that is not there is a bug and throws.
  const std::vector<double>& operator[](std::string_view column) const;
};

struct Figure {
  std::string heading{};
  std::vector<draw::Chart> panels{};
  std::size_t columns = 2;
};

/// Bodies as they stand, for papers that show them.
struct Picture {
  std::string name;  ///< of the file, without its ending
  std::vector<draw::Panel> panels{};
  draw::PictureStyle style{};
};

struct Result {
  std::string id{}, title{}, paper{}, section{};  ///< filled in by `reproduce`
  double wall_seconds = 0.0;
  std::vector<Check> checks{};
  std::vector<Table> tables{};
  Figure figure{};
  std::vector<Picture> pictures{};
  std::string error{};  ///< why it could not be carried out; empty if it was

  /// Adds a check. One whose printed number is not the expected one (the measured one where nothing is expected),
  /// beyond the digits that papers print and beyond what uncertainties allow, gets a note about it. Throws
  /// std::logic_error if a printed text hides a number (printed.h).
  void add(Check check);
  std::size_t failed() const;
  std::size_t paper_differs() const;  ///< checks whose printed number is not what the model gives
  bool ok() const { return error.empty() && failed() == 0; }
};

/// "9 of 9 experiments reproduced; ..."
std::string sum_text(std::span<const Result> results);
/// paper / expected / measured / difference / verdict, and the notes beneath.
std::string table_text(const Result& result);
/// Cells of a check, and a row of cells in Markdown.
std::string printed_text(const Check& check);
std::string expected_text(const Check& check);
std::string measured_text(const Check& check);
std::string table_row(std::initializer_list<std::string_view> cells);
/// All checks as a table in Markdown.
std::string check_table(const Result& result);
/// The same for a page: a table in Markdown for each result, and how many checks there are and failed.
std::string page_text(std::span<const Result> results);
nlohmann::json to_json(const Result& result);
/// Writes result.json, figure.png, figure.svg, a PNG for each picture and a CSV for each table into the folder, which
/// is made. Throws what io throws.
void write_files(const Result& result, const std::filesystem::path& folder);

}  // namespace scree::experiments
