#include "solve/apgd.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solve/first_order.h"

namespace scree::solve {
namespace {

constexpr double k_first_stride = 0.25;  // B scales each contact's own block to about one; neighbours make N a few times that
constexpr double k_growth = 1.01;       // of the stride after a step that kept its condition with room to spare
constexpr double k_room = 0.9;          // share of the condition that leaves room to spare
constexpr double k_slack = 1.1;         // a step that breaks it by less is kept, and the next is shorter: to make it again would gain less than it costs
constexpr int k_calm_steps = 10;        // without momentum, at the end
constexpr double k_calm_share = 0.45;   // of the residual at the trial that they may leave
constexpr double k_calm_wait = 1.1;     // no longer than this times the iterations so far, since near the end they fall faster
constexpr double k_calm_power = -0.8;   // what they leave falls like this power of the iterations before them (on heaps): when to try again

using Lines = state::Column<Line>;

/// The momentum that Nesterov's sequence gives from one iteration to the next.
struct Nesterov {
  double theta = 1.0;
  double advance() {
    const double square = theta * theta;
    const double next = 0.5 * (std::sqrt(square * square + 4.0 * square) - square);
    const double momentum = theta * (1.0 - theta) / (square + next);
    theta = next;
    return momentum;
  }
};

/// Impulses, the momenta they give to the bodies, and the trial that follows from them with its motion.
struct State {
  PackedImpulses impulses;
  Lines momenta, trial, motion;
};

/// What one thread knows of the iteration; all threads know the same.
class Iteration {
 public:
  Iteration(Passes& passes, State (&states)[4], const Settings& settings)
      : passes_(passes), settings_(settings), before_(&states[0]), now_(&states[1]), next_(&states[2]), spare_(&states[3]) {
    // The guess, brought into the cones: a step of no length.
    passes_.project(before_->motion, before_->impulses, before_->impulses, 0.0, 0.0, now_->impulses);
    passes_.gather(before_->momenta, before_->trial, 0.0, now_->momenta, now_->trial, now_->motion);
  }

  void run() {
    if (look(now_)) return;
    while (iterations_ + k_calm_steps < settings_.most_iterations) {
      if (!step(now_, before_, momentum_, next_, /*calm=*/false)) continue;
      std::swap(before_, now_), std::swap(now_, next_);
      const bool is_time = try_at_ > 0 ? iterations_ - calmed_ >= try_at_ : k_calm_share * seen_ <= settings_.tolerance;
      if (is_time && calm_down()) return;
    }
    calm_down();
  }
  State* answer() const { return answer_; }
  const Lines& motion() const { return spare_->motion; }  ///< of the answer
  std::int64_t iterations() const { return iterations_; }

 private:
  /// False if the stride was too long, and nothing was gained but a shorter one.
  bool step(const State* now, const State* before, double momentum, State* next, bool calm) {
    ++iterations_;
    const auto projected = passes_.project(now->motion, now->impulses, before->impulses, momentum, stride_, next->impulses);
    Nesterov sequence = sequence_;
    if (projected.uphill > 0.0) sequence = {};
    const double coming = projected.uphill > 0.0 || calm ? 0.0 : sequence.advance();
    const double curvature = passes_.gather(now->momenta, now->trial, coming, next->momenta, next->trial, next->motion) + projected.soft;
    const double used = stride_, share = projected.change > 0.0 ? stride_ * curvature / projected.change : 0.0;
    if (share > 1.0) stride_ = std::max(0.5, 0.98 / share) * used;
    if (share > k_slack) return false;
    seen_ = std::sqrt(projected.residual / static_cast<double>(passes_.count())) / used;
    if (share < k_room) stride_ *= k_growth;
    if (!calm) sequence_ = sequence, momentum_ = coming;
    return true;
  }

  /// Some steps without momentum from where we are. If they do not lead to the tolerance, it is as if they had not been.
  bool calm_down() {
    const State* from = now_;
    const double stride = stride_;
    const std::int64_t before = iterations_ - calmed_;
    State *to = next_, *other = spare_;
    for (int i = 0; i < k_calm_steps && iterations_ < settings_.most_iterations; ++i) {
      const bool first = from == now_;
      if (!step(from, first ? before_ : from, first ? momentum_ : 0.0, to, /*calm=*/true)) continue;
      from = to, std::swap(to, other);
      if (seen_ <= settings_.tolerance) break;
    }
    if (from == now_) return look(now_);
    next_ = const_cast<State*>(from), spare_ = to;
    const double again = static_cast<double>(before) * std::pow(settings_.tolerance / seen_, 1.0 / k_calm_power);
    try_at_ = static_cast<std::int64_t>(std::clamp(again, static_cast<double>(before + 2), k_calm_wait * static_cast<double>(before + k_calm_steps)));
    calmed_ = iterations_ - before, stride_ = stride;
    return look(next_);
  }

  /// The residual of impulses with their own motion, not that of a trial.
  bool look(State* at) {
    passes_.respond(at->momenta, spare_->motion);
    answer_ = at;
    return passes_.measure(spare_->motion, at->impulses) <= settings_.tolerance;
  }

  Passes& passes_;
  const Settings& settings_;
  State *before_, *now_, *next_, *spare_, *answer_ = nullptr;
  std::int64_t iterations_ = 0;
  double stride_ = k_first_stride, momentum_ = 0.0;
  Nesterov sequence_;
  double seen_ = 0.0;                 ///< residual at the last trial, with a stride below one: no less than that with stride one [m/s]
  std::int64_t try_at_ = 0;           ///< iteration, calm ones not counted, at which calming is tried again; 0: not tried yet
  std::int64_t calmed_ = 0;           ///< iterations spent on it
};

}  // namespace

Outcome solve_apgd(const Problem& problem, Impulses& impulses, const Settings& settings) {
  const Groups groups(problem);
  Passes passes(groups, kernels_named(settings.isa));
  State states[4];
  for (State& s : states) {
    groups.pack(impulses, s.impulses.contacts, s.impulses.rows);
    s.momenta.resize(groups.free.size()), s.trial = s.momenta, s.motion = groups.free;
  }
  Outcome outcome;
  const State* answer = nullptr;
#pragma omp parallel num_threads(groups.team())
  {
    Iteration iteration(passes, states, settings);
    iteration.run();
#pragma omp master
    {
      answer = iteration.answer();
      outcome.iterations = iteration.iterations();
      outcome.velocities = twists_of(iteration.motion(), groups.bodies());
    }
  }
  groups.unpack(answer->impulses.contacts, answer->impulses.rows, impulses);
  outcome.residuals = passes.residuals();
  outcome.residual = residual_of(outcome.residuals);
  outcome.residual.cone_violation = cone_violation(problem, impulses);
  outcome.reached = outcome.residual.rms <= settings.tolerance;
  return outcome;
}

}  // namespace scree::solve
