// The main loop of a run: rows and frames at fixed intervals of steps, checks by the guard, checkpoints and progress
// reports at intervals of wall time. Observers get a const simulation, so that they cannot change the run.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sim/guard.h"
#include "sim/simulation.h"

namespace scree::sim {

struct RunPlan {
  std::int64_t steps = 0;        ///< all steps of the run, including those before a checkpoint
  std::int64_t row_every = 1;    ///< steps between two rows; the start and the end also have a row
  std::int64_t frame_every = 0;  ///< the same for frames; 0: none
  std::int64_t rest_every = 0;   ///< steps between two checks of the rules of [stop]; 0: none
};
RunPlan plan_run(const Scene& scene, double step);

struct Progress {
  std::int64_t steps_done = 0, steps = 0, bodies = 0;
  double seconds = 0.0;  ///< wall time of the run so far
  double steps_per_second = 0.0;
  double seconds_left = 0.0;
};

/// A saved state from which a run can continue.
struct Snapshot {
  std::int64_t step = 0;
  double time = 0.0;
  Archive state;
};

struct Observers {
  std::function<void(const Simulation&, const step::StepReport&)> row{};
  std::function<void(const Simulation&)> frame{};
  std::function<void(const Diagnostic&)> warning{};
  std::function<void(const Progress&)> progress{};
  double progress_interval = 0.5;  ///< wall seconds
  /// Called with states that passed the checks of the guard: at the start, at intervals of wall time, at the end, and,
  /// if a check fails, with the last state that passed.
  std::function<void(const Snapshot&)> checkpoint{};
  double checkpoint_interval = 600.0;  ///< wall seconds
  std::function<bool()> stop{};        ///< called every few steps; true ends the run
  /// Returns the rule of [stop] that is met, in words; empty if none is. Called at fixed numbers of steps, so that an
  /// interrupted and resumed run ends at the same step.
  std::function<std::string(const Simulation&)> at_rest{};
  /// Called once, soon after the step with the number `problem_step`, with the cone problem that this step solved.
  std::function<void(const step::KeptProblem&)> problem{};
  std::int64_t problem_step = -1;
};

enum class End { finished, stopped, diagnostic };
struct RunOutcome {
  End end = End::finished;
  std::string ended_by{};  ///< of a finished run: "time", or the rule that ended it; otherwise empty
  std::optional<Diagnostic> diagnostic{};
  std::vector<Diagnostic> warnings{};
  std::int64_t saved_step = -1;  ///< of the last checkpoint; -1: none
  double seconds = 0.0;          ///< wall time
  double particle_steps = 0.0;
};

/// Runs the simulation from its present step to the end of the plan.
RunOutcome run(Simulation& simulation, const RunPlan& plan, const Observers& observers);

}  // namespace scree::sim
