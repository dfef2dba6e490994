#include "sim/run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "contact/contacts.h"

namespace scree::sim {
namespace {

constexpr int k_default_rows = 200;
constexpr std::int64_t k_check_every = 256;  // maximum number of steps between two checks by the guard
// Steps between two checks of the rules of [stop]; a check costs about as much as ten steps.
constexpr std::int64_t k_rest_every = 1000;
// Interval at which a valid state is copied in memory, and the maximum fraction of the run time that the copies take.
constexpr double k_keep_interval = 5.0;  // wall seconds
constexpr double k_keep_fraction = 0.01;

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::int64_t steps_in(double interval, double step) { return std::max<std::int64_t>(1, std::llround(interval / step)); }

/// The state and the loop of one run.
class Loop {
 public:
  Loop(Simulation& simulation, const RunPlan& plan, const Observers& observers)
      : simulation_(simulation),
        plan_(plan),
        observers_(observers),
        guard_(simulation.scene()),
        checkpoint_guard_(simulation.scene()),
        first_(simulation.steps_done()) {
    const GuardSpec& guard = simulation.scene().guard;
    if (first_ > 0) outcome_.saved_step = first_;  // the run continues from a checkpoint of this step
    if (guard.overlap != Alarm::ignore) overlap_alarm_ = guard.overlap_limit;
    if (guard.speed != Alarm::ignore) passage_alarm_ = guard.overlap_limit;
    simulation_.set_overlap_alarm(overlap_alarm_, passage_alarm_);
    if (observers.problem) simulation_.want_problem(observers.problem_step);
  }

  RunOutcome run();

 private:
  std::int64_t done() const { return simulation_.steps_done(); }
  bool is_due(std::int64_t every) const { return every > 0 && (done() % every == 0 || done() == plan_.steps); }
  std::int64_t until(std::int64_t every) const { return every > 0 ? every - done() % every : plan_.steps; }
  void check();
  void warn(const Diagnostic& warning);
  void check_rest();
  bool is_good();
  void write_outputs();
  void advance(std::int64_t count);
  void report_problem();
  void keep();
  void save();
  void report_progress(bool last);

  Simulation& simulation_;
  RunPlan plan_;
  const Observers& observers_;
  Guard guard_;             ///< checks at fixed numbers of steps: decides how the run ends and which warnings it has
  Guard checkpoint_guard_;  ///< checks before checkpoints, at times that depend on the clock; its warnings are dropped
  static constexpr double k_none = std::numeric_limits<double>::infinity();
  double overlap_alarm_ = k_none, passage_alarm_ = k_none;
  const std::int64_t first_;
  RunOutcome outcome_;
  bool problem_reported_ = false;
  std::optional<Snapshot> good_;  ///< the last copied state, which passed the checks of the guard
  /// number of steps between two readings of the clock: adapted to about a tenth of the progress interval
  std::int64_t piece_ = 1;
  const Clock::time_point start_ = Clock::now();
  double keep_interval_ = k_keep_interval;
  double kept_at_ = 0.0, saved_at_ = 0.0, reported_at_ = 0.0;  ///< wall seconds since the start
};

void Loop::check() {
  const Guard::Findings findings = guard_.look(simulation_);
  for (const Diagnostic& warning : findings.warnings) {
    if (warning.kind == "overlap") overlap_alarm_ = k_none;  // reported once
    if (warning.kind == "passage") passage_alarm_ = k_none;
    simulation_.set_overlap_alarm(overlap_alarm_, passage_alarm_);
    warn(warning);
  }
  if (findings.stop) outcome_.diagnostic = findings.stop;
}

void Loop::warn(const Diagnostic& warning) {
  outcome_.warnings.push_back(warning);
  if (observers_.warning) observers_.warning(warning);
}

/// If a rule of [stop] is met, the present step becomes the last one, so that the outputs of the end are due now.
void Loop::check_rest() {
  if (!observers_.at_rest || plan_.rest_every == 0 || done() % plan_.rest_every != 0 || outcome_.diagnostic) return;
  const std::string rule = observers_.at_rest(simulation_);
  if (rule.empty()) return;
  outcome_.ended_by = rule, plan_.steps = done();
}

/// A check at a time that depends on the clock. It decides whether a state is saved, but not how the run ends: an
/// invalid state ends the run at the next check at a fixed number of steps. So a run that fails does so at the same
/// step, however often it was interrupted.
bool Loop::is_good() { return !checkpoint_guard_.look(simulation_).stop; }

/// Writes the outputs that are due at this step.
void Loop::write_outputs() {
  if (observers_.row && is_due(plan_.row_every)) observers_.row(simulation_, simulation_.report());
  if (observers_.frame && is_due(plan_.frame_every)) observers_.frame(simulation_);
}

void Loop::advance(std::int64_t count) {
  const auto before = Clock::now();
  const std::int64_t from = done();
  try {
    simulation_.advance(count);
  } catch (const contact::LostBody& lost) {
    outcome_.diagnostic = Guard::blown_up(simulation_, lost.id, lost.position, lost.velocity);
    return;
  } catch (const step::Unsolved& failed) {
    outcome_.diagnostic = Guard::unsolved(simulation_, failed);
    return;
  } catch (const step::BadCell& cell) {
    outcome_.diagnostic = Guard::bad_cell(simulation_, cell);
    return;
  }
  const double took = seconds_since(before);
  outcome_.particle_steps += static_cast<double>(done() - from) * static_cast<double>(simulation_.body_count());
  if (took < 0.1 * observers_.progress_interval && count == piece_) piece_ *= 2;
  if (took > 0.4 * observers_.progress_interval) piece_ = std::max<std::int64_t>(1, piece_ / 2);
}

void Loop::report_problem() {
  const step::KeptProblem* kept = simulation_.kept_problem();
  if (problem_reported_ || !observers_.problem || !kept) return;
  observers_.problem(*kept);
  problem_reported_ = true;
}

/// Copies the present valid state, so that it can be saved if a later state is not valid.
void Loop::keep() {
  const double before = seconds_since(start_);
  good_ = {done(), simulation_.time(), simulation_.save()};
  kept_at_ = seconds_since(start_);
  keep_interval_ = std::max(k_keep_interval, (kept_at_ - before) / k_keep_fraction);
}
void Loop::save() {
  if (!observers_.checkpoint || !good_ || good_->step == outcome_.saved_step) return;
  observers_.checkpoint(*good_);
  outcome_.saved_step = good_->step, saved_at_ = seconds_since(start_);
}

void Loop::report_progress(bool last) {
  const double now = seconds_since(start_);
  if (!observers_.progress || (now - reported_at_ < observers_.progress_interval && !last)) return;
  reported_at_ = now;
  const double rate = static_cast<double>(done() - first_) / now;
  observers_.progress(
      {done(), plan_.steps, simulation_.body_count(), now, rate, static_cast<double>(plan_.steps - done()) / rate});
}

RunOutcome Loop::run() {
  check();
  if (first_ == 0)
    write_outputs();
  else
    check_rest();  // the interrupted run may have stopped after the checkpoint of its last step
  if (!outcome_.diagnostic) keep(), save();
  while (done() < plan_.steps && !outcome_.diagnostic) {
    advance(std::min({piece_, plan_.steps - done(), until(plan_.row_every), until(plan_.frame_every),
                      until(plan_.rest_every), until(k_check_every)}));
    report_problem();
    if (outcome_.diagnostic) break;
    check_rest();
    const double now = seconds_since(start_);
    const bool stop = observers_.stop && observers_.stop(), last = done() == plan_.steps;
    const bool decides =
        is_due(k_check_every) || is_due(plan_.row_every) || last || simulation_.overlap_alarm().has_value();
    if (decides) check();
    write_outputs();
    if (outcome_.diagnostic) break;
    const bool save_is_due = stop || last || now - saved_at_ >= observers_.checkpoint_interval;
    const bool keep_is_due = save_is_due || now - kept_at_ >= keep_interval_;
    const bool keep_now = keep_is_due && (decides || is_good()), save_now = save_is_due && keep_now;
    if (keep_now) keep();
    if (save_now) save();
    report_progress(last);
    if (stop && !last && save_now) {
      outcome_.end = End::stopped;
      break;
    }
  }
  if (outcome_.diagnostic) {
    outcome_.end = End::diagnostic;
    save();
  }
  if (outcome_.end == End::finished) {
    for (const Diagnostic& warning : Guard::short_streams(simulation_, outcome_.ended_by)) warn(warning);
    if (outcome_.ended_by.empty()) outcome_.ended_by = "time";
  }
  outcome_.seconds = seconds_since(start_);
  return outcome_;
}

}  // namespace

RunPlan plan_run(const Scene& scene, double step) {
  RunPlan plan;
  plan.steps = std::max<std::int64_t>(1, static_cast<std::int64_t>(std::ceil(scene.time.end / step - 1e-9)));
  plan.row_every = is_set(scene.output.series_every) ? steps_in(scene.output.series_every, step)
                                                     : std::max<std::int64_t>(1, plan.steps / k_default_rows);
  if (is_set(scene.output.frames_every)) plan.frame_every = steps_in(scene.output.frames_every, step);
  if (scene.stop.any()) plan.rest_every = is_set(scene.stop.every) ? steps_in(scene.stop.every, step) : k_rest_every;
  return plan;
}

RunOutcome run(Simulation& simulation, const RunPlan& plan, const Observers& observers) {
  return Loop(simulation, plan, observers).run();
}

}  // namespace scree::sim
