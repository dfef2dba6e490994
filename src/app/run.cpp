// `scree run`: a scene into a folder of results. Also used by the demo.
#include "app/run.h"

#include <cmath>
#include <cstdio>
#include <unistd.h>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "analysis/at_rest.h"
#include "app/clock_text.h"
#include "app/commands.h"
#include "app/energy_history.h"
#include "app/exit_codes.h"
#include "app/packing_report.h"
#include "app/packing_series.h"
#include "app/run_folder.h"
#include "app/run_refusals.h"
#include "app/shell_text.h"
#include "app/stop_signal.h"
#include "app/summary_names.h"
#include "io/checkpoint.h"
#include "io/checkpoint_frame.h"
#include "io/frame_box.h"
#include "io/frame_writer.h"
#include "io/lammps_data.h"
#include "io/load_data.h"
#include "io/picture.h"
#include "io/problem_file.h"
#include "io/scene_reader.h"
#include "io/tables.h"
#include "io/vtp.h"
#include "sim/critical.h"

namespace scree::app {
namespace {

constexpr double k_log_interval = 10.0;   // seconds between lines in a log

/// One line that is rewritten on a terminal; plain lines elsewhere.
void print_progress(const sim::Progress& p, bool terminal) {
  fmt::print(stderr, "{}{:5.1f} %  step {} of {}  {} bodies  {:.3g} million particle-steps/s  {} left{}", terminal ? "\r" : "",
             100.0 * static_cast<double>(p.steps_done) / static_cast<double>(p.steps), p.steps_done, p.steps, p.bodies,
             1e-6 * p.steps_per_second * static_cast<double>(p.bodies), clock_text(p.seconds_left),
             !terminal ? "\n" : p.steps_done == p.steps ? "  \n" : "  ");
  std::fflush(stderr);
}

void warn_of_step(const sim::Scene& scene) {
  const auto steps = sim::critical_steps(scene);
  const bool by_hand = is_set(scene.time.step), by_speed = is_set(scene.time.impact_speed);
  if (steps.empty() || !(by_hand || by_speed)) return;
  const double step = sim::chosen_step(scene);
  if (step > steps.front().step)
    fmt::print(stderr, "warning: {} = {:.3g} {unit} is longer than the critical step {:.3g} {unit} of {} ({}); {}. Take step = \"auto\"{}\n", by_hand ? "time.step" : "the step by time.impact_speed", step,
               steps.front().step, steps.front().stage, shown(steps.front().between),
               scene.stepper == sim::StepperKind::trapezoid ? "sweeps will not come to rest, and steps be halved" : "the run will not hold", by_hand ? "" : " without it", fmt::arg("unit", sim::unit_of(scene, "s")));
}

/// A box that leans, in a cell that does not know of it.
void warn_of_tilts(const sim::Scene& scene, const std::vector<io::LoadedFile>& files) {
  const state::Tilt& own = scene.cell.tilt;
  for (const io::LoadedFile& f : files)
    if (const state::Tilt& t = f.tilt; !f.file.cell_from_file && t.any() && !(t == own))
      fmt::print(stderr, "warning: {}: the box of this file leans by xy, xz, yz = ({:.6g}, {:.6g}, {:.6g}), which is not taken, since data_file.cell is not true: the cell is what [cell] says\n", shown(f.file.path), t.xy, t.xz, t.yz);
}

}  // namespace

std::optional<LoadedScene> read_or_complain(const std::filesystem::path& path, const io::ReadOptions& options) {
  io::ReadResult read = io::read_scene(path, options);
  if (read.scene) {
    std::vector<io::LoadedFile> files;
    const io::Problems problems = io::load_data_files(*read.scene, &files);
    if (problems.empty()) {
      warn_of_tilts(*read.scene, files);
      return LoadedScene{std::move(*read.scene), std::move(read.texts), std::move(files)};
    }
    fmt::print(stderr, "{}", shown_lines(problems.text()));
    return std::nullopt;
  }
  fmt::print(stderr, "{}", shown_lines(read.problems.text()));
  const std::size_t count = read.problems.size() + read.problems.left_out();
  fmt::print(stderr, "{} problem{} in {}\n", count, count == 1 ? "" : "s", shown(path));
  return std::nullopt;
}

namespace {

/// One run into its folder, from the start or from a checkpoint.
class FolderRun {
 public:
  /// `warned` are the warnings of the part of the run before.
  FolderRun(sim::Simulation simulation, std::vector<io::SceneText> texts, const RunArguments& arguments, std::vector<sim::Trouble> warned, Listener listener = {})
      : simulation_(std::move(simulation)),
        scene_(simulation_.scene()),
        texts_(std::move(texts)),
        arguments_(arguments),
        listener_(std::move(listener)),
        plan_(sim::plan_run(scene_, simulation_.step())),
        record_{.scene = texts_.empty() ? "" : io::escaped(texts_[0].name), .process = ::getpid(), .steps = plan_.steps, .warnings = std::move(warned)} {}

  FinishedRun go();
  void fail(const std::string& why);

 private:
  void open_series();
  sim::Observers observers();
  void save(const sim::Snapshot& good);
  FinishedRun finish(const sim::RunOutcome& outcome);
  void write_results(FinishedRun& finished);
  void write_trouble();

  sim::Simulation simulation_;
  const sim::Scene& scene_;
  std::vector<io::SceneText> texts_;
  const RunArguments& arguments_;
  Listener listener_;
  sim::RunPlan plan_;
  RunRecord record_;
  EnergyHistory history_;
  std::optional<io::TextFile> series_;
  std::optional<io::FrameWriter> frames_;
};

void FolderRun::open_series() {
  const auto path = arguments_.out / "series.csv";
  io::SeriesColumns columns = io::series_columns(scene_);
  if (scene_.packing.series) columns.measured = packing_columns(scene_.units);
  if (simulation_.steps_done() == 0) {
    series_.emplace(path);
    series_->line(io::series_header(columns));
    return;
  }
  for (const auto& row : io::cut_series(path, columns, simulation_.steps_done())) history_.add(row);
  series_.emplace(path, io::TextFile::Begin::at_the_end);
}

/// Rows and frames up to the state that is saved are on the disk before it: a resumed run cuts them back, but cannot make them anew.
void FolderRun::save(const sim::Snapshot& good) {
  series_->flush();
  if (frames_) frames_->flush();
  io::write_checkpoint(arguments_.out, {texts_, io::scree_version(), good.step, good.time, good.state});
}

sim::Observers FolderRun::observers() {
  sim::Observers o;
  o.row = [this](const sim::Simulation& simulation, const step::StepReport& report) {
    series_->line(io::series_row(report, scene_.packing.series ? packing_values(simulation) : std::vector<double>()));
    history_.add(report);
  };
  if (frames_) o.frame = [this](const sim::Simulation& simulation) { frames_->add(simulation.frame()); };
  o.warning = [](const sim::Trouble& t) { fmt::print(stderr, "\nwarning: {}\n", shown_lines(t.in_words())); };
  const bool terminal = isatty(STDERR_FILENO) != 0;
  o.progress_interval = terminal ? 0.5 : k_log_interval;
  if (listener_)
    o.progress = listener_, o.progress_interval = 0.5;
  else if (!arguments_.quiet)
    o.progress = [terminal](const sim::Progress& p) { print_progress(p, terminal); };
  if (!texts_.empty()) o.checkpoint = [this](const sim::Snapshot& good) { save(good); };  // a scene without text cannot be read again
  o.checkpoint_interval = arguments_.checkpoint_every >= 0.0 ? arguments_.checkpoint_every : scene_.checkpoint.every_seconds;
  o.stop = [] { return StopSignal::wished(); };
  o.at_rest = [this](const sim::Simulation& s) { return analysis::rule_met(scene_, s.frame(), s.report().cell); };
  if (arguments_.save_problem > 0) {
    o.problem_step = arguments_.save_problem;
    o.problem = [this](const step::KeptProblem& kept) {
      io::write_problem(problem_path(arguments_), kept.problem, kept.guess, arguments_.save_problem, kept.time);
    };
  }
  return o;
}

FinishedRun FolderRun::go() {
  write_record(arguments_.out, record_);
  open_series();
  const std::int64_t before = simulation_.steps_done();
  if (is_set(scene_.output.frames_every)) frames_.emplace(arguments_.out, scene_.output, before == 0 ? io::k_no_frames_yet : before);
  const StopSignal listening;
  const sim::RunOutcome outcome = sim::run(simulation_, plan_, observers());
  if (frames_) frames_->finish();
  series_->close();
  return finish(outcome);
}

FinishedRun FolderRun::finish(const sim::RunOutcome& outcome) {
  FinishedRun finished;
  finished.outcome = outcome, finished.units = scene_.units, finished.could_stop = scene_.stop.any();
  finished.ledger = simulation_.report().ledger, finished.solver = simulation_.report().solver, finished.sweeps = simulation_.report().sweeps;
  finished.summary = io::summary_json(scene_, simulation_, outcome, arguments_.threads);
  if (outcome.end == sim::End::finished) write_results(finished);
  if (outcome.end == sim::End::trouble) write_trouble();
  io::write_text(arguments_.out / "summary.json", finished.summary.dump(2));
  record_.state = outcome.end == sim::End::finished ? RunState::finished : outcome.end == sim::End::stopped ? RunState::stopped : RunState::trouble;
  record_.trouble = outcome.trouble;
  record_.warnings.insert(record_.warnings.end(), outcome.warnings.begin(), outcome.warnings.end());
  write_record(arguments_.out, record_);
  return finished;
}

void FolderRun::write_results(FinishedRun& finished) {
  sim::Frame frame = simulation_.frame();
  io::write_bodies_csv(arguments_.out / "bodies.csv", frame.bodies, scene_);
  if (arguments_.data) io::write_lammps_data(arguments_.out / "final.data", frame.bodies, io::box_around(frame), frame.cell.tilt, static_cast<int>(scene_.materials.size()));
  if (scene_.repose.wanted) {
    finished.repose = analysis::measure_repose(frame.bodies, scene_.repose.centre, scene_.repose.radius, analysis::mean_free_diameter(frame.bodies));
    finished.summary["repose"] = repose_json(*finished.repose);
  }
  if (scene_.packing.wanted) {
    finished.packing = analysis::measure_packing(frame, {.settings = scene_.packing});
    finished.summary["packing"] = packing_json(*finished.packing);
    write_packing_files(arguments_.out, *finished.packing, scene_.units);
  }
  finished.bodies = std::move(frame.bodies);
  frame = {};  // its contacts are larger than the world that they are of, and a picture wants room
  write_energy_chart(arguments_.out / "energy.png", scene_, history_);
  if (scene_.output.picture && simulation_.body_count() > 0 && simulation_.body_count() <= k_picture_limit) {
    const io::Panel panel{.title = scene_.title, .solids = io::solids_from(finished.bodies, io::Colouring::order)};
    io::write_picture(arguments_.out / "final.png", std::span(&panel, 1));
  }
}

/// The state that the guard did not like, for a look in ParaView; not if it is not finite.
void FolderRun::write_trouble() {
  if (!std::isfinite(simulation_.report().ledger.present())) return;
  const sim::Frame frame = simulation_.frame();
  io::write_bodies_vtp(arguments_.out / "trouble_bodies.vtp", frame);
  io::write_contacts_vtp(arguments_.out / "trouble_contacts.vtp", frame);
}

/// The machine has failed: say so in the folder, if it still takes a word.
void FolderRun::fail(const std::string& why) {
  record_.state = RunState::failed, record_.failure = why;
  try {
    write_record(arguments_.out, record_);
  } catch (const std::exception&) {  // the reason is on its way to the terminal anyway
  }
}

FinishedRun run_or_fail(FolderRun run) {
  try {
    return run.go();
  } catch (const sim::BuildError& error) {
    run.fail(error.in_words());
    throw;
  } catch (const std::exception& error) {
    run.fail(error.what());
    throw;
  }
}

int tell(const FinishedRun& finished, const RunArguments& arguments) {
  const step::Ledger& l = finished.ledger;
  switch (finished.outcome.end) {
    case sim::End::stopped:
      fmt::print(stderr, "\nstopped after step {}; go on with\n  {}\n", finished.summary["steps"].get<std::int64_t>(), resume_command(arguments.out));
      return k_stopped;
    case sim::End::trouble:
      fmt::print(stderr, "\nscree: {}\n", shown_lines(finished.outcome.trouble->in_words()));
      if (finished.outcome.saved_step >= 0)
        fmt::print(stderr, "  the last good state, of step {}, is in {}; `scree doctor {}` says this again\n", finished.outcome.saved_step,
                   shown(io::checkpoint_path(arguments.out)), shell_word(arguments.out));
      else
        fmt::print(stderr, "  the start itself is not good; no state was saved\n");
      return k_bad_physics;
    case sim::End::finished: break;
  }
  fmt::print("{}: {} steps of {} bodies in {:.1f} s, {:.3g} million particle-steps/s\n", shown(arguments.out),
             finished.summary["steps"].get<std::int64_t>(), finished.summary["bodies"].get<std::int64_t>(), finished.outcome.seconds,
             1e-6 * finished.outcome.particle_steps / finished.outcome.seconds);
  if (finished.outcome.ended_by != "time")
    fmt::print("at rest, by the rule {} of [stop]\n", finished.outcome.ended_by);
  else if (finished.could_stop)
    fmt::print("ended by its time: no rule of [stop] was met\n");
  const bool si = finished.units == sim::Units::si;
  const char* joule = si ? " J" : "";
  fmt::print("energy: kinetic {:.4g}{e}, in springs {:.4g}{e}, lost {:.4g}{e} (normal {:.3g}, slide {:.3g}, roll {:.3g}, spin {:.3g}); "
             "ledger residual {:.2g}{e} = {:.2g} of the turnover\n",
             l.kinetic_translation + l.kinetic_rotation, l.stored.sum(), l.lost.sum(), l.lost.normal, l.lost.slide, l.lost.roll, l.lost.spin,
             l.residual(), l.turnover > 0.0 ? l.residual() / l.turnover : 0.0, fmt::arg("e", joule));
  if (l.near_field != 0.0 || l.drag != 0.0) fmt::print("beyond contact: near field {:.4g}{e}, taken by drag {:.4g}{e}\n", l.near_field, l.drag, fmt::arg("e", joule));
  if (finished.solver)
    fmt::print("solver: {:.1f} iterations a step; {}\n", finished.solver->mean_iterations(),
               finished.solver->unreached == 0 ? std::string("every step reached the tolerance")
                                               : fmt::format("{} of {} steps did not reach the tolerance (rms residual up to {:.2g}{})", finished.solver->unreached,
                                                             finished.solver->steps, finished.solver->unreached_residual, si ? " m/s" : ""));
  if (finished.sweeps) 
    fmt::print("sweeps: {:.2f} a step; {} times a step was made as two halves, {} times one was accepted that did not come to rest\n", finished.sweeps->mean(), finished.sweeps->halvings,
               finished.sweeps->accepted);
  if (arguments.save_problem > 0) fmt::print("the contact problem of step {} is in {}\n", arguments.save_problem, shown(problem_path(arguments)));
  if (finished.repose) fmt::print("angle of repose: {:.1f} +- {:.1f} deg {}\n", finished.repose->angle, finished.repose->error, finished.repose->why);
  if (finished.packing)
    fmt::print("packing: volume fraction {:.4f}, coordination {:.3f} without rattlers ({:.1f} %), pressure {:.4g}{}\n{}", finished.packing->volume_fraction,
               finished.packing->backbone.coordination, 100.0 * finished.packing->backbone.rattler_share(), finished.packing->pressure(), pressure_unit(*finished.packing, finished.units), missing_packing_files(*finished.packing));
  return k_ok;
}

int resume(RunArguments arguments) {
  arguments.out = arguments.resume;
  if (!std::filesystem::is_directory(arguments.out)) throw io::CheckpointError{fmt::format("there is no folder {}", shown(arguments.out))};
  const FolderLock alone(arguments.out);
  const auto record = read_record(arguments.out);
  if (record && record->state == RunState::finished) {
    fmt::print(stderr, "the run in {} is finished: there is nothing to go on with\n", shown(arguments.out));
    return k_ok;
  }
  const io::Found found = io::newest_whole_checkpoint(arguments.out);
  for (const std::string& remark : found.remarks) fmt::print(stderr, "note: {}\n", shown(remark));
  sim::Simulation simulation = io::simulation_of(found.checkpoint, {arguments.threads, arguments.isa});
  if (refuse_data(arguments, simulation.scene()) || refuse_problem(arguments, simulation.scene(), simulation.steps_done())) return k_usage;
  fmt::print(stderr, "going on from step {} (t = {:.6g} {})\n", simulation.steps_done(), simulation.time(), sim::unit_of(simulation.scene(), "s"));
  return tell(run_or_fail(FolderRun(std::move(simulation), found.checkpoint.scene, arguments, record ? record->warnings : std::vector<sim::Trouble>{})), arguments);
}

}  // namespace

FinishedRun run_into(const LoadedScene& loaded, const RunArguments& arguments) {
  sim::Simulation simulation(loaded.scene, {arguments.threads, arguments.isa});  // before anything is removed: it may not be possible
  make_folder(arguments.out);
  const FolderLock alone(arguments.out);
  clear_folder(arguments.out);
  return run_or_fail(FolderRun(std::move(simulation), loaded.texts, arguments, {}));
}

FinishedRun start_run(const FolderLock&, const LoadedScene& loaded, const RunArguments& arguments, Listener listener) {
  sim::Simulation simulation(loaded.scene, {arguments.threads, arguments.isa});
  clear_folder(arguments.out);
  return run_or_fail(FolderRun(std::move(simulation), loaded.texts, arguments, {}, std::move(listener)));
}

FinishedRun go_on_with_run(const FolderLock&, const RunArguments& arguments, Listener listener) {
  const auto record = read_record(arguments.out);
  const io::Found found = io::newest_whole_checkpoint(arguments.out);
  return run_or_fail(FolderRun(io::simulation_of(found.checkpoint, {arguments.threads, arguments.isa}), found.checkpoint.scene, arguments,
                               record ? record->warnings : std::vector<sim::Trouble>{}, std::move(listener)));
}

int run_command(const RunArguments& arguments) {
  const StopSignal listening;  // also while a large world is made or read
  if (!arguments.resume.empty()) return resume(arguments);
  const auto loaded = read_or_complain(arguments.scene, arguments.reading);
  if (!loaded) return k_bad_scene;
  if (refuse_data(arguments, loaded->scene) || refuse_problem(arguments, loaded->scene, 0)) return k_usage;
  if (const auto file = in_the_way(arguments.out); file && !arguments.overwrite) {
    fmt::print(stderr, "scree: {} holds another run, or files of the same names ({}); choose another folder, go on with the run ({}), or say --overwrite\n",
               shown(arguments.out), shown(file->filename()), resume_command(arguments.out));
    return k_machine;
  }
  warn_of_step(loaded->scene);
  return tell(run_into(*loaded, arguments), arguments);
}

}  // namespace scree::app
