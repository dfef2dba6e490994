#include "sim/run.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

#include "contact/contacts.h"

namespace scree::sim {
namespace {

constexpr int k_default_rows = 200;
constexpr std::int64_t k_look_every = 256;  // steps between two looks of the guard, at most
// steps between two looks for rest: a look costs about as much as ten steps
constexpr std::int64_t k_rest_every = 1000;
// A good state is kept in memory so often, but never for more than a share of the run time.
constexpr double k_keep_interval = 5.0;  // wall seconds
constexpr double k_keep_share = 0.01;

using Clock = std::chrono::steady_clock;
double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

std::int64_t steps_in(double interval, double step) { return std::max<std::int64_t>(1, std::llround(interval / step)); }

/// The run while it is under way.
class Loop {
 public:
  Loop(Simulation& simulation, const RunPlan& plan, const Observers& observers)
      : simulation_(simulation),
        plan_(plan),
        observers_(observers),
        guard_(simulation.scene()),
        unheard_(simulation.scene()),
        first_(simulation.steps_done()) {
    const GuardSpec& guard = simulation.scene().guard;
    if (first_ > 0) outcome_.saved_step = first_;  // the checkpoint that it comes from
    if (guard.overlap != Alarm::ignore) overlap_alarm_ = guard.overlap_limit;
    if (guard.speed != Alarm::ignore) passage_alarm_ = guard.overlap_limit;
    simulation_.set_overlap_alarm(overlap_alarm_, passage_alarm_);
    if (observers.problem) simulation_.want_problem(observers.problem_step);
  }

  RunOutcome go();

 private:
  std::int64_t done() const { return simulation_.steps_done(); }
  bool is_due(std::int64_t every) const { return every > 0 && (done() % every == 0 || done() == plan_.steps); }
  std::int64_t until(std::int64_t every) const { return every > 0 ? every - done() % every : plan_.steps; }
  void look();
  void warn(const Trouble& warning);
  void ask_for_rest();
  bool is_good();
  void show();
  void advance(std::int64_t count);
  void hand_over_problem();
  void keep();
  void save();
  void tell_progress(bool last);

  Simulation& simulation_;
  RunPlan plan_;
  const Observers& observers_;
  Guard guard_, unheard_;  ///< of the second only the verdict counts; its warnings come at moments that the clock chose
  static constexpr double k_none = std::numeric_limits<double>::infinity();
  double overlap_alarm_ = k_none, passage_alarm_ = k_none;
  const std::int64_t first_;
  RunOutcome outcome_;
  bool problem_told_ = false;
  std::optional<Snapshot> good_;  ///< the last state that passed the guard and was kept
  /// steps between two looks at the clock: about a tenth of the progress interval, as measured
  std::int64_t piece_ = 1;
  const Clock::time_point start_ = Clock::now();
  double keep_interval_ = k_keep_interval;
  double kept_at_ = 0.0, saved_at_ = 0.0, told_at_ = 0.0;  ///< wall seconds since the start
};

void Loop::look() {
  const Guard::Findings findings = guard_.look(simulation_);
  for (const Trouble& warning : findings.warnings) {
    if (warning.kind == "overlap") overlap_alarm_ = k_none;  // reported once
    if (warning.kind == "passage") passage_alarm_ = k_none;
    simulation_.set_overlap_alarm(overlap_alarm_, passage_alarm_);
    warn(warning);
  }
  if (findings.stop) outcome_.trouble = findings.stop;
}

void Loop::warn(const Trouble& warning) {
  outcome_.warnings.push_back(warning);
  if (observers_.warning) observers_.warning(warning);
}

/// A run that is at rest ends here: what is due at the end is due now.
void Loop::ask_for_rest() {
  if (!observers_.at_rest || plan_.rest_every == 0 || done() % plan_.rest_every != 0 || outcome_.trouble) return;
  const std::string rule = observers_.at_rest(simulation_);
  if (rule.empty()) return;
  outcome_.ended_by = rule, plan_.steps = done();
}

/// A look at a moment that the clock chose. It decides what is saved, but not how the run ends: a state that it does
/// not like is left to the next look that comes by the count of steps. So a run that ends in trouble does so at the
/// same step, however often it was interrupted.
bool Loop::is_good() { return !unheard_.look(simulation_).stop; }

/// What is due to be shown at this step.
void Loop::show() {
  if (observers_.row && is_due(plan_.row_every)) observers_.row(simulation_, simulation_.report());
  if (observers_.frame && is_due(plan_.frame_every)) observers_.frame(simulation_);
}

void Loop::advance(std::int64_t count) {
  const auto before = Clock::now();
  const std::int64_t from = done();
  try {
    simulation_.advance(count);
  } catch (const contact::LostBody& lost) {
    outcome_.trouble = Guard::blown_up(simulation_, lost.id, lost.position, lost.velocity);
    return;
  } catch (const step::Unsolved& failed) {
    outcome_.trouble = Guard::unsolved(simulation_, failed);
    return;
  } catch (const step::BadCell& cell) {
    outcome_.trouble = Guard::bad_cell(simulation_, cell);
    return;
  }
  const double took = seconds_since(before);
  outcome_.particle_steps += static_cast<double>(done() - from) * static_cast<double>(simulation_.body_count());
  if (took < 0.1 * observers_.progress_interval && count == piece_) piece_ *= 2;
  if (took > 0.4 * observers_.progress_interval) piece_ = std::max<std::int64_t>(1, piece_ / 2);
}

void Loop::hand_over_problem() {
  const step::KeptProblem* kept = simulation_.kept_problem();
  if (problem_told_ || !observers_.problem || !kept) return;
  observers_.problem(*kept);
  problem_told_ = true;
}

/// The state is good now: keep a copy, so that it can be saved when a later one is not.
void Loop::keep() {
  const double before = seconds_since(start_);
  good_ = {done(), simulation_.time(), simulation_.save()};
  kept_at_ = seconds_since(start_);
  keep_interval_ = std::max(k_keep_interval, (kept_at_ - before) / k_keep_share);
}
void Loop::save() {
  if (!observers_.checkpoint || !good_ || good_->step == outcome_.saved_step) return;
  observers_.checkpoint(*good_);
  outcome_.saved_step = good_->step, saved_at_ = seconds_since(start_);
}

void Loop::tell_progress(bool last) {
  const double now = seconds_since(start_);
  if (!observers_.progress || (now - told_at_ < observers_.progress_interval && !last)) return;
  told_at_ = now;
  const double rate = static_cast<double>(done() - first_) / now;
  observers_.progress(
      {done(), plan_.steps, simulation_.body_count(), now, rate, static_cast<double>(plan_.steps - done()) / rate});
}

RunOutcome Loop::go() {
  look();
  if (first_ == 0)
    show();
  else
    ask_for_rest();  // a run that died between its last checkpoint and its last word
  if (!outcome_.trouble) keep(), save();
  while (done() < plan_.steps && !outcome_.trouble) {
    advance(std::min({piece_, plan_.steps - done(), until(plan_.row_every), until(plan_.frame_every),
                      until(plan_.rest_every), until(k_look_every)}));
    hand_over_problem();
    if (outcome_.trouble) break;
    ask_for_rest();
    const double now = seconds_since(start_);
    const bool stop = observers_.stop && observers_.stop(), last = done() == plan_.steps;
    const bool decides =
        is_due(k_look_every) || is_due(plan_.row_every) || last || simulation_.overlap_alarm().has_value();
    if (decides) look();
    show();
    if (outcome_.trouble) break;
    const bool wants_to_save = stop || last || now - saved_at_ >= observers_.checkpoint_interval;
    const bool wants_to_keep = wants_to_save || now - kept_at_ >= keep_interval_;
    const bool keep_now = wants_to_keep && (decides || is_good()), save_now = wants_to_save && keep_now;
    if (keep_now) keep();
    if (save_now) save();
    tell_progress(last);
    if (stop && !last && save_now) {
      outcome_.end = End::stopped;
      break;
    }
  }
  if (outcome_.trouble) {
    outcome_.end = End::trouble;
    save();
  }
  if (outcome_.end == End::finished) {
    for (const Trouble& warning : Guard::short_streams(simulation_, outcome_.ended_by)) warn(warning);
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
  return Loop(simulation, plan, observers).go();
}

}  // namespace scree::sim
