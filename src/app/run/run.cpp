// `scree run`: runs a scene and writes the results into a folder. Also used by `scree demo`.
#include "app/run/run.h"

#include <cmath>
#include <cstdio>
#include <new>
#include <system_error>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/early_exit.h"
#include "app/exit_codes.h"
#include "app/run/folder_run.h"
#include "app/analyse/packing_report.h"
#include "app/run/run_folder.h"
#include "app/run/run_refusals.h"
#include "app/run/run_warnings.h"
#include "app/shell_text.h"
#include "app/stop_signal.h"
#include "io/checkpoint/checkpoint.h"
#include "io/checkpoint/checkpoint_frame.h"
#include "io/frame/load_data.h"
#include "io/scene/scene_reader.h"

namespace scree::app {

std::optional<LoadedScene> read_or_complain(const std::filesystem::path& path, const io::ReadOptions& options) {
  io::ReadResult read = io::read_scene(path, options);
  if (read.scene) {
    std::vector<io::LoadedFile> files;
    const io::InputErrors problems = io::load_data_files(*read.scene, &files, options.unpacked_limit);
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

/// The angle with its standard error, or "not measured"; then reasons why it may not be meaningful.
std::string repose_text(const analysis::Repose& repose, const analysis::HeapRest& rest) {
  std::string text =
      std::isfinite(repose.angle) ? fmt::format("{:.1f} +- {:.1f} deg", repose.angle, repose.error) : "not measured";
  for (const std::string& why : {repose.why, rest.why})
    if (!why.empty()) text += "; " + why;
  return text;
}

FinishedRun run_or_fail(FolderRun& run) {
  const OnEarlyExit in_the_folder([&](const std::string& why) { run.fail(why); });
  try {
    return run.execute();
  } catch (const sim::BuildError& error) {
    run.fail(error.describe());
    throw;
  } catch (const std::bad_alloc&) {
    run.fail("not enough memory; `scree check` estimates what a scene needs");
    throw;
  } catch (const std::exception& error) {
    run.fail(error.what());
    throw;
  }
}

int report(const FinishedRun& finished, const RunArguments& arguments) {
  const step::Ledger& l = finished.ledger;
  switch (finished.outcome.end) {
    case sim::End::stopped:
      fmt::print(stderr, "\nstopped after step {}; resume with\n  {}\n", finished.summary["steps"].get<std::int64_t>(),
                 resume_command(arguments.out));
      return k_stopped;
    case sim::End::diagnostic:
      fmt::print(stderr, "\nscree: {}\n", shown_lines(finished.outcome.diagnostic->describe()));
      if (finished.outcome.saved_step >= 0)
        fmt::print(stderr, "  the last good state, of step {}, is in {}; `scree doctor {}` prints this again\n",
                   finished.outcome.saved_step, shown(io::checkpoint_path(arguments.out)), shell_word(arguments.out));
      else
        fmt::print(stderr, "  the initial state is already invalid; no state was saved\n");
      return k_bad_physics;
    case sim::End::finished: break;
  }
  fmt::print("{}: {} steps of {} bodies in {:.1f} s, {:.3g} million particle-steps/s\n", shown(arguments.out),
             finished.summary["steps"].get<std::int64_t>(), finished.summary["bodies"].get<std::int64_t>(),
             finished.outcome.seconds, 1e-6 * finished.outcome.particle_steps / finished.outcome.seconds);
  if (finished.outcome.ended_by != "time")
    fmt::print("at rest, by the rule {} of [stop]\n", finished.outcome.ended_by);
  else if (finished.could_stop)
    fmt::print("ended at time.end: no rule of [stop] was met\n");
  const bool si = finished.units == sim::Units::si;
  const char* joule = si ? " J" : "";
  fmt::print(
      "energy: kinetic {:.4g}{e}, in springs {:.4g}{e}, dissipated {:.4g}{e} (normal {:.3g}, slide {:.3g}, roll "
      "{:.3g}, spin "
      "{:.3g}); "
      "ledger residual {:.2g}{e} = {:.2g} of the turnover\n",
      l.kinetic_translation + l.kinetic_rotation, l.stored.sum(), l.dissipated.sum(), l.dissipated.normal,
      l.dissipated.slide, l.dissipated.roll, l.dissipated.spin, l.residual(),
      l.turnover > 0.0 ? l.residual() / l.turnover : 0.0, fmt::arg("e", joule));
  if (l.near_field != 0.0 || l.drag != 0.0)
    fmt::print("non-contact forces: near field {:.4g}{e}, dissipated by drag {:.4g}{e}\n", l.near_field, l.drag,
               fmt::arg("e", joule));
  if (finished.solver)
    fmt::print("solver: {:.1f} iterations a step; {}\n", finished.solver->mean_iterations(),
               finished.solver->unreached == 0
                   ? std::string("every step reached the tolerance")
                   : fmt::format("{} of {} steps did not reach the tolerance (rms residual up to {:.2g}{})",
                                 finished.solver->unreached, finished.solver->steps,
                                 finished.solver->unreached_residual, si ? " m/s" : ""));
  if (finished.sweeps)
    fmt::print(
        "sweeps: {:.2f} a step; {} times a step was divided into two halves, {} times a step was accepted that did not "
        "converge\n",
        finished.sweeps->mean(), finished.sweeps->halvings, finished.sweeps->accepted);
  if (arguments.save_problem > 0)
    fmt::print("the contact problem of step {} is in {}\n", arguments.save_problem, shown(problem_path(arguments)));
  if (finished.repose) fmt::print("angle of repose: {}\n", repose_text(*finished.repose, finished.heap_rest));
  if (finished.packing)
    fmt::print(
        "packing: volume fraction {:.4f}, coordination {:.3f} without rattlers ({:.1f} %), pressure {:.4g}{}\n{}",
        finished.packing->volume_fraction, finished.packing->backbone.coordination,
        100.0 * finished.packing->backbone.rattler_fraction(), finished.packing->pressure(),
        pressure_unit(*finished.packing, finished.units), missing_packing_files(*finished.packing));
  return k_ok;
}

/// The results are in the folder of the run, so the run is successful even if the report cannot be printed.
int report_if_possible(const FinishedRun& finished, const RunArguments& arguments) {
  try {
    const int code = report(finished, arguments);
    std::fflush(stdout);  // while SIGPIPE is handled
    return code;
  } catch (const std::system_error&) {  // thrown by standard output; only a finished run writes to it
    return k_ok;
  }
}

int resume(RunArguments arguments) {
  arguments.out = arguments.resume;
  if (!std::filesystem::is_directory(arguments.out))
    throw io::CheckpointError{fmt::format("there is no folder {}", shown(arguments.out))};
  const FolderLock alone(arguments.out);
  const auto record = read_record(arguments.out);
  if (record && record->state == RunState::finished) {
    fmt::print(stderr, "the run in {} is finished: there is nothing to resume\n", shown(arguments.out));
    return k_ok;
  }
  const io::Found found = io::newest_whole_checkpoint(arguments.out);
  for (const std::string& remark : found.remarks) fmt::print(stderr, "note: {}\n", shown(remark));
  sim::Simulation simulation = io::simulation_of(found.checkpoint, {arguments.threads, arguments.isa});
  if (refuse_data(arguments, simulation.scene()) ||
      refuse_problem(arguments, simulation.scene(), simulation.steps_done()))
    return k_usage;
  warn_of_threads(simulation, arguments.threads);
  fmt::print(stderr, "resuming from step {} (t = {:.6g} {})\n", simulation.steps_done(), simulation.time(),
             sim::unit_of(simulation.scene(), "s"));
  std::vector<sim::Diagnostic> warned = record ? record->warnings : std::vector<sim::Diagnostic>{};
  FolderRun run(std::move(simulation), found.checkpoint.scene, arguments, std::move(warned));
  return report_if_possible(run_or_fail(run), arguments);
}

}  // namespace

FinishedRun run_into(const LoadedScene& loaded, const RunArguments& arguments) {
  // before any file is removed, since building the simulation may fail
  sim::Simulation simulation(loaded.scene, {arguments.threads, arguments.isa});
  warn_of_threads(simulation, arguments.threads);
  make_folder(arguments.out);
  const FolderLock alone(arguments.out);
  clear_folder(arguments.out);
  FolderRun run(std::move(simulation), loaded.texts, arguments, {});
  return run_or_fail(run);
}

FinishedRun start_run(const FolderLock&, const LoadedScene& loaded, const RunArguments& arguments, Listener listener) {
  sim::Simulation simulation(loaded.scene, {arguments.threads, arguments.isa});
  clear_folder(arguments.out);
  FolderRun run(std::move(simulation), loaded.texts, arguments, {}, std::move(listener));
  return run_or_fail(run);
}

FinishedRun resume_run(const FolderLock&, const RunArguments& arguments, Listener listener) {
  const auto record = read_record(arguments.out);
  const io::Found found = io::newest_whole_checkpoint(arguments.out);
  FolderRun run(io::simulation_of(found.checkpoint, {arguments.threads, arguments.isa}), found.checkpoint.scene,
                arguments, record ? record->warnings : std::vector<sim::Diagnostic>{}, std::move(listener));
  return run_or_fail(run);
}

int run_command(const RunArguments& arguments) {
  const StopSignal stop_signal;  // also while a large world is built or read
  if (!arguments.resume.empty()) return resume(arguments);
  const auto loaded = read_or_complain(arguments.scene, arguments.reading);
  if (!loaded) return k_bad_scene;
  if (refuse_data(arguments, loaded->scene) || refuse_problem(arguments, loaded->scene, 0)) return k_usage;
  if (const auto file = existing_output(arguments.out); file && !arguments.overwrite) {
    fmt::print(stderr,
               "scree: {} contains another run, or files of the same names ({}); choose another folder, resume the run "
               "({}), or use --overwrite\n",
               shown(arguments.out), shown(file->lexically_relative(arguments.out)), resume_command(arguments.out));
    return k_machine;
  }
  warn_of_step(loaded->scene);
  return report_if_possible(run_into(*loaded, arguments), arguments);
}

}  // namespace scree::app
