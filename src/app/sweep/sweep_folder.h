// The folder of a sweep on disk.
//
// sweep.json is the plan: study, scene, values of all runs. It is written once and never changed, so any number of
// processes on any number of machines may work on the folder. What became of a run stands in its own folder,
// runs/0001/outcome.json; there is no second place that could say otherwise.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "io/text/read_options.h"
#include "io/scene/scene_text.h"

namespace scree::app {

struct SweepRun {
  std::vector<std::string> values{};  ///< of Sweep::keys, as TOML
  std::string refused{};              ///< why the reader does not take it, if it does not
};

struct Sweep {
  std::filesystem::path folder{};
  std::string title{}, study_name{}, study_text{};
  std::vector<io::SceneText> scene{};
  std::filesystem::path scene_folder{};
  std::vector<std::filesystem::path> allowed{};           ///< folders that the scene may read from besides its own
  std::uint64_t unpacked_limit = io::k_largest_unpacked;  ///< bytes that a compressed data file may unpack to
  /// that the scene reads bodies from: name beside the scene -> checksum
  std::map<std::string, std::string> data_files{};
  std::vector<std::string> keys{}, measures{};
  std::vector<SweepRun> runs{};

  std::int64_t count() const { return static_cast<std::int64_t>(runs.size()); }
  /// Runs count from 1, as people do.
  const SweepRun& run(std::int64_t number) const { return runs[static_cast<std::size_t>(number - 1)]; }
  std::string run_name(std::int64_t number) const;  ///< 0007
  std::filesystem::path run_folder(std::int64_t number) const { return folder / "runs" / run_name(number); }
  /// `contact.slide.coefficient = 0.3, random.seed = 2`
  std::string values_text(std::int64_t number) const;
};

/// What became of a run. `failed`: by the machine; `crashed`: without a word. These two are tried again by --resume;
/// the others would end the same way.
enum class PointState { waiting, finished, trouble, refused, failed, crashed };
NLOHMANN_JSON_SERIALIZE_ENUM(PointState, {{PointState::waiting, "waiting"},
                                          {PointState::finished, "finished"},
                                          {PointState::trouble, "trouble"},
                                          {PointState::refused, "refused"},
                                          {PointState::failed, "failed"},
                                          {PointState::crashed, "crashed"}})
std::string state_word(PointState state);
inline bool is_final(PointState s) {
  return s == PointState::finished || s == PointState::trouble || s == PointState::refused;
}

struct Outcome {
  PointState state = PointState::waiting;
  std::string reason{};       ///< one line; empty if finished
  double wall_seconds = 0.0;  ///< of its last part
  /// measures of the study that a finished run has not: a variant may do without a solver, say
  std::vector<std::string> lacks{};
};

bool holds_sweep(const std::filesystem::path& folder);
void write_sweep(const Sweep& sweep);
/// Throws io::CheckpointError if there is none or it is damaged.
Sweep read_sweep(const std::filesystem::path& folder);

void write_outcome(const std::filesystem::path& run_folder, const Outcome& outcome);
void forget_outcome(const std::filesystem::path& run_folder);

/// A run as its folder tells it.
struct PointResult {
  Outcome outcome{};
  nlohmann::json measures = nlohmann::json::object();  ///< path -> value, of a finished run
};
/// A run is finished only as long as its summary.json has all that it had: one whose summary was taken away or damaged
/// is to be made again.
PointResult result_of(const Sweep& sweep, std::int64_t number);
inline Outcome outcome_of(const Sweep& sweep, std::int64_t number) { return result_of(sweep, number).outcome; }

/// The same if the run says that it is finished: with its measures, or waiting, with the reason.
PointResult result_if_finished(const Sweep& sweep, std::int64_t number, const Outcome& finished);

/// What the table takes from every summary (the measures of the study, or what all summaries have) and this one has
/// not. `measures`: path -> value.
std::vector<std::string> lacking(const Sweep& sweep, const nlohmann::json& measures);

/// Everything of the sweep that the folder holds, the plan last: until then it can still be resumed.
void remove_sweep(const std::filesystem::path& folder);

}  // namespace scree::app
