// A run from a scene into a folder, for the commands that make one.
#pragma once

#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "analysis/packing.h"
#include "analysis/repose.h"
#include "app/commands.h"
#include "sim/run.h"

namespace scree::app {

struct FinishedRun {
  sim::RunOutcome outcome;
  std::vector<sim::BodyView> bodies{};
  step::Ledger ledger;
  std::optional<step::SolverReport> solver{};
  std::optional<step::SweepReport> sweeps{};
  std::optional<analysis::Repose> repose{};
  std::optional<analysis::Packing> packing{};
  nlohmann::json summary{};
};

/// Runs the scene and writes series, bodies, summary, pictures, frames and checkpoints into arguments.out, which loses a former run.
FinishedRun run_into(const LoadedScene& loaded, const RunArguments& arguments);

}  // namespace scree::app
