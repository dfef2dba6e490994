#include "app/run/folder_run.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

#include "analysis/at_rest.h"
#include "app/clock_text.h"
#include "app/analyse/packing_report.h"
#include "app/analyse/packing_series.h"
#include "app/run/run_folder.h"
#include "app/run/run_refusals.h"
#include "app/shell_text.h"
#include "app/stop_signal.h"
#include "app/run/summary_names.h"
#include "io/checkpoint/checkpoint.h"
#include "io/frame/frame_box.h"
#include "io/frame/frame_check.h"
#include "io/frame/lammps_data.h"
#include "draw/picture.h"
#include "io/checkpoint/problem_file.h"
#include "io/frame/series_cut.h"
#include "io/text/sync.h"
#include "io/frame/vtp.h"
#include "sim/guard_diagnostics.h"
#include "sim/threads.h"
#include "scree/version.h"

namespace scree::app {
namespace {

constexpr double k_log_interval = 10.0;  // [s] between two lines in a log

/// One line that is rewritten on a terminal; plain lines elsewhere.
void print_progress(const sim::Progress& p, bool terminal) {
  fmt::print(stderr, "{}{:5.1f} %  step {} of {}  {} bodies  {:.3g} million particle-steps/s  {} left{}",
             terminal ? "\r" : "", 100.0 * static_cast<double>(p.steps_done) / static_cast<double>(p.steps),
             p.steps_done, p.steps, p.bodies, 1e-6 * p.steps_per_second * static_cast<double>(p.bodies),
             clock_text(p.seconds_left),
             !terminal                 ? "\n"
             : p.steps_done == p.steps ? "  \n"
                                       : "  ");
  std::fflush(stderr);
}

io::SeriesOptions columns_of(const sim::Scene& scene) {
  io::SeriesOptions options = io::series_options(scene);
  if (scene.packing.series) options.measured = packing_columns(scene.units);
  return options;
}

}  // namespace

FolderRun::FolderRun(sim::Simulation simulation, std::vector<io::SceneText> texts, const RunArguments& arguments,
                     std::vector<sim::Diagnostic> warned, Listener listener)
    : simulation_(std::move(simulation)),
      scene_(simulation_.scene()),
      texts_(std::move(texts)),
      arguments_(arguments),
      listener_(std::move(listener)),
      plan_(sim::plan_run(scene_, simulation_.step())),
      record_{.scene = texts_.empty() ? "" : io::escaped(texts_[0].name),
              .process = ::getpid(),
              .steps = plan_.steps,
              .warnings = std::move(warned)},
      columns_(columns_of(scene_)),
      history_(columns_) {
  std::erase_if(record_.warnings, [&](const sim::Diagnostic& t) { return t.step > simulation_.steps_done(); });
}

/// open_series and open_frames return one sentence for each output of the earlier part of the run that is missing.
std::vector<std::string> FolderRun::open_series() {
  const auto path = arguments_.out / "series.csv";
  if (simulation_.steps_done() == 0) {
    series_.emplace(path);
    series_->line(columns_.header());
    return {};
  }
  const io::DueSteps due{plan_.row_every, simulation_.steps_done(), plan_.steps};
  const io::Missing missing =
      io::cut_series(path, columns_, due, [this](std::span<const double> row) { history_.add(row); });
  series_.emplace(path, io::TextFile::Begin::append);
  return missing.count > 0 ? std::vector{io::describe("series.csv", missing, "rows")} : std::vector<std::string>{};
}

std::vector<std::string> FolderRun::open_frames() {
  if (!is_set(scene_.output.frames_every)) return {};
  const std::int64_t before = simulation_.steps_done();
  std::vector<std::string> missing;
  if (before > 0) missing = io::missing_frames(arguments_.out, scene_.output, {plan_.frame_every, before, plan_.steps});
  frames_.emplace(arguments_.out, scene_.output, before == 0 ? io::k_no_frames_yet : before);
  return missing;
}

/// The warning is written into the record before it is printed, so that it is not lost if the run ends abnormally.
void FolderRun::warn(const sim::Diagnostic& t) {
  const auto same = [&](const sim::Diagnostic& other) { return other.describe() == t.describe(); };
  if (std::none_of(record_.warnings.begin(), record_.warnings.end(), same)) record_.warnings.push_back(t);
  check_in_place();
  write_record(arguments_.out, record_);
  fmt::print(stderr, "\nwarning: {}\n", shown_lines(t.describe()));
}

/// Only a warning: the state is complete, stopping would not restore the rows, and frames are often moved on purpose.
void FolderRun::warn_of_missing(const std::vector<std::string>& sentences) {
  for (const std::string& sentence : sentences)
    warn({.kind = "outputs",
          .step = simulation_.steps_done(),
          .time = simulation_.time(),
          .what = sentence,
          .cause = "files of the run were moved, removed or damaged after its checkpoint was written; its state is not "
                   "affected",
          .remedy = "nothing, if they were moved on purpose; otherwise restore them before the next `scree run "
                    "--resume`, or start the run again",
          .time_unit = std::string(sim::unit_of(scene_, "s"))});
}

void FolderRun::check_in_place() const {
  constexpr std::string_view k_gone = "was removed or replaced while the run was writing to it; start the run again";
  if (!folder_place_->is_in_place())
    throw std::runtime_error(fmt::format("the folder {} {}", arguments_.out.string(), k_gone));
  if (!series_place_->is_in_place())
    throw std::runtime_error(fmt::format("{} {}", (arguments_.out / "series.csv").string(), k_gone));
}

/// Rows, frames and warnings up to the saved state are written to disk before the state itself: a resumed run can
/// truncate them but cannot recompute them.
void FolderRun::save(const sim::Snapshot& good) {
  check_in_place();
  series_->flush();
  if (frames_) frames_->flush();
  write_record(arguments_.out, record_);
  io::write_checkpoint(arguments_.out, {texts_, std::string(version()), good.step, good.time, good.state});
}

sim::Observers FolderRun::observers() {
  sim::Observers o;
  o.row = [this](const sim::Simulation& simulation, const step::StepReport& report) {
    series_->line(columns_.row(report, scene_.packing.series ? packing_values(simulation) : std::vector<double>()));
    history_.add(columns_.numbers(report));
  };
  if (frames_) o.frame = [this](const sim::Simulation& simulation) { frames_->add(simulation.frame()); };
  o.warning = [this](const sim::Diagnostic& t) { warn(t); };
  const bool terminal = isatty(STDERR_FILENO) != 0;
  o.progress_interval = terminal ? 0.5 : k_log_interval;
  if (listener_)
    o.progress = listener_, o.progress_interval = 0.5;
  else if (!arguments_.quiet)
    o.progress = [terminal](const sim::Progress& p) { print_progress(p, terminal); };
  if (!texts_.empty())
    o.checkpoint = [this](const sim::Snapshot& good) { save(good); };  // a run without scene text cannot be resumed
  o.checkpoint_interval =
      arguments_.checkpoint_every >= 0.0 ? arguments_.checkpoint_every : scene_.checkpoint.every_seconds;
  o.stop = [] { return StopSignal::requested(); };
  o.at_rest = [this](const sim::Simulation& s) { return analysis::rule_met(scene_, s.frame(), s.report().cell); };
  if (arguments_.save_problem > 0) {
    o.problem_step = arguments_.save_problem;
    o.problem = [this](const step::KeptProblem& kept) {
      io::write_problem(problem_path(arguments_), kept.problem, kept.guess, arguments_.save_problem, kept.time);
    };
  }
  return o;
}

FinishedRun FolderRun::execute() {
  folder_place_.emplace(arguments_.out);
  write_record(arguments_.out, record_);
  const auto rows_missing = open_series(), frames_missing = open_frames();
  series_place_.emplace(arguments_.out / "series.csv");
  warn_of_missing(rows_missing), warn_of_missing(frames_missing);
  const StopSignal stop_signal;
  const sim::RunOutcome outcome = sim::run(simulation_, plan_, observers());
  if (frames_) frames_->finish();
  series_->close();
  check_in_place();
  return finish(outcome);
}

FinishedRun FolderRun::finish(const sim::RunOutcome& outcome) {
  FinishedRun finished;
  finished.outcome = outcome, finished.units = scene_.units, finished.could_stop = scene_.stop.any();
  finished.ledger = simulation_.report().ledger, finished.solver = simulation_.report().solver,
  finished.sweeps = simulation_.report().sweeps;
  finished.summary =
      io::summary_json(scene_, simulation_, outcome, sim::useful_threads(simulation_, arguments_.threads));
  if (outcome.end == sim::End::finished) write_results(finished);
  if (outcome.end == sim::End::diagnostic) write_diagnostic();
  io::write_text(arguments_.out / "summary.json", finished.summary.dump(2));
  record_.state = outcome.end == sim::End::finished  ? RunState::finished
                  : outcome.end == sim::End::stopped ? RunState::stopped
                                                     : RunState::diagnostic;
  record_.diagnostic = outcome.diagnostic;
  if (outcome.end == sim::End::stopped) record_.stopped_by = StopSignal::name();
  io::sync_files_in(arguments_.out);  // so that the files named in the record survive a power failure
  write_record(arguments_.out, record_);
  return finished;
}

void FolderRun::write_results(FinishedRun& finished) {
  sim::Frame frame = simulation_.frame();
  io::write_bodies_csv(arguments_.out / "bodies.csv", frame.bodies, scene_);
  if (arguments_.data)
    io::write_lammps_data(arguments_.out / "final.data", frame.bodies, io::box_around(frame), frame.cell.tilt,
                          static_cast<int>(scene_.materials.size()));
  if (scene_.repose.wanted) {
    const sim::ReposeMeasure& where = scene_.repose;
    const double diameter = analysis::mean_free_diameter(frame.bodies);
    finished.repose = analysis::measure_repose(frame.bodies, where.centre, where.radius, diameter);
    finished.heap_rest = analysis::measure_heap_rest(frame.bodies, simulation_.streams(), where.centre, where.radius,
                                                     diameter, norm(scene_.gravity));
    const analysis::ConeAngles cone = analysis::measure_cone(frame.bodies, where.centre);
    finished.summary["repose"] = repose_json(*finished.repose, cone, finished.heap_rest);
    if (!finished.heap_rest.at_rest) warn_of_moving_heap(finished);
  }
  if (scene_.packing.wanted) {
    finished.packing = analysis::measure_packing(frame, {.settings = scene_.packing});
    finished.summary["packing"] = packing_json(*finished.packing);
    write_packing_files(arguments_.out, *finished.packing, scene_.units);
  }
  finished.bodies = std::move(frame.bodies);
  frame = {};  // frees the contacts, which need more memory than the world, before the picture is drawn
  write_energy_chart(arguments_.out / "energy.png", scene_, history_);
  if (scene_.output.picture && simulation_.body_count() > 0 && simulation_.body_count() <= k_picture_limit) {
    const draw::Panel panel{.title = scene_.title,
                            .solids = draw::solids_from(finished.bodies, draw::Colouring::order)};
    draw::write_picture(arguments_.out / "final.png", std::span(&panel, 1));
  }
}

/// The angle of a surface that still moves is not an angle of repose.
void FolderRun::warn_of_moving_heap(const FinishedRun& finished) {
  sim::Diagnostic t = sim::diagnostic_now(simulation_, "repose");
  t.what = fmt::format("[measure.repose] was measured although {}", finished.heap_rest.why);
  t.cause = "the run ended before the heap was at rest; falling and rolling bodies count as its surface";
  t.remedy = "use a later time.end, or fewer bodies in the streams; repose.at_rest in summary.json is false";
  warn(t);
}

/// Writes the state that the guard rejected, for inspection in ParaView; not if it is not finite.
void FolderRun::write_diagnostic() {
  if (!std::isfinite(simulation_.report().ledger.present())) return;
  const sim::Frame frame = simulation_.frame();
  io::write_bodies_vtp(arguments_.out / "trouble_bodies.vtp", frame);
  io::write_contacts_vtp(arguments_.out / "trouble_contacts.vtp", frame);
}

void FolderRun::fail(const std::string& why) {
  record_.state = RunState::failed, record_.failure = why;
  if (!folder_place_ || !folder_place_->is_in_place()) return;
  try {
    write_record(arguments_.out, record_);
  } catch (const std::exception&) {  // the reason is printed on the terminal anyway
  }
}

}  // namespace scree::app
