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

/// Shares of the work, one a line, to the process that waits for this one.
Listener tell_to(int file) {
  if (file < 0) return {};
  std::signal(SIGPIPE, SIG_IGN);  // the listener may die first, and the run is to be saved all the same
  return [file](const sim::Progress& p) {
    const std::string line = fmt::format("{:.6f}\n", static_cast<double>(p.steps_done) / static_cast<double>(p.steps));
    if (::write(file, line.data(), line.size()) < 0) return;  // nobody listens any more
  };
}

std::string trouble_text(const sim::Trouble& t) { return fmt::format("{}: {}", t.when(), t.what); }

Outcome outcome_of_run(const Sweep& sweep, const FinishedRun& run) {
  if (run.outcome.end == sim::End::stopped) return {};
  if (run.outcome.trouble) return {PointState::trouble, trouble_text(*run.outcome.trouble), run.outcome.seconds};
  return {PointState::finished, "", run.outcome.seconds, lacking(sweep, flattened(run.summary))};
}

std::string first_of(const io::Problems& problems) {
  return in_words(problems[0]) +
         (problems.size() > 1 ? fmt::format(" (and {} more)", problems.size() - 1) : std::string());
}

Outcome start(const FolderLock& lock, const Sweep& sweep, const SweepArguments& arguments, const RunArguments& run) {
  const PointScene scene = PointReader(sweep).read(sweep.run(arguments.point).values, DataFiles::loaded);
  if (!scene.loaded) return {PointState::refused, first_of(scene.problems)};
  return outcome_of_run(sweep, start_run(lock, *scene.loaded, run, tell_to(arguments.progress_to)));
}

Outcome run_or_go_on(const FolderLock& lock, const Sweep& sweep, const SweepArguments& arguments,
                     const RunArguments& run) {
  const auto record = read_record(run.out);
  if (record && record->state == RunState::finished) {
    const Outcome finished = result_if_finished(sweep, arguments.point, {PointState::finished}).outcome;
    return finished.state == PointState::finished ? finished : start(lock, sweep, arguments, run);
  }
  if (record && record->state == RunState::trouble && record->trouble)
    return {PointState::trouble, trouble_text(*record->trouble)};
  if (!record) return start(lock, sweep, arguments, run);
  try {
    return outcome_of_run(sweep, go_on_with_run(lock, run, tell_to(arguments.progress_to)));
  } catch (const io::CheckpointError& error) {
    if (error.newer) throw;
    return start(lock, sweep, arguments, run);  // killed before its first checkpoint
  }
}

int exit_code(PointState state) {
  switch (state) {
    case PointState::waiting: return k_stopped;
    case PointState::finished: return k_ok;
    case PointState::trouble: return k_bad_physics;
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
    const auto* text = std::get_if<std::string>(&read);  // one that cannot be read is told by the reader of data files
    files[std::filesystem::proximate(file.path, scene_folder.empty() ? "." : scene_folder).string()] =
        text ? fmt::format("{:016x}", XXH3_64bits(text->data(), text->size())) : std::string();
  }
  return files;
}

struct PointReader::Inside {
  explicit Inside(const Sweep& s) : sweep(s), scene(s.scene) {
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

PointReader::PointReader(const Sweep& sweep) : inside_(std::make_unique<Inside>(sweep)) {}
PointReader::~PointReader() = default;

PointScene PointReader::read(const std::vector<std::string>& values, DataFiles data) const {
  std::vector<io::Edit> edits;
  for (std::size_t i = 0; i < values.size(); ++i) edits.push_back({inside_->spots[i], values[i]});
  const Sweep& sweep = inside_->sweep;
  const io::ReadOptions reading{.allowed = sweep.allowed, .unpacked_limit = sweep.unpacked_limit};
  io::ReadResult read = io::read_scene_texts(inside_->scene.edited(std::move(edits)), sweep.scene_folder, reading);
  if (!read.scene) return {.problems = std::move(read.problems)};
  if (data == DataFiles::loaded) {
    for (const auto& [name, checksum] : data_files_of(*read.scene, inside_->sweep.scene_folder))
      if (const auto planned = inside_->sweep.data_files.find(name);
          planned != inside_->sweep.data_files.end() && planned->second != checksum)
        throw std::runtime_error(
            fmt::format("{} has changed since the sweep was planned; put it back, or begin a new sweep", name));
    io::Problems problems = io::load_data_files(*read.scene, nullptr, sweep.unpacked_limit);
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
  // of a sweep that was killed a run may still be saving itself
  const FolderLock lock(run.out, FolderLock::Busy::wait);
  if (const Outcome done = outcome_of(sweep, arguments.point); is_final(done.state)) return exit_code(done.state);
  forget_outcome(run.out);
  Outcome outcome;
  try {
    outcome = run_or_go_on(lock, sweep, arguments, run);
  } catch (const sim::BuildError& error) {
    outcome = {PointState::refused, error.in_words()};
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
