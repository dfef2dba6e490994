// The columns of series.csv, listed once: its header, its rows, the ledger in summary.json and the energy chart read
// this list.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "sim/scene.h"
#include "step/report.h"

namespace scree::io {

/// One column: `name [unit]` in the header, and its value in a row.
struct SeriesColumn {
  using Value = std::variant<std::int64_t, double>;
  std::string name;
  std::string_view unit{};  ///< SI; empty: the header shows none
  int digits = 9;           ///< significant, of a number that is not an integer
  std::function<Value(const step::StepReport&)> value{};
};

/// Which columns a series has beside energies and counts, and their units.
struct SeriesOptions {
  sim::Units units = sim::Units::si;
  bool fields = false;                  ///< energies of forces beyond contact
  bool solver = false;                  ///< of the solver of a nonsmooth run
  bool cell = false;                    ///< of a cell that moves: its work and its pressure
  std::vector<std::string> measured{};  ///< names with units of the last columns, whose values the engine does not know
};
SeriesOptions series_options(const sim::Scene& scene);

/// The columns of one run. The values of `options.measured` come with each row.
class SeriesColumns {
 public:
  explicit SeriesColumns(const SeriesOptions& options = {});

  std::string header() const;
  /// A row of the file. `measured` has one number for each of SeriesOptions::measured; an unknown one is "nan".
  std::string row(const step::StepReport& report, std::span<const double> measured = {}) const;
  /// The same numbers as a reader of the file gets them, without those of `measured`.
  std::vector<double> numbers(const step::StepReport& report) const;
  std::size_t size() const { return columns_.size() + options_.measured.size(); }
  /// Where a column stands in a row; `name` is without its unit. Throws std::logic_error if there is none.
  std::size_t index_of(std::string_view name) const;

 private:
  SeriesOptions options_;
  std::vector<SeriesColumn> columns_;
};

/// Every term of the ledger: `{"kinetic_translation": ..., "stored": {"normal": ...}, ...}`.
nlohmann::json ledger_json(const step::Ledger& ledger);

}  // namespace scree::io
