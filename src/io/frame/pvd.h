// ParaView's time series (.pvd): which file shows which time.
//
// The file is rewritten whole whenever a frame is added, so a run that is killed leaves a series of all frames but
// perhaps the last.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace scree::io {

class PvdSeries {
 public:
  /// Continue the series in `path` with the frames of steps up to `last_step`; later ones leave it. -1: begin anew.
  /// Throws std::runtime_error if the file there is not a series that Scree wrote.
  PvdSeries(std::filesystem::path path, std::int64_t last_step);

  /// `file` is named from the series' folder and carries its step: frames/bodies_000000120.vtp. Throws
  /// std::runtime_error.
  void add(double time, const std::string& file);

 private:
  void write() const;

  std::filesystem::path path_;
  std::vector<std::string> lines_;  ///< one <DataSet> each
};

/// Steps of the files that a series in `path` names. No file: none. Throws std::runtime_error.
std::vector<std::int64_t> steps_of_pvd(const std::filesystem::path& path);

/// The step in a frame file's name, bodies_000000120.vtp -> 120; -1 if it has none.
std::int64_t step_in_name(std::string_view name);

}  // namespace scree::io
