#include "sim/run.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace scree::sim {
namespace {

constexpr int k_default_rows = 200;

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

}  // namespace

RunPlan plan_run(const Scene& scene, double step) {
  RunPlan plan;
  plan.steps = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(scene.time.end / step - 1e-9)));
  plan.row_every = is_set(scene.output.series_every)
                       ? std::max<std::int64_t>(1, static_cast<std::int64_t>(std::llround(scene.output.series_every / step)))
                       : std::max<std::int64_t>(1, plan.steps / k_default_rows);
  return plan;
}

RunOutcome run(Simulation& simulation, const RunPlan& plan, const Observers& observers) {
  RunOutcome outcome;
  const auto start = Clock::now();
  double last_progress = 0.0;
  // Between rows the steps are made in pieces of about a tenth of the progress interval, as measured.
  std::int64_t piece = 1, done = 0;
  const auto row = [&] {
    const step::StepReport& report = simulation.report();
    if (observers.row) observers.row(simulation, report);
    const double energy = report.ledger.present();
    if (!std::isfinite(energy)) {
      outcome.finite = false;
      outcome.trouble = fmt::format("step {} (t = {:.6g} s): the energy is {}; the step {:.3g} s is too long for the stiffness, or bodies "
                                    "started with a large overlap (`scree check` prints the critical steps)",
                                    report.step, report.time, energy, simulation.step());
    }
  };
  row();
  while (done < plan.steps && outcome.finite) {
    const std::int64_t to_row = std::min(plan.steps - done, plan.row_every - done % plan.row_every);
    const std::int64_t count = std::min(piece, to_row);
    const auto before = Clock::now();
    simulation.advance(count);
    const double took = seconds_since(before);
    done += count;
    outcome.particle_steps += static_cast<double>(count) * static_cast<double>(simulation.body_count());
    if (took < 0.1 * observers.progress_interval && count == piece) piece *= 2;
    if (took > 0.4 * observers.progress_interval) piece = std::max<std::int64_t>(1, piece / 2);
    if (done % plan.row_every == 0 || done == plan.steps) row();
    const double now = seconds_since(start);
    if (observers.progress && (now - last_progress >= observers.progress_interval || done == plan.steps)) {
      last_progress = now;
      const double rate = static_cast<double>(done) / now;
      observers.progress({done, plan.steps, simulation.body_count(), now, rate, static_cast<double>(plan.steps - done) / rate});
    }
  }
  outcome.seconds = seconds_since(start);
  return outcome;
}

}  // namespace scree::sim
