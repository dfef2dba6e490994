// The columns of series.csv. The header, the rows, the ledger in summary.json and the energy chart are generated from
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
  std::string_view unit{};  ///< SI; empty: none in the header
  int digits = 9;           ///< significant digits of a floating-point number
  std::function<Value(const step::StepReport&)> value{};
};

/// Which columns a series has in addition to energies and counts, and the units.
struct SeriesOptions {
  sim::Units units = sim::Units::si;
  bool fields = false;  ///< energies of non-contact forces
  bool solver = false;  ///< report of the solver of a nonsmooth run
  bool cell = false;    ///< work and pressure of a moving cell
  /// names with units of the last columns; their values come from outside the engine
  std::vector<std::string> measured{};
};
SeriesOptions series_options(const sim::Scene& scene);

/// The columns of one run. The values of `options.measured` are passed with each row.
class SeriesColumns {
 public:
  explicit SeriesColumns(const SeriesOptions& options = {});

  std::string header() const;
  /// A row of the file. `measured` has one number for each entry of SeriesOptions::measured; an unknown value is "nan".
  std::string row(const step::StepReport& report, std::span<const double> measured = {}) const;
  /// The numbers of the row as a reader of the file would get them, without those of `measured`.
  std::vector<double> numbers(const step::StepReport& report) const;
  std::size_t size() const { return columns_.size() + options_.measured.size(); }
  /// Index of a column in a row; `name` is without its unit. Throws std::logic_error if there is no such column.
  std::size_t index_of(std::string_view name) const;

 private:
  SeriesOptions options_;
  std::vector<SeriesColumn> columns_;
};

/// All terms of the ledger: `{"kinetic_translation": ..., "stored": {"normal": ...}, ...}`.
nlohmann::json ledger_json(const step::Ledger& ledger);

}  // namespace scree::io
