// Progress display of a sweep with the estimated remaining time: a line that is rewritten on a terminal, one line per
// run in a log.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/sweep/run_pool.h"

namespace scree::app {

/// A run in progress: elapsed seconds, and the fractions of its work done in this time and remaining.
struct UnderWay {
  double seconds = 0.0, done = 0.0, left = 1.0;
};
/// Estimated wall-clock seconds until all runs are done. Waiting runs are assumed to take as long as the mean of the
/// others. Negative if there is no data yet.
double seconds_left(std::span<const double> finished_seconds, std::span<const UnderWay> running, std::size_t waiting,
                    int jobs);

class SweepProgress {
 public:
  SweepProgress(const Sweep& sweep, std::size_t to_do, int jobs, bool quiet);
  void ended(std::int64_t number, const Outcome& outcome);
  void tick(const std::vector<RunningPoint>& running, std::size_t waiting);
  void close();  ///< ends the line on a terminal

 private:
  std::string left_text() const;

  const Sweep& sweep_;
  std::size_t to_do_, done_ = 0, bad_ = 0;
  int jobs_;
  bool quiet_, terminal_;
  std::vector<double> seconds_;
  double left_ = -1.0;
};

}  // namespace scree::app
