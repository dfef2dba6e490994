// Executes the runs of a sweep as child processes of this program, with a limited number of concurrent processes.
//
// Processes are used instead of threads so that a run that crashes, or is killed because of its memory, does not affect
// the others (docs/decisions/sweeps.md).
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "app/sweep/sweep.h"
#include "app/sweep/sweep_folder.h"

namespace scree::app {

struct RunningPoint {
  std::int64_t number = 0;
  int process = 0, pipe = -1;
  std::chrono::steady_clock::time_point started{};
  double fraction = 0.0;         ///< completed fraction of its work
  double first_fraction = -1.0;  ///< the first reported fraction: more than 0 for a run that resumes from a checkpoint
  std::string partial_line{};    ///< incomplete last line of the progress output
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - started).count(); }
};

class RunPool {
 public:
  struct Hooks {
    /// its folder contains the outcome
    std::function<void(std::int64_t number)> ended{};
    /// called a few times per second
    std::function<void(const std::vector<RunningPoint>&, std::size_t waiting)> tick{};
  };
  RunPool(const Sweep& sweep, const SweepArguments& arguments, int jobs)
      : sweep_(sweep), arguments_(arguments), jobs_(jobs) {}

  enum class End { done, stopped };
  /// Executes all runs in this order. A stop signal is forwarded to the child processes, which save their state; no
  /// further run is started.
  End execute(const std::vector<std::int64_t>& numbers, const Hooks& hooks);

 private:
  RunningPoint start(std::int64_t number) const;
  void wait_for_output(int milliseconds);
  bool has_ended(RunningPoint& point) const;

  const Sweep& sweep_;
  const SweepArguments& arguments_;
  int jobs_;
  std::vector<RunningPoint> running_;
};

}  // namespace scree::app
