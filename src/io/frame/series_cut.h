// Prepares series.csv of a resumed run: rows after the checkpoint are removed; rows before it are counted, and read for
// the chart.
//
// The file is read through a buffer of fixed size and truncated in place, so the number of rows is not limited by
// memory or disk space. Everything before the checkpoint stays in the file, even lines that are not rows of the run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>

#include "io/frame/series_columns.h"

namespace scree::io {

/// The steps that have a row or a frame: multiples of an interval, and the last step of the run.
struct DueSteps {
  std::int64_t every = 1;
  std::int64_t last = 0;  ///< last step to count: that of the checkpoint
  std::int64_t end = 0;   ///< last step of the whole run
  std::int64_t count() const { return count_to(last); }
  std::int64_t count_to(std::int64_t step) const {
    return step < 0 ? 0 : step / every + 1 + (step >= end && end % every != 0 ? 1 : 0);
  }
  std::int64_t next_after(std::int64_t step) const { return step < 0 ? 0 : std::min((step / every + 1) * every, end); }
  std::int64_t latest_at(std::int64_t step) const { return step >= end ? end : step / every * every; }
};

/// Expected rows or frames, and how many of them are missing.
struct Missing {
  std::int64_t due = 0, count = 0;
  std::int64_t first = -1, last = -1;  ///< steps of the first and the last missing one
  /// Adds all expected steps between `before` and `behind`, both excluded.
  void add_between(const DueSteps& steps, std::int64_t before, std::int64_t behind) {
    const std::int64_t more = steps.count_to(behind - 1) - steps.count_to(before);
    if (more <= 0) return;
    if (count == 0) first = steps.next_after(before);
    count += more, last = steps.latest_at(behind - 1);
  }
};

/// Truncate the series after its last row up to the checkpoint, and return which expected rows are missing. A file that
/// does not exist is created. Calls `row` with the numbers of each row. Throws std::runtime_error if the file is not a
/// series with these columns; it is then unchanged.
Missing cut_series(const std::filesystem::path& path, const SeriesColumns& columns, const DueSteps& due,
                   const std::function<void(std::span<const double>)>& row);

/// Step of the last complete row; -1 if there is none.
std::int64_t last_step_of_series(const std::filesystem::path& path);

}  // namespace scree::io
