// series.csv of a run that goes on: rows after the checkpoint are cut off, rows before it are read for the chart and
// counted.
//
// The file is read through a buffer of fixed size and is shortened in place, so neither memory nor disk limit the
// number of rows. Whatever stands before the checkpoint stays in the file, even what is not a row of the run.
#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>

#include "io/frame/series_columns.h"

namespace scree::io {

/// Which steps have a row, or a frame: multiples of an interval, and the last step of the run.
struct DueSteps {
  std::int64_t every = 1;
  std::int64_t last = 0;  ///< up to this one, which the checkpoint is of
  std::int64_t end = 0;   ///< of the whole run
  std::int64_t count() const { return count_to(last); }
  std::int64_t count_to(std::int64_t step) const {
    return step < 0 ? 0 : step / every + 1 + (step >= end && end % every != 0 ? 1 : 0);
  }
  std::int64_t next_after(std::int64_t step) const { return step < 0 ? 0 : std::min((step / every + 1) * every, end); }
  std::int64_t latest_at(std::int64_t step) const { return step >= end ? end : step / every * every; }
};

/// What is not there although it was written.
struct Missing {
  std::int64_t due = 0, count = 0;
  std::int64_t first = -1, last = -1;  ///< steps
  /// All that are due between two steps, both left out.
  void add_between(const DueSteps& steps, std::int64_t before, std::int64_t behind) {
    const std::int64_t more = steps.count_to(behind - 1) - steps.count_to(before);
    if (more <= 0) return;
    if (count == 0) first = steps.next_after(before);
    count += more, last = steps.latest_at(behind - 1);
  }
};

/// Cut the series after the last row of `due` and return which rows of it are missing. A file that is not there is
/// begun. Calls `row` with the numbers of each row. Throws std::runtime_error if the file is not a series of these
/// columns; then it is as it was.
Missing cut_series(const std::filesystem::path& path, const SeriesColumns& columns, const DueSteps& due,
                   const std::function<void(std::span<const double>)>& row);

/// Step of the last complete row; -1 if there is none.
std::int64_t last_step_of_series(const std::filesystem::path& path);

}  // namespace scree::io
