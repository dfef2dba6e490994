// The record of a run in its folder: run.json, written at the start, with every warning, at every checkpoint and at the
// end. `scree doctor` reads it.
#pragma once

#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>

#include <nlohmann/json.hpp>

#include "sim/run.h"

namespace scree::app {

/// failed: by the machine, such as a full disk
enum class RunState { running, finished, stopped, diagnostic, failed };
NLOHMANN_JSON_SERIALIZE_ENUM(RunState, {{RunState::running, "running"},
                                        {RunState::finished, "finished"},
                                        {RunState::stopped, "stopped"},
                                        {RunState::diagnostic, "trouble"},
                                        {RunState::failed, "failed"}})

struct RunRecord {
  RunState state = RunState::running;
  std::string scene{};  ///< file name as given
  std::int64_t process = 0;
  std::int64_t steps = 0;  ///< of the whole run
  std::optional<sim::Diagnostic> diagnostic{};
  std::vector<sim::Diagnostic> warnings{};
  std::string failure{};     ///< a sentence, if the machine failed
  std::string stopped_by{};  ///< the signal, "SIGTERM", if one stopped the run
};

/// run.json is not a regular file, or it is too large to be a record.
struct UnreadableRecord : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// An existing file that a run would replace or remove. Empty if there is none.
std::optional<std::filesystem::path> existing_output(const std::filesystem::path& folder);
/// Whether the path is that of an output file of a run in this folder, other than a contact problem. The file need not
/// exist.
bool is_run_output(const std::filesystem::path& path, const std::filesystem::path& folder);
/// Creates the folder if it does not exist. Throws io::WriteError.
void make_folder(const std::filesystem::path& folder);
/// Removes the files of an earlier run. Throws io::WriteError.
void clear_folder(const std::filesystem::path& folder);

/// Exclusive lock of a folder: only one process at a time may run in it. With Busy::refuse, throws std::runtime_error
/// if another process has the lock.
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

/// Writes the record. The record of a failed run is written even if the disk is full, by overwriting the old record in
/// place. Throws io::WriteError.
void write_record(const std::filesystem::path& folder, const RunRecord& record);
/// Empty if there is no record or it cannot be parsed. Throws UnreadableRecord.
std::optional<RunRecord> read_record(const std::filesystem::path& folder);

/// File name of the contact problem of a step: problem_1200.h5.
std::string problem_name(std::int64_t step);

/// The command that resumes a run.
std::string resume_command(const std::filesystem::path& folder);

}  // namespace scree::app
