// `scree doctor DIR`: reports how a run ended, why, and how to continue it.
#include <cerrno>
#include <csignal>
#include <string>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/run/run_folder.h"
#include "app/shell_text.h"
#include "io/checkpoint/checkpoint.h"
#include "io/frame/series_cut.h"

namespace scree::app {
namespace {

bool is_alive(std::int64_t process) {
  return process > 0 && (::kill(static_cast<pid_t>(process), 0) == 0 || errno == EPERM);
}

void report_state(const RunRecord& r, const std::filesystem::path& folder) {
  const std::int64_t seen = io::last_step_of_series(folder / "series.csv");
  switch (r.state) {
    case RunState::finished: fmt::print("the run of {} finished all of its {} steps\n", shown(r.scene), r.steps); break;
    case RunState::stopped:
      fmt::print("the run of {} was stopped by a signal{} and saved its state\n", shown(r.scene),
                 r.stopped_by.empty() ? "" : fmt::format(" ({})", r.stopped_by));
      break;
    case RunState::diagnostic: fmt::print("the run of {} was stopped by its guard\n", shown(r.scene)); break;
    case RunState::failed:
      fmt::print("the run of {} was ended by the machine: {}\n", shown(r.scene), shown(r.failure));
      break;
    case RunState::running:
      if (is_alive(r.process))
        fmt::print("the run of {} is running as process {}; the last row written is that of step {} of {}\n",
                   shown(r.scene), r.process, seen, r.steps);
      else
        fmt::print(
            "the run of {} ended without a recorded reason (killed, out of memory, or the machine failed); the last "
            "row "
            "written is that of step {} of {}\n",
            shown(r.scene), seen, r.steps);
  }
  if (r.diagnostic) fmt::print("{}\n", shown_lines(r.diagnostic->describe()));
  for (const sim::Diagnostic& warning : r.warnings) fmt::print("warning at {}\n", shown_lines(warning.describe()));
}

/// Prints how to continue, depending on the checkpoints in the folder.
int report_next_step(const RunRecord& r, const std::filesystem::path& folder) {
  if (r.state == RunState::finished) return k_ok;
  try {
    const io::Found found = io::newest_whole_checkpoint(folder);
    for (const std::string& remark : found.remarks) fmt::print("note: {}\n", shown(remark));
    fmt::print("the state of step {} (t = {:.6g}) is complete in {}\n", found.checkpoint.step, found.checkpoint.time,
               shown(found.path));
    // A data file can store only spheres.
    const bool spheres = found.checkpoint.state.find("bodies/form") == nullptr;
    if (r.state == RunState::diagnostic)
      fmt::print(
          "resuming from it would end in the same way: change the scene and start again, or {}:\n  scree convert {} "
          "{}\n",
          spheres ? "start from these bodies" : "look at these bodies", shell_word(found.path),
          spheres ? "start.data" : "last.vtp");
    else if (r.state != RunState::running || !is_alive(r.process))
      fmt::print("resume it with\n  {}\n", resume_command(folder));
    return k_ok;
  } catch (const io::CheckpointError& error) {
    fmt::print("there is no state to resume from: {}\n", shown_lines(error.what));
    return k_bad_checkpoint;
  }
}

}  // namespace

int doctor_command(const std::filesystem::path& folder) {
  const auto record = read_record(folder);
  if (!record) {
    fmt::print(stderr, "scree: {} contains no run: there is no readable run.json in it\n", shown(folder));
    return k_bad_scene;
  }
  report_state(*record, folder);
  return report_next_step(*record, folder);
}

}  // namespace scree::app
