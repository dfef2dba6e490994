// A run from a scene into a folder, for the commands that make one.
#pragma once

#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "analysis/repose.h"
#include "app/commands.h"
#include "sim/run.h"

namespace scree::app {

struct FinishedRun {
  sim::RunOutcome outcome;
  std::vector<sim::BodyView> bodies{};
  step::Ledger ledger;
  std::optional<analysis::Repose> repose{};
  nlohmann::json summary{};
};

/// Runs the scene and writes series.csv, bodies.csv, summary.json, energy.png and final.png into arguments.out.
FinishedRun run_into(const sim::Scene& scene, const RunArguments& arguments);

}  // namespace scree::app
