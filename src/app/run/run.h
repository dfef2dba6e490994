// A run of a scene with its output folder, for all commands that run scenes.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include <nlohmann/json.hpp>

#include "analysis/heap_rest.h"
#include "analysis/packing.h"
#include "analysis/repose.h"
#include "app/commands.h"
#include "app/run/run_folder.h"
#include "sim/run.h"

namespace scree::app {

struct FinishedRun {
  sim::RunOutcome outcome;
  sim::Units units = sim::Units::si;
  bool could_stop = false;  ///< the scene has stopping rules that may end the run before time.end
  std::vector<sim::BodyView> bodies{};
  step::Ledger ledger;
  std::optional<step::SolverReport> solver{};
  std::optional<step::SweepReport> sweeps{};
  std::optional<analysis::Repose> repose{};
  analysis::HeapRest heap_rest{};  ///< with repose
  std::optional<analysis::Packing> packing{};
  nlohmann::json summary{};
};

/// Runs the scene and writes series, bodies, summary, pictures, frames and checkpoints into arguments.out. The files of
/// an earlier run in this folder are removed.
FinishedRun run_into(const LoadedScene& loaded, const RunArguments& arguments);

/// Receives the progress of a run instead of the terminal.
using Listener = std::function<void(const sim::Progress&)>;

/// Start or resume a run. The caller must hold the lock of the folder and must have checked that no file in it is
/// needed. resume_run throws io::CheckpointError.
FinishedRun start_run(const FolderLock& lock, const LoadedScene& loaded, const RunArguments& arguments,
                      Listener listener = {});
FinishedRun resume_run(const FolderLock& lock, const RunArguments& arguments, Listener listener = {});

}  // namespace scree::app
