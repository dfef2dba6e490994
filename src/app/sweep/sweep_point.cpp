#include "app/sweep/sweep_point.h"

#include <csignal>
#include <new>
#include <stdexcept>

#include <fmt/format.h>
#include <unistd.h>
#include <xxhash.h>

#include "app/exit_codes.h"
#include "app/run/run.h"
#include "app/shell_text.h"
#include "app/run/summary_names.h"
#include "io/checkpoint/checkpoint.h"
#include "io/frame/load_data.h"
#include "io/text/read_file.h"
#include "io/scene/scene_edit.h"
#include "io/scene/scene_reader.h"

namespace scree::app {
namespace {

/// Reports the completed fraction to the parent process, one number per line.
Listener report_to(int file) {
  if (file < 0) return {};
  std::signal(SIGPIPE, SIG_IGN);  // the parent process may end first; the run must still be saved
  return [file](const sim::Progress& p) {
    const std::string line = fmt::format("{:.6f}\n", static_cast<double>(p.steps_done) / static_cast<double>(p.steps));
    if (::write(file, line.data(), line.size()) < 0) return;  // the parent process has ended
  };
}

std::string diagnostic_text(const sim::Diagnostic& t) { return fmt::format("{}: {}", t.when(), t.what); }

Outcome outcome_of_run(const Sweep& sweep, const FinishedRun& run) {
  if (run.outcome.end == sim::End::stopped) return {};
  if (run.outcome.diagnostic)
    return {PointState::diagnostic, diagnostic_text(*run.outcome.diagnostic), run.outcome.seconds};
  return {PointState::finished, "", run.outcome.seconds, lacking(sweep, flattened(run.summary))};
}

std::string first_of(const io::InputErrors& problems) {
  return describe(problems[0]) +
         (problems.size() > 1 ? fmt::format(" (and {} more)", problems.size() - 1) : std::string());
}

Outcome start(const FolderLock& lock, const Sweep& sweep, const SweepArguments& arguments, const RunArguments& run) {
  const PointScene scene = PointReader(sweep).read(sweep.run(arguments.point).values, DataFiles::loaded);
  if (!scene.loaded) return {PointState::refused, first_of(scene.problems)};
  return outcome_of_run(sweep, start_run(lock, *scene.loaded, run, report_to(arguments.progress_to)));
}

Outcome start_or_resume(const FolderLock& lock, const Sweep& sweep, const SweepArguments& arguments,
                        const RunArguments& run) {
  const auto record = read_record(run.out);
  if (record && record->state == RunState::finished) {
    const Outcome finished = result_if_finished(sweep, arguments.point, {PointState::finished}).outcome;
    return finished.state == PointState::finished ? finished : start(lock, sweep, arguments, run);
  }
  if (record && record->state == RunState::diagnostic && record->diagnostic)
    return {PointState::diagnostic, diagnostic_text(*record->diagnostic)};
  if (!record) return start(lock, sweep, arguments, run);
  try {
    return outcome_of_run(sweep, resume_run(lock, run, report_to(arguments.progress_to)));
  } catch (const io::CheckpointError& error) {
    if (error.newer) throw;
    return start(lock, sweep, arguments, run);  // the run was killed before its first checkpoint
  }
}

int exit_code(PointState state) {
  switch (state) {
    case PointState::waiting: return k_stopped;
    case PointState::finished: return k_ok;
    case PointState::diagnostic: return k_bad_physics;
    case PointState::refused: return k_bad_scene;
    case PointState::failed:
    case PointState::crashed: return k_machine;
  }
  return k_machine;
}

}  // namespace

std::map<std::string, std::string> data_files_of(const sim::Scene& scene, const std::filesystem::path& scene_folder) {
  std::map<std::string, std::string> files;
  for (const sim::DataFile& file : scene.files) {
    const auto read = io::read_regular_file(file.path, io::k_largest_data_file);
    // if a file cannot be read, the reader of data files reports it
    const auto* text = std::get_if<std::string>(&read);
    files[std::filesystem::proximate(file.path, scene_folder.empty() ? "." : scene_folder).string()] =
        text ? fmt::format("{:016x}", XXH3_64bits(text->data(), text->size())) : std::string();
  }
  return files;
}

struct PointReader::Impl {
  explicit Impl(const Sweep& s) : sweep(s), scene(s.scene) {
    for (const std::string& key : s.keys) {
      const auto spot = scene.find(key);
      if (const auto* refused = std::get_if<io::Refused>(&spot))
        throw io::CheckpointError{fmt::format("the plan of the sweep is damaged: {} {}", key, refused->why)};
      spots.push_back(std::get<io::Spot>(spot));
    }
  }
  const Sweep& sweep;
  io::EditableScene scene;
  std::vector<io::Spot> spots;
};

PointReader::PointReader(const Sweep& sweep) : impl_(std::make_unique<Impl>(sweep)) {}
PointReader::~PointReader() = default;

PointScene PointReader::read(const std::vector<std::string>& values, DataFiles data) const {
  std::vector<io::Edit> edits;
  for (std::size_t i = 0; i < values.size(); ++i) edits.push_back({impl_->spots[i], values[i]});
  const Sweep& sweep = impl_->sweep;
  const io::ReadOptions reading{.allowed = sweep.allowed, .unpacked_limit = sweep.unpacked_limit};
  io::ReadResult read = io::read_scene_texts(impl_->scene.edited(std::move(edits)), sweep.scene_folder, reading);
  if (!read.scene) return {.problems = std::move(read.problems)};
  if (data == DataFiles::loaded) {
    for (const auto& [name, checksum] : data_files_of(*read.scene, impl_->sweep.scene_folder))
      if (const auto planned = impl_->sweep.data_files.find(name);
          planned != impl_->sweep.data_files.end() && planned->second != checksum)
        throw std::runtime_error(
            fmt::format("{} has changed since the sweep was planned; restore it, or start a new sweep", name));
    io::InputErrors problems = io::load_data_files(*read.scene, nullptr, sweep.unpacked_limit);
    if (!problems.empty()) return {.problems = std::move(problems)};
  }
  return {.loaded = LoadedScene{std::move(*read.scene), std::move(read.texts)}};
}

int run_point(const Sweep& sweep, const SweepArguments& arguments) {
  const RunArguments run{.scene = {},
                         .out = sweep.run_folder(arguments.point),
                         .threads = arguments.threads,
                         .isa = arguments.isa,
                         .checkpoint_every = arguments.checkpoint_every,
                         .quiet = true};
  make_folder(run.out);
  // a run of a killed sweep may still be saving its state
  const FolderLock lock(run.out, FolderLock::Busy::wait);
  if (const Outcome done = outcome_of(sweep, arguments.point); is_final(done.state)) return exit_code(done.state);
  remove_outcome(run.out);
  Outcome outcome;
  try {
    outcome = start_or_resume(lock, sweep, arguments, run);
  } catch (const sim::BuildError& error) {
    outcome = {PointState::refused, error.describe()};
  } catch (const io::CheckpointError& error) {
    outcome = {PointState::failed, error.what};
  } catch (const std::bad_alloc&) {
    outcome = {PointState::failed, "not enough memory"};
  } catch (const std::exception& error) {
    outcome = {PointState::failed, error.what()};
  }
  if (outcome.state != PointState::waiting) write_outcome(run.out, outcome);
  if (!outcome.reason.empty()) fmt::print(stderr, "scree: {}\n", shown_lines(outcome.reason));
  return exit_code(outcome.state);
}

}  // namespace scree::app
