// The folder of a sweep on disk.
//
// sweep.json is the plan: study, scene, values of all runs. It is written once and never changed, so any number of
// processes on any number of machines may work in the folder. The outcome of a run is stored only in its own folder, in
// runs/0001/outcome.json.
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
  std::vector<std::string> values{};  ///< values of Sweep::keys, as TOML
  std::string refused{};              ///< why the reader rejects this variant; empty if it is valid
};

struct Sweep {
  std::filesystem::path folder{};
  std::string title{}, study_name{}, study_text{};
  std::vector<io::SceneText> scene{};
  std::filesystem::path scene_folder{};
  std::vector<std::filesystem::path> allowed{};           ///< folders that the scene may read from besides its own
  std::uint64_t unpacked_limit = io::k_largest_unpacked;  ///< bytes that a compressed data file may unpack to
  /// data files of the scene: name relative to the folder of the scene -> checksum
  std::map<std::string, std::string> data_files{};
  std::vector<std::string> keys{}, measures{};
  std::vector<SweepRun> runs{};

  std::int64_t count() const { return static_cast<std::int64_t>(runs.size()); }
  /// Runs are numbered from 1.
  const SweepRun& run(std::int64_t number) const { return runs[static_cast<std::size_t>(number - 1)]; }
  std::string run_name(std::int64_t number) const;  ///< 0007
  std::filesystem::path run_folder(std::int64_t number) const { return folder / "runs" / run_name(number); }
  /// `contact.slide.coefficient = 0.3, random.seed = 2`
  std::string values_text(std::int64_t number) const;
};

/// The state of a run. `failed`: because of the machine; `crashed`: without a recorded reason. --resume repeats these
/// two; all others would end in the same way.
enum class PointState { waiting, finished, diagnostic, refused, failed, crashed };
NLOHMANN_JSON_SERIALIZE_ENUM(PointState, {{PointState::waiting, "waiting"},
                                          {PointState::finished, "finished"},
                                          {PointState::diagnostic, "trouble"},
                                          {PointState::refused, "refused"},
                                          {PointState::failed, "failed"},
                                          {PointState::crashed, "crashed"}})
std::string state_word(PointState state);
inline bool is_final(PointState s) {
  return s == PointState::finished || s == PointState::diagnostic || s == PointState::refused;
}

struct Outcome {
  PointState state = PointState::waiting;
  std::string reason{};       ///< one line; empty if finished
  double wall_seconds = 0.0;  ///< of the last part of the run
  /// measures of the study that the summary of a finished run does not contain; a variant may have no solver, for
  /// example
  std::vector<std::string> lacks{};
};

bool holds_sweep(const std::filesystem::path& folder);
void write_sweep(const Sweep& sweep);
/// Throws io::CheckpointError if there is none or it is damaged.
Sweep read_sweep(const std::filesystem::path& folder);

void write_outcome(const std::filesystem::path& run_folder, const Outcome& outcome);
void remove_outcome(const std::filesystem::path& run_folder);

/// The result of a run as stored in its folder.
struct PointResult {
  Outcome outcome{};
  nlohmann::json measures = nlohmann::json::object();  ///< path -> value, of a finished run
};
/// A run counts as finished only if its summary.json is complete: a run with a missing or damaged summary is repeated.
PointResult result_of(const Sweep& sweep, std::int64_t number);
inline Outcome outcome_of(const Sweep& sweep, std::int64_t number) { return result_of(sweep, number).outcome; }

/// The same for a run with the recorded state `finished`: its measures, or the state `waiting` with the reason.
PointResult result_if_finished(const Sweep& sweep, std::int64_t number, const Outcome& finished);

/// The names that the table takes from every summary (the measures of the study, or the names common to all summaries)
/// and that are missing in this summary. `measures`: path -> value.
std::vector<std::string> lacking(const Sweep& sweep, const nlohmann::json& measures);

/// Removes all files of the sweep from the folder. The plan is removed last: until then the sweep can be resumed.
void remove_sweep(const std::filesystem::path& folder);

}  // namespace scree::app
