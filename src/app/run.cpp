// `scree run`: a scene into a folder of results. Also used by the demo.
#include "app/run.h"

#include <cstdio>
#include <unistd.h>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "analysis/repose.h"
#include "app/commands.h"
#include "app/exit_codes.h"
#include "io/chart.h"
#include "io/lammps_data.h"
#include "io/load_data.h"
#include "io/picture.h"
#include "io/scene_reader.h"
#include "io/tables.h"
#include "sim/critical.h"

namespace scree::app {
namespace {

constexpr double k_log_interval = 10.0;   // seconds between lines in a log
constexpr std::int64_t k_picture_limit = 300000;  // bodies; beyond, a picture takes longer than people wait

std::string clock_text(double seconds) {
  const auto s = static_cast<long>(seconds + 0.5);
  return s >= 3600 ? fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60) : fmt::format("{}:{:02}", s / 60, s % 60);
}

/// One line that is rewritten on a terminal; plain lines elsewhere.
void print_progress(const sim::Progress& p, bool terminal) {
  fmt::print(stderr, "{}{:5.1f} %  step {} of {}  {} bodies  {:.3g} million particle-steps/s  {} left{}", terminal ? "\r" : "",
             100.0 * static_cast<double>(p.steps_done) / static_cast<double>(p.steps), p.steps_done, p.steps, p.bodies,
             1e-6 * p.steps_per_second * static_cast<double>(p.bodies), clock_text(p.seconds_left),
             !terminal ? "\n" : p.steps_done == p.steps ? "  \n" : "  ");
  std::fflush(stderr);
}

/// The columns of the series that make a chart of energies.
struct EnergyHistory {
  std::vector<double> time, kinetic, stored, lost, residual;
  void add(const step::StepReport& r) {
    const step::Ledger& l = r.ledger;
    time.push_back(r.time);
    kinetic.push_back(l.kinetic_translation + l.kinetic_rotation);
    stored.push_back(l.stored.sum()), lost.push_back(l.lost.sum() + l.lever), residual.push_back(l.residual());
  }
};

void write_energy_chart(const std::filesystem::path& path, const sim::Scene& scene, const EnergyHistory& h) {
  const char* t = scene.units == sim::Units::si ? "time [s]" : "time [reduced]";
  const char* e = scene.units == sim::Units::si ? "energy [J]" : "energy [reduced]";
  io::write_chart(path, {.title = scene.title.empty() ? "Energy" : scene.title,
                         .x_label = t,
                         .y_label = e,
                         .series = {{.label = "kinetic", .x = h.time, .y = h.kinetic},
                                    {.label = "in springs", .x = h.time, .y = h.stored},
                                    {.label = "lost", .x = h.time, .y = h.lost},
                                    {.label = "ledger residual", .x = h.time, .y = h.residual, .mark = io::Mark::dashes}}});
}

void warn_of_step(const sim::Scene& scene) {
  const auto steps = sim::critical_steps(scene);
  if (!steps.empty() && is_set(scene.time.step) && scene.time.step > steps.front().step)
    fmt::print(stderr, "warning: time.step = {:.3g} s is longer than the critical step {:.3g} s of {} ({}); the run will not hold. Take step = \"auto\"\n",
               scene.time.step, steps.front().step, steps.front().stage, steps.front().between);
}

/// The box of a data file: the cell along periodic axes, the bodies' own bounds along open ones.
sim::Box bounds(std::span<const sim::BodyView> bodies, const sim::Scene& scene) {
  sim::Box box = scene.cell.bounds;
  double Vec3d::*const axes[] = {&Vec3d::x, &Vec3d::y, &Vec3d::z};
  for (std::size_t k = 0; k < 3; ++k) {
    if (scene.cell.periodic[k] || bodies.empty()) continue;
    const auto axis = axes[k];
    box.low.*axis = 1e300, box.high.*axis = -1e300;
    for (const auto& b : bodies) {
      box.low.*axis = std::min(box.low.*axis, b.position.*axis - b.radius);
      box.high.*axis = std::max(box.high.*axis, b.position.*axis + b.radius);
    }
  }
  return box;
}

}  // namespace

std::optional<sim::Scene> read_or_complain(const std::filesystem::path& path, const io::ReadOptions& options) {
  io::ReadResult read = io::read_scene(path, options);
  if (read.scene) {
    const io::Problems problems = io::load_data_files(*read.scene);
    if (problems.empty()) return std::move(*read.scene);
    fmt::print(stderr, "{}", problems.text());
    return std::nullopt;
  }
  fmt::print(stderr, "{}", read.problems.text());
  const std::size_t count = read.problems.size() + read.problems.left_out();
  fmt::print(stderr, "{} problem{} in {}\n", count, count == 1 ? "" : "s", path.string());
  return std::nullopt;
}

FinishedRun run_into(const sim::Scene& scene, const RunArguments& arguments) {
  std::filesystem::create_directories(arguments.out);
  sim::Simulation simulation(scene, {arguments.threads, arguments.isa});
  const sim::RunPlan plan = sim::plan_run(scene, simulation.step());
  io::TextFile series(arguments.out / "series.csv");
  series.line(io::series_header(scene.units));
  EnergyHistory history;

  sim::Observers observers;
  observers.row = [&](const sim::Simulation&, const step::StepReport& report) {
    series.line(io::series_row(report));
    history.add(report);
  };
  const bool terminal = isatty(STDERR_FILENO) != 0;
  observers.progress_interval = terminal ? 0.5 : k_log_interval;
  if (!arguments.quiet) observers.progress = [&](const sim::Progress& p) { print_progress(p, terminal); };

  FinishedRun finished;
  finished.outcome = sim::run(simulation, plan, observers);
  series.close();
  finished.bodies = simulation.bodies();
  finished.ledger = simulation.report().ledger;
  io::write_bodies_csv(arguments.out / "bodies.csv", finished.bodies, scene);
  if (arguments.data) io::write_lammps_data(arguments.out / "final.data", finished.bodies, bounds(finished.bodies, scene), static_cast<int>(scene.materials.size()));
  finished.summary = io::summary_json(scene, simulation, finished.outcome, arguments.threads);
  if (!finished.outcome.finite) finished.summary["trouble"] = finished.outcome.trouble;
  if (scene.repose.wanted) {
    finished.repose = analysis::measure_repose(finished.bodies, scene.repose.centre, scene.repose.radius,
                                               analysis::mean_free_diameter(finished.bodies));
    const analysis::Repose& r = *finished.repose;
    finished.summary["repose"] = {{"angle_deg", r.angle}, {"error_deg", r.error}, {"height", r.height}, {"bodies", r.bodies}, {"why", r.why}};
  }
  io::write_text(arguments.out / "summary.json", finished.summary.dump(2));
  write_energy_chart(arguments.out / "energy.png", scene, history);
  if (scene.output.picture && simulation.body_count() > 0 && simulation.body_count() <= k_picture_limit) {
    const io::Panel panel{.title = scene.title, .balls = io::balls_from(finished.bodies, io::Colouring::order)};
    io::write_picture(arguments.out / "final.png", std::span(&panel, 1));
  }
  return finished;
}

int run_command(const RunArguments& arguments) {
  const auto scene = read_or_complain(arguments.scene, arguments.reading);
  if (!scene) return k_bad_scene;
  if (!arguments.overwrite && std::filesystem::exists(arguments.out / "summary.json")) {
    fmt::print(stderr, "scree: {} holds another run; choose another folder or say --overwrite\n", arguments.out.string());
    return k_machine;
  }
  warn_of_step(*scene);
  const FinishedRun finished = run_into(*scene, arguments);
  if (!finished.outcome.finite) {
    fmt::print(stderr, "scree: {}\n", finished.outcome.trouble);
    return k_bad_physics;
  }
  const step::Ledger& l = finished.ledger;
  fmt::print("{}: {} steps of {} bodies in {:.1f} s, {:.3g} million particle-steps/s\n", arguments.out.string(),
             finished.summary["steps"].get<std::int64_t>(), finished.summary["bodies"].get<std::int64_t>(), finished.outcome.seconds,
             1e-6 * finished.outcome.particle_steps / finished.outcome.seconds);
  fmt::print("energy: kinetic {:.4g}, in springs {:.4g}, lost {:.4g} (normal {:.3g}, slide {:.3g}, roll {:.3g}, spin {:.3g}); "
             "ledger residual {:.2g} = {:.2g} of the turnover\n",
             l.kinetic_translation + l.kinetic_rotation, l.stored.sum(), l.lost.sum(), l.lost.normal, l.lost.slide, l.lost.roll, l.lost.spin,
             l.residual(), l.turnover > 0.0 ? l.residual() / l.turnover : 0.0);
  if (finished.repose) fmt::print("angle of repose: {:.1f} +- {:.1f} deg {}\n", finished.repose->angle, finished.repose->error, finished.repose->why);
  return k_ok;
}

}  // namespace scree::app
