// One run of a sweep: what a child process does, in the run's folder.
#pragma once

#include "app/commands.h"
#include "app/sweep/sweep.h"
#include "app/sweep/sweep_folder.h"
#include "io/text/problems.h"

namespace scree::app {

/// Names of the data files of a scene that has been read but not loaded, as seen from its folder, with their checksums.
std::map<std::string, std::string> data_files_of(const sim::Scene& scene, const std::filesystem::path& scene_folder);

/// The scene of a run, read by the ordinary reader, with or without the bodies of its data files; or its problems.
enum class DataFiles { left_alone, loaded };
struct PointScene {
  std::optional<LoadedScene> loaded{};
  io::Problems problems{};
};
/// Reads many variants of one scene; the scene's own tables are made once.
class PointReader {
 public:
  explicit PointReader(const Sweep& sweep);
  ~PointReader();
  PointReader(const PointReader&) = delete;
  PointReader& operator=(const PointReader&) = delete;
  /// Throws std::runtime_error if a data file is not the one of the plan any more.
  PointScene read(const std::vector<std::string>& values, DataFiles data) const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

/// Starts the run, goes on with it, or sees that it is done; leaves outcome.json unless it was stopped by a signal.
int run_point(const Sweep& sweep, const SweepArguments& arguments);

}  // namespace scree::app
