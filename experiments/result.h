// The result of an experiment: checks against the paper, curves, and a figure similar to that of the paper.
//
// A check has three values. `paper` is printed in the paper (a number, words, or nothing); `expected` follows from a
// closed form or from the specification of the model; `measured` is computed by the engine. The verdict compares
// measured with expected. The printed number is compared with the expected value, or with the measured value if there
// is no expected one; if they differ, the note begins with "paper differs:".
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

inline constexpr std::string_view k_differs = "paper differs:";  ///< beginning of such a note
inline constexpr std::string_view k_yes_no = "yes/no";           ///< unit of a check of a statement; 1 is yes

/// Whether a check has a verdict, or its value is only reported.
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
  double uncertainty = 0.0;  ///< standard error of `measured` if it is a mean over several runs

  bool judged() const { return judging == Judged::yes; }
  bool ok() const { return !judged() || std::abs(measured - expected) <= tolerance; }
  bool paper_differs() const { return note.starts_with(k_differs); }
};

/// A number compared with its expected value; the tolerance is a fraction of the expected value.
Check number(std::string what, Printed paper, double expected, double measured, std::string unit, double fraction,
             std::string note = {});
/// The same with an absolute tolerance in the unit of the check.
Check within(std::string what, Printed paper, double expected, double measured, std::string unit, double tolerance,
             std::string note = {});
/// A statement that must hold.
Check statement(std::string what, Printed paper, bool measured, std::string note = {});
/// A value that is reported and not judged.
Check reported(std::string what, Printed paper, double expected, double measured, std::string unit,
               std::string note = {});

/// Columns of numbers with names and units, such as "time [s]"; written as CSV.
struct Table {
  std::string name;  ///< of the file, without its ending
  std::vector<std::string> columns{};
  std::vector<std::vector<double>> values{};  ///< as many as columns, all of one length

  Table(std::string name, std::vector<std::string> columns);
  void row(std::initializer_list<double> numbers);
  Table thinned(std::size_t largest = 4000) const;  ///< every n-th row, so that about `largest` rows remain at most
  std::size_t size() const { return values.empty() ? 0 : values.front().size(); }
  /// The column with this name, or whose name begins with it and a blank. An unknown name is a bug and throws.
  const std::vector<double>& operator[](std::string_view column) const;
};

struct Figure {
  std::string heading{};
  std::vector<draw::Chart> panels{};
  std::size_t columns = 2;
};

/// A picture of the bodies, for papers that show one.
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
  std::string error{};  ///< why the experiment could not be run; empty if it ran

  /// Adds a check. If the printed number differs from the expected value (or from the measured value if there is no
  /// expected one) by more than rounding and uncertainties allow, a note is added. Throws std::logic_error if a printed
  /// text contains a number that cannot be parsed (printed.h).
  void add(Check check);
  std::size_t failed() const;
  std::size_t paper_differs() const;  ///< checks whose printed number differs from the model
  bool ok() const { return error.empty() && failed() == 0; }
};

/// "9 of 9 experiments reproduced; ..."
std::string sum_text(std::span<const Result> results);
/// The table paper / expected / measured / difference / verdict, followed by the notes.
std::string table_text(const Result& result);
/// Cells of a check; a row of cells in Markdown.
std::string printed_text(const Check& check);
std::string expected_text(const Check& check);
std::string measured_text(const Check& check);
std::string table_row(std::initializer_list<std::string_view> cells);
/// All checks as a table in Markdown.
std::string check_table(const Result& result);
/// The same for a page: a Markdown table for each result, and the numbers of checks and failures.
std::string page_text(std::span<const Result> results);
nlohmann::json to_json(const Result& result);
/// Creates the folder and writes result.json, figure.png, figure.svg, a PNG for each picture and a CSV for each table
/// into it. Throws the exceptions of io.
void write_files(const Result& result, const std::filesystem::path& folder);

}  // namespace scree::experiments
