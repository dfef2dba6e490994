// One run of a sweep, executed by a child process in the folder of the run.
#pragma once

#include "app/commands.h"
#include "app/sweep/sweep.h"
#include "app/sweep/sweep_folder.h"
#include "io/text/input_errors.h"

namespace scree::app {

/// Names of the data files of a scene whose data files are not loaded yet, relative to the folder of the scene, with
/// their checksums.
std::map<std::string, std::string> data_files_of(const sim::Scene& scene, const std::filesystem::path& scene_folder);

/// The scene of a run as read by the scene reader, with or without the bodies of its data files; or its input errors.
enum class DataFiles { left_alone, loaded };
struct PointScene {
  std::optional<LoadedScene> loaded{};
  io::InputErrors problems{};
};
/// Reads many variants of one scene; the tables of the scene are parsed only once.
class PointReader {
 public:
  explicit PointReader(const Sweep& sweep);
  ~PointReader();
  PointReader(const PointReader&) = delete;
  PointReader& operator=(const PointReader&) = delete;
  /// Throws std::runtime_error if a data file has changed since the sweep was planned.
  PointScene read(const std::vector<std::string>& values, DataFiles data) const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Starts or resumes the run, or returns at once if it is done. Writes outcome.json unless a signal stopped the run.
int run_point(const Sweep& sweep, const SweepArguments& arguments);

}  // namespace scree::app
