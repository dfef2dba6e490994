// How far a sweep is, for people: a line that is rewritten on a terminal, a line a run in a log; with the time that is
// left.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/sweep/sweep_crew.h"

namespace scree::app {

/// A run that is under way: seconds so far, and how much of its work it did in them and has still to do.
struct UnderWay {
  double seconds = 0.0, done = 0.0, left = 1.0;
};
/// Wall seconds until all are done, if the waiting ones take as long as those that are known; negative if nothing is
/// known yet.
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
