// Runs a simulation to the end of its scene, with the checks of [guard] that `scree run` makes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "scree/simulation.h"

namespace scree {

/// A problem of the physics: large overlaps, bodies that leave the domain, a large residual of the energy ledger.
struct Diagnostic {
  std::string kind;  ///< one word, listed in docs/runs.md: "overlap", "leaving", "residual" ...
  std::int64_t step = 0;
  double time = 0.0;                 ///< [s]
  std::vector<std::int64_t> bodies;  ///< ids
  std::string what, cause, remedy;   ///< what happened, its likely cause, what to change; sentences for the user
};

struct RunOptions {
  /// `look` is called at the start, every `every` steps and at the end, and cannot change the simulation. 0: at the
  /// rows of the scene (`output.every`).
  std::int64_t every = 0;
  std::function<void(const Simulation&)> look{};
  /// Called with each diagnostic that does not stop the run.
  std::function<void(const Diagnostic&)> warning{};
  /// Called every few steps; true ends the run.
  std::function<bool()> stop{};
};

enum class RunEnd {
  finished,  ///< time.end was reached, or a rule of [stop] was met: RunResult::ended_by
  stopped,   ///< RunOptions::stop returned true
  failed,    ///< a limit of [guard] with "stop" was exceeded, or a step failed: RunResult::diagnostic
};

struct RunResult {
  RunEnd end = RunEnd::finished;
  std::string ended_by{};  ///< of a finished run: "time", or the rule of [stop]
  std::optional<Diagnostic> diagnostic{};
  std::vector<Diagnostic> warnings{};
};

/// Runs the simulation from its present time to the end of its scene. Throws Error and std::bad_alloc; exceptions of
/// `look`, `warning` and `stop` pass through.
[[nodiscard]] RunResult run(Simulation& simulation, const RunOptions& options = {});

}  // namespace scree
