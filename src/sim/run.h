// The loop around a simulation: rows and frames at fixed intervals of steps, a guard that looks for trouble,
// checkpoints by the clock on the wall, progress as often as a person wants to hear of it. Observers get a const
// simulation: looking does not change the run.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/guard.h"
#include "sim/simulation.h"

namespace scree::sim {

struct RunPlan {
  std::int64_t steps = 0;        ///< all steps of the run, those before a checkpoint included
  std::int64_t row_every = 1;    ///< steps between two rows; a row at the start and one at the end as well
  std::int64_t frame_every = 0;  ///< the same for frames; 0: none
  std::int64_t rest_every = 0;   ///< steps between two questions whether all is at rest; 0: none
};
RunPlan plan_run(const Scene& scene, double step);

struct Progress {
  std::int64_t steps_done = 0, steps = 0, bodies = 0;
  double seconds = 0.0;  ///< wall time of the run so far
  double steps_per_second = 0.0;
  double seconds_left = 0.0;
};

/// A state to go on from.
struct Snapshot {
  std::int64_t step = 0;
  double time = 0.0;
  Archive state;
};

struct Observers {
  std::function<void(const Simulation&, const step::StepReport&)> row{};
  std::function<void(const Simulation&)> frame{};
  std::function<void(const Trouble&)> warning{};
  std::function<void(const Progress&)> progress{};
  double progress_interval = 0.5;  ///< wall seconds
  /// Called with states that the guard found good: at the start, by the clock, at the end, and with the last good one
  /// if there is trouble.
  std::function<void(const Snapshot&)> checkpoint{};
  double checkpoint_interval = 600.0;  ///< wall seconds
  std::function<bool()> stop{};        ///< asked after every few steps
  /// Is the run at its aim before its time? The rule that says so, in words; empty: go on. Asked by the count of steps,
  /// so that a run that was interrupted ends at the same one.
  std::function<std::string(const Simulation&)> at_rest{};
  /// Called once, soon after the step whose number is `problem_step`, with the problem that it solved.
  std::function<void(const step::KeptProblem&)> problem{};
  std::int64_t problem_step = -1;
};

enum class End { finished, stopped, trouble };
struct RunOutcome {
  End end = End::finished;
  std::string ended_by{};  ///< of a finished run: "time", or the rule that ended it; empty of any other
  std::optional<Trouble> trouble{};
  std::vector<Trouble> warnings{};
  std::int64_t saved_step = -1;  ///< of the last checkpoint; -1: none
  double seconds = 0.0;          ///< wall time
  double particle_steps = 0.0;
};

/// From where the simulation is to the end of the plan.
RunOutcome run(Simulation& simulation, const RunPlan& plan, const Observers& observers);

}  // namespace scree::sim
