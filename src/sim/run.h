// The loop around a simulation: rows at a fixed interval of steps, progress as often as a person wants to hear of it, and a
// stop when the state is no longer finite. Observers get a const simulation: looking does not change the run.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

#include "sim/simulation.h"

namespace scree::sim {

struct RunPlan {
  std::int64_t steps = 0;      ///< all steps of the run
  std::int64_t row_every = 1;  ///< steps between two rows; a row at the start and one at the end as well
};
RunPlan plan_run(const Scene& scene, double step);

struct Progress {
  std::int64_t steps_done = 0, steps = 0, bodies = 0;
  double seconds = 0.0;                ///< wall time of the run so far
  double steps_per_second = 0.0;
  double seconds_left = 0.0;
};

struct Observers {
  std::function<void(const Simulation&, const step::StepReport&)> row;
  std::function<void(const Progress&)> progress;
  double progress_interval = 0.5;  ///< wall seconds
};

struct RunOutcome {
  bool finite = true;     ///< false: stopped, since an energy became infinite or not a number
  double seconds = 0.0;   ///< wall time
  double particle_steps = 0.0;
  std::string trouble{};  ///< a sentence if not finite
};

RunOutcome run(Simulation& simulation, const RunPlan& plan, const Observers& observers);

}  // namespace scree::sim
