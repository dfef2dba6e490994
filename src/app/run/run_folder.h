// What a run's folder says about the run: run.json, written at the start, with every warning, at every checkpoint and
// at the end. `scree doctor` reads it.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

#include "sim/run.h"

namespace scree::app {

enum class RunState { running, finished, stopped, trouble, failed };  ///< failed: the machine did (a full disk, say)
NLOHMANN_JSON_SERIALIZE_ENUM(RunState, {{RunState::running, "running"},
                                        {RunState::finished, "finished"},
                                        {RunState::stopped, "stopped"},
                                        {RunState::trouble, "trouble"},
                                        {RunState::failed, "failed"}})

struct RunRecord {
  RunState state = RunState::running;
  std::string scene{};  ///< file name as given
  std::int64_t process = 0;
  std::int64_t steps = 0;  ///< of the whole run
  std::optional<sim::Trouble> trouble{};
  std::vector<sim::Trouble> warnings{};
  std::string failure{};     ///< a sentence, if the machine failed
  std::string stopped_by{};  ///< the signal, "SIGTERM", if one stopped the run
};

/// run.json is not a regular file, or too large to be one of ours.
struct UnreadableRecord : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A file that a run would replace or remove: of another run, or of somebody else. Nothing if there is none.
std::optional<std::filesystem::path> in_the_way(const std::filesystem::path& folder);
/// Has a run in the folder a file of this name, now or later, other than a contact problem? The file need not be there.
bool is_of_a_run(const std::filesystem::path& path, const std::filesystem::path& folder);
/// Make the folder if need be. Throws io::WriteError.
void make_folder(const std::filesystem::path& folder);
/// Take out the files of a former run. Throws io::WriteError.
void clear_folder(const std::filesystem::path& folder);

/// One process at a time may run in a folder. Throws std::runtime_error if another one does and is not waited for.
class FolderLock {
 public:
  enum class Busy { refuse, wait };
  explicit FolderLock(const std::filesystem::path& folder, Busy busy = Busy::refuse);
  ~FolderLock();
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;

 private:
  int file_ = -1;
};

/// The record of a run that failed is written even if the disk is full, over the former one. Throws io::WriteError.
void write_record(const std::filesystem::path& folder, const RunRecord& record);
/// Nothing if there is none or it is not readable. Throws UnreadableRecord.
std::optional<RunRecord> read_record(const std::filesystem::path& folder);

/// File of the contact problem of a step: problem_1200.h5.
std::string problem_name(std::int64_t step);

/// The command that goes on with a run.
std::string resume_command(const std::filesystem::path& folder);

}  // namespace scree::app
