// The results of a sweep as one CSV and one JSON: a row a run, in the order of the plan, whatever the order in which
// they ended.
//
// Both hold nothing that depends on the clock or the machine, so they are the same, bit for bit, however a sweep was
// interrupted.
#pragma once

#include <string>
#include <vector>

#include "app/sweep/sweep_folder.h"

namespace scree::app {

inline constexpr const char *k_table_csv = "table.csv", *k_table_json = "table.json";

class SweepTable {
 public:
  /// With all that the folders of the runs hold now.
  explicit SweepTable(const Sweep& sweep);
  /// Read a run's folder again.
  void refresh(std::int64_t number);

  std::string csv() const;
  nlohmann::json json() const;
  void write() const;

  const Outcome& outcome(std::int64_t number) const { return rows_[static_cast<std::size_t>(number - 1)].outcome; }
  /// Measures that were asked for and that no finished run has, each with what may have been meant: one sentence each.
  std::vector<std::string> missing() const;

 private:
  std::vector<std::string> measure_columns() const;

  const Sweep& sweep_;
  std::vector<PointResult> rows_;
};

}  // namespace scree::app
