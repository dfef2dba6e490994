// What an experiment found: numbers beside those of the paper, curves, and a figure that follows the paper's.
//
// A check has three numbers. `paper` is what the paper prints (or words, or nothing); `expected` is what a closed form or the
// specification of the model gives; `measured` comes out of the engine. The verdict compares measured with expected. Where the paper's
// number is not what any correct reading gives, the check stays and its note begins with "paper differs:" and says why: nothing is hidden.
#pragma once

#include <cmath>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "base/field.h"
#include "io/chart.h"
#include "io/picture.h"

namespace scree::experiments {

/// What a paper prints of a quantity: nothing, a number, or words ("9.8 N", "good agreement").
using Printed = std::variant<std::monostate, double, std::string>;

inline constexpr std::string_view k_differs = "paper differs:";  ///< how such a note begins
inline constexpr std::string_view k_yes_no = "yes/no";           ///< unit of a check of a statement; 1 is yes

struct Check {
  std::string what;
  Printed paper{};
  double expected = k_unset;
  double measured = k_unset;
  std::string unit{};
  double tolerance = k_unset;  ///< largest |measured - expected|, in the same unit; unset: told, not judged
  std::string note{};

  bool judged() const { return is_set(tolerance); }
  bool ok() const { return !judged() || std::abs(measured - expected) <= tolerance; }
  bool paper_differs() const { return note.starts_with(k_differs); }
};

/// A number beside a closed form, to `share` of the expected value.
Check number(std::string what, Printed paper, double expected, double measured, std::string unit, double share, std::string note = {});
/// The same to an absolute tolerance in the unit itself.
Check within(std::string what, Printed paper, double expected, double measured, std::string unit, double tolerance, std::string note = {});
/// A statement that must hold.
Check statement(std::string what, Printed paper, bool measured, std::string note = {});
/// Something worth telling that is not judged.
Check told(std::string what, Printed paper, double expected, double measured, std::string unit, std::string note = {});

/// Columns of numbers under names with units, "time [s]"; written as CSV.
struct Table {
  std::string name;                        ///< of the file, without its ending
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
  std::vector<io::Chart> panels{};
  std::size_t columns = 2;
};

/// Bodies as they stand, for papers that show them.
struct Picture {
  std::string name;  ///< of the file, without its ending
  std::vector<io::Panel> panels{};
  io::PictureStyle style{};
};

struct Result {
  std::string id{}, title{}, paper{}, section{};  ///< filled in by `reproduce`
  double wall_seconds = 0.0;
  std::vector<Check> checks{};
  std::vector<Table> tables{};
  Figure figure{};
  std::vector<Picture> pictures{};
  std::string error{};  ///< why it could not be carried out; empty if it was

  /// Adds a check. One whose printed number is not the expected one, beyond the digits that papers print, says so in its note.
  void add(Check check);
  std::size_t failed() const;
  std::size_t paper_differs() const;  ///< checks whose printed number is not what the model gives
  bool ok() const { return error.empty() && failed() == 0; }
};

/// "9 of 9 experiments reproduced; ..."
std::string sum_text(std::span<const Result> results);
/// paper / expected / measured / difference / verdict, and the notes beneath.
std::string table_text(const Result& result);
/// The same for a page: a table in Markdown for each result, and what they came to.
std::string page_text(std::span<const Result> results);
nlohmann::json to_json(const Result& result);
/// Writes result.json, figure.png, figure.svg, a PNG for each picture and a CSV for each table into the folder, which is made. Throws what io throws.
void write_files(const Result& result, const std::filesystem::path& folder);

}  // namespace scree::experiments
