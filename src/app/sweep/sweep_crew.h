// Runs of a sweep as child processes of this program, so many at a time.
//
// Processes and not threads, so that a run that crashes, or that the system kills for its memory, ends alone
// (docs/decisions/sweeps.md).
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
  std::chrono::steady_clock::time_point begun{};
  double share = 0.0;         ///< of its work that is done
  double first_share = -1.0;  ///< when it was first heard of: more than 0 for one that goes on from a checkpoint
  std::string heard{};        ///< the beginning of a line that is still to come
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count(); }
};

class Crew {
 public:
  struct Hooks {
    std::function<void(std::int64_t number)> ended{};                                   ///< its folder says how
    std::function<void(const std::vector<RunningPoint>&, std::size_t waiting)> tick{};  ///< a few times a second
  };
  Crew(const Sweep& sweep, const SweepArguments& arguments, int jobs)
      : sweep_(sweep), arguments_(arguments), jobs_(jobs) {}

  enum class End { done, stopped };
  /// All of these, in this order. A stop signal is passed on to the children; they save themselves, and no further one
  /// is begun.
  End work(const std::vector<std::int64_t>& numbers, const Hooks& hooks);

 private:
  RunningPoint begin(std::int64_t number) const;
  void listen(int milliseconds);
  bool has_ended(RunningPoint& point) const;

  const Sweep& sweep_;
  const SweepArguments& arguments_;
  int jobs_;
  std::vector<RunningPoint> running_;
};

}  // namespace scree::app
