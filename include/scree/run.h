// Run a simulation to the end of its scene, under the guard that `scree run` has ([guard] of the scene).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "scree/simulation.h"

namespace scree {

/// Something is wrong with the physics: overlaps, bodies that leave, an energy ledger that does not close.
struct Diagnostic {
  std::string kind;  ///< one word, listed in docs/runs.md: "overlap", "leaving", "residual" ...
  std::int64_t step = 0;
  double time = 0.0;                 ///< [s]
  std::vector<std::int64_t> bodies;  ///< ids
  std::string what, cause, remedy;   ///< sentences
};

struct RunOptions {
  /// Called at the start, every `every` steps and at the end; it looks and changes nothing. 0: the rows of the scene
  /// (`output.every`).
  std::int64_t every = 0;
  std::function<void(const Simulation&)> look{};
  std::function<void(const Diagnostic&)> warning{};
  /// Asked after every few steps; true ends the run.
  std::function<bool()> stop{};
};

enum class RunEnd {
  finished,  ///< time.end was reached, or a rule of [stop] was met: RunResult::ended_by
  stopped,   ///< RunOptions::stop asked for it
  failed,    ///< a limit of [guard] with "stop" was exceeded; RunResult::diagnostic says which
};

struct RunResult {
  RunEnd end = RunEnd::finished;
  std::string ended_by{};  ///< of a finished run: "time", or the rule of [stop]
  std::optional<Diagnostic> diagnostic{};
  std::vector<Diagnostic> warnings{};
};

/// From where the simulation is to the end of its scene. Throws Error, std::bad_alloc, and what `look`, `warning` and
/// `stop` throw.
[[nodiscard]] RunResult run(Simulation& simulation, const RunOptions& options = {});

}  // namespace scree
