// The results of a sweep as one CSV file and one JSON file: one row per run in the order of the plan, independent of
// the order in which the runs ended.
//
// Neither file contains a value that depends on the clock or the machine, so they are bit-equal even if a sweep was
// interrupted and resumed.
#pragma once

#include <string>
#include <vector>

#include "app/sweep/sweep_folder.h"

namespace scree::app {

inline constexpr const char *k_table_csv = "table.csv", *k_table_json = "table.json";

class SweepTable {
 public:
  /// Reads the current contents of all run folders.
  explicit SweepTable(const Sweep& sweep);
  /// Reads the folder of one run again.
  void refresh(std::int64_t number);

  std::string csv() const;
  nlohmann::json json() const;
  void write() const;

  const Outcome& outcome(std::int64_t number) const { return rows_[static_cast<std::size_t>(number - 1)].outcome; }
  /// Requested measures that no finished run provides, one sentence each, with a suggestion for a misspelt name.
  std::vector<std::string> missing() const;

 private:
  std::vector<std::string> measure_columns() const;

  const Sweep& sweep_;
  std::vector<PointResult> rows_;
};

}  // namespace scree::app
