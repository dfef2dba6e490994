// A run from a scene into a folder, for the commands that make one.
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
  bool could_stop = false;  ///< the scene has rules that may end a run before its time
  std::vector<sim::BodyView> bodies{};
  step::Ledger ledger;
  std::optional<step::SolverReport> solver{};
  std::optional<step::SweepReport> sweeps{};
  std::optional<analysis::Repose> repose{};
  analysis::HeapRest heap_rest{};  ///< with repose
  std::optional<analysis::Packing> packing{};
  nlohmann::json summary{};
};

/// Runs the scene and writes series, bodies, summary, pictures, frames and checkpoints into arguments.out, which loses
/// a former run.
FinishedRun run_into(const LoadedScene& loaded, const RunArguments& arguments);

/// Somebody who wants to hear of progress, instead of the terminal.
using Listener = std::function<void(const sim::Progress&)>;

/// The two ways to run, for a caller who holds the lock of the folder and has seen that nothing in it is lost. The
/// second throws io::CheckpointError.
FinishedRun start_run(const FolderLock& lock, const LoadedScene& loaded, const RunArguments& arguments,
                      Listener listener = {});
FinishedRun go_on_with_run(const FolderLock& lock, const RunArguments& arguments, Listener listener = {});

}  // namespace scree::app
