// Time series for ParaView (.pvd): which file belongs to which time.
//
// The file is rewritten completely for each added frame, so an interrupted run leaves a series that lacks at most the
// last frame.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace scree::io {

class PvdSeries {
 public:
  /// Continue the series in `path` with its frames of steps up to `last_step`; later frames are removed. -1: start a
  /// new series. Throws std::runtime_error if the file is not a series that Scree wrote.
  PvdSeries(std::filesystem::path path, std::int64_t last_step);

  /// `file` is relative to the folder of the series, and its name contains the step: frames/bodies_000000120.vtp.
  /// Throws std::runtime_error.
  void add(double time, const std::string& file);

 private:
  void write() const;

  std::filesystem::path path_;
  std::vector<std::string> lines_;  ///< one <DataSet> each
};

/// Steps of the files that the series in `path` names; empty if there is no file. Throws std::runtime_error.
std::vector<std::int64_t> steps_of_pvd(const std::filesystem::path& path);

/// The step in a frame file's name, bodies_000000120.vtp -> 120; -1 if it has none.
std::int64_t step_in_name(std::string_view name);

}  // namespace scree::io
