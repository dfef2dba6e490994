// One run with all files that it writes into its folder, from the start or from a checkpoint: rows, frames,
// checkpoints, results, and the record run.json.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/run/energy_history.h"
#include "app/run/run.h"
#include "io/frame/frame_writer.h"
#include "io/text/held_path.h"
#include "io/frame/tables.h"

namespace scree::app {

class FolderRun {
 public:
  /// `warned`: warnings of the earlier part of the run. Warnings of steps that are repeated are dropped, since they are
  /// issued again.
  FolderRun(sim::Simulation simulation, std::vector<io::SceneText> texts, const RunArguments& arguments,
            std::vector<sim::Diagnostic> warned, Listener listener = {});

  FinishedRun execute();
  /// Writes into the record that the machine failed, if the folder was not replaced and is writable.
  void fail(const std::string& why);

 private:
  std::vector<std::string> open_series();
  std::vector<std::string> open_frames();
  void warn(const sim::Diagnostic& warning);
  void warn_of_missing(const std::vector<std::string>& sentences);
  void check_in_place() const;
  sim::Observers observers();
  void save(const sim::Snapshot& good);
  FinishedRun finish(const sim::RunOutcome& outcome);
  void write_results(FinishedRun& finished);
  void warn_of_moving_heap(const FinishedRun& finished);
  void write_diagnostic();

  sim::Simulation simulation_;
  const sim::Scene& scene_;
  std::vector<io::SceneText> texts_;
  const RunArguments& arguments_;
  Listener listener_;
  sim::RunPlan plan_;
  RunRecord record_;
  io::SeriesColumns columns_;
  EnergyHistory history_;
  std::optional<io::TextFile> series_;
  std::optional<io::FrameWriter> frames_;
  std::optional<io::HeldPath> folder_place_, series_place_;
};

}  // namespace scree::app
