#include "solve/apgd.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "solve/first_order.h"

namespace scree::solve {
namespace {

// B scales each contact's own block to about one; coupling with neighbours makes N a few times larger
constexpr double k_first_stride = 0.25;
constexpr double k_growth = 1.01;  // of the stride after a step that satisfied its condition with a margin
constexpr double k_margin = 0.9;   // fraction of the condition below which there is a margin
// a step that violates the condition by less than this is accepted, with a smaller stride for the next: repeating it
// would cost more than it gains
constexpr double k_slack = 1.1;
// The damped steps at the end of the iteration.
constexpr int k_damped_steps = 15;
constexpr double k_damped_momentum = 0.7;  // constant in these steps; 0.6 to 0.8 are equivalent
// the first attempt is made when the residual at the trial point times this is within the tolerance
constexpr double k_damped_fraction = 0.2;
// Expected ratio of the residual after the damped steps to that before, until a first attempt measures it: it is 0.45
// to 0.85 on heaps, but a failed attempt costs only four iterations.
constexpr double k_damped_remainder = 0.5;
constexpr double k_damped_decay = 0.8;  // ratio of the reductions of the residual by successive damped steps
// iterations until the next measurement over iterations so far: minimum and maximum
constexpr double k_damped_min_wait = 1.05, k_damped_max_wait = 1.15;
// the residual after damped steps falls with this power of the number of iterations before them (on heaps)
constexpr double k_damped_power = -0.8;
// the momentum relative to the origin over that relative to the previous iterate
constexpr double k_extrapolation = 1.0 / (1.0 - k_origin_fraction);

using Lines = state::Column<Line>;

/// Nesterov's sequence of momentum factors.
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

/// Impulses, the momenta that they give to the bodies, and the trial momenta of the next iteration with their motion.
struct State {
  PackedImpulses impulses;
  Lines momenta, trial, motion;
};

/// The present iterate and its trial point, now + momentum (now - origin).
struct Iterate {
  State* now = nullptr;
  PackedImpulses* origin = nullptr;
  double momentum = 0.0;
};

/// Memory of the iteration, common to all threads.
struct Buffers {
  State states[3];
  PackedImpulses origin, damped_origin;
};

/// The iteration as one thread executes it. Each thread has a copy of the scalars, with the same values.
class Iteration {
 public:
  Iteration(Passes& passes, Buffers& buffers, const Settings& settings)
      : passes_(passes),
        settings_(settings),
        iterate_{&buffers.states[0], &buffers.origin},
        next_(&buffers.states[1]),
        spare_(&buffers.states[2]),
        damped_origin_(&buffers.damped_origin) {
    // A step with stride zero projects the guess onto the cones.
    passes_.project(next_->motion, next_->impulses, next_->impulses, 0.0, 0.0, iterate_.now->impulses);
    passes_.gather(next_->momenta, next_->trial, 0.0, iterate_.now->momenta, iterate_.now->trial, iterate_.now->motion);
  }

  void run() {
    if (measure(iterate_.now)) return;
    while (iterations_ + k_damped_steps < settings_.max_iterations) {
      State* last = iterate_.now;
      if (!step(iterate_, next_, iterate_.origin, Momentum::nesterov)) continue;
      next_ = last;
      const bool is_time = next_attempt_ > 0 ? iterations_ - damped_iterations_ >= next_attempt_
                                             : k_damped_fraction * trial_residual_ <= settings_.tolerance;
      if (is_time && try_to_end()) return;
    }
    // If no iterations are left, the last ones were damped steps, and their result is the answer.
    if (iterations_ < settings_.max_iterations) damped_steps(Until::end);
  }
  State* answer() const { return answer_; }
  const Lines& motion() const { return spare_->motion; }  ///< of the answer
  std::int64_t iterations() const { return iterations_; }

 private:
  enum class Momentum { none, damped, nesterov };
  enum class Until { tolerance_is_out_of_reach, end };

  /// One iteration. False if the stride was too long: then only the stride has changed.
  bool step(Iterate& iterate, State* next, PackedImpulses* next_origin, Momentum kind) {
    ++iterations_;
    const State& now = *iterate.now;
    const auto projected = passes_.project(now.motion, now.impulses, *iterate.origin, iterate.momentum, stride_,
                                           next->impulses, next_origin);
    iterate.origin = next_origin;
    Nesterov sequence = sequence_;
    if (projected.uphill > 0.0) sequence = {};
    const double coming = projected.uphill > 0.0 || kind == Momentum::none
                              ? 0.0
                              : k_extrapolation * (kind == Momentum::damped ? k_damped_momentum : sequence.advance());
    const double curvature =
        passes_.gather(now.momenta, now.trial, coming, next->momenta, next->trial, next->motion) + projected.soft;
    const double used = stride_, fraction = projected.change > 0.0 ? stride_ * curvature / projected.change : 0.0;
    if (fraction > 1.0) stride_ = std::max(0.5, 0.98 / fraction) * used;
    if (fraction > k_slack) {
      iterate.momentum = -1.0 / k_origin_fraction;  // gives the same trial point with the origin just written
      return false;
    }
    trial_residual_ = std::sqrt(projected.residual / static_cast<double>(passes_.count())) / used;
    if (fraction < k_margin) stride_ *= k_growth;
    if (kind == Momentum::nesterov) sequence_ = sequence;
    iterate.now = next, iterate.momentum = coming;
    return true;
  }

  /// True if the iterate has reached the tolerance, or reaches it by damped steps. Otherwise sets the iteration of the
  /// next attempt.
  bool try_to_end() {
    if (measure(iterate_.now)) return true;
    const double before = residual_;
    const auto done = static_cast<double>(iterations_ - damped_iterations_);
    double left =
        std::min(expected_fraction_ * before, expected_residual_ * std::pow(done / attempted_at_, k_damped_power));
    if (left <= settings_.tolerance) {
      left = damped_steps(Until::tolerance_is_out_of_reach);
      if (residual_ <= settings_.tolerance) return true;
      expected_fraction_ = left / before, expected_residual_ = left, attempted_at_ = done;
    }
    const double again = done * std::pow(settings_.tolerance / left, 1.0 / k_damped_power);
    // std::min in this order returns its first argument if `again` is NaN
    const double latest = std::min(k_damped_max_wait * done + 2.0, again);
    next_attempt_ = static_cast<std::int64_t>(std::ceil(std::max(k_damped_min_wait * done + 1.0, latest)));
    return false;
  }

  /// Damped steps from the present iterate, and the residual of their result. Returns the residual that all of them
  /// leave or, if they were abandoned, would have left. The present iterate is not changed.
  double damped_steps(Until until) {
    const double stride = stride_;
    const std::int64_t before = iterations_;
    Iterate iterate = iterate_;
    State *to = next_, *other = spare_;
    int made = 0;
    double left = 0.0;
    for (int i = 0; i < k_damped_steps && iterations_ < settings_.max_iterations; ++i) {
      const double last = trial_residual_;
      if (!step(iterate, to, damped_origin_, made == 0 ? Momentum::none : Momentum::damped)) continue;
      ++made, std::swap(to, other);
      left = trial_residual_;
      // Extrapolate the residual to the last damped step, from the fourth step on: the first step measures the residual
      // of the trial point, and the third is the first with momentum.
      if (made >= 4)
        left -= (last - trial_residual_) * k_damped_decay * (1.0 - std::pow(k_damped_decay, k_damped_steps - 1 - i)) /
                (1.0 - k_damped_decay);
      if (trial_residual_ <= settings_.tolerance ||
          (made >= 4 && left > settings_.tolerance && until == Until::tolerance_is_out_of_reach))
        break;
    }
    damped_iterations_ += iterations_ - before, stride_ = stride;
    if (made > 0) next_ = iterate.now, spare_ = to;
    measure(iterate.now);
    return left;
  }

  /// Measures the residual of the impulses with their own motion instead of that of a trial point; true if it is within
  /// the tolerance.
  bool measure(State* at) {
    passes_.respond(at->momenta, spare_->motion);
    answer_ = at;
    residual_ = passes_.measure(spare_->motion, at->impulses);
    return residual_ <= settings_.tolerance;
  }

  Passes& passes_;
  const Settings& settings_;
  Iterate iterate_;
  State *next_, *spare_, *answer_ = nullptr;
  PackedImpulses* damped_origin_;
  std::int64_t iterations_ = 0;
  double stride_ = k_first_stride;
  Nesterov sequence_;
  /// Residual at the last trial point. It is computed with a stride below one, so it bounds the true one [m/s].
  double trial_residual_ = 0.0;
  double residual_ = 0.0;                          ///< residual of the last measure() [m/s]
  double expected_fraction_ = k_damped_remainder;  ///< expected fraction of it after damped steps
  /// Residual that the last attempt left or would have left [m/s].
  double expected_residual_ = std::numeric_limits<double>::infinity();
  double attempted_at_ = 1.0;           ///< iterations before that attempt
  std::int64_t next_attempt_ = 0;       ///< iteration of the next attempt, without damped ones; 0: none yet
  std::int64_t damped_iterations_ = 0;  ///< iterations spent on damped steps of failed attempts
};

}  // namespace

Outcome solve_apgd(const Problem& problem, Impulses& impulses, const Settings& settings) {
  const Groups groups(problem);
  Passes passes(groups, kernels_named(settings.isa));
  Buffers buffers;
  groups.pack(impulses, buffers.origin.contacts, buffers.origin.rows);
  buffers.damped_origin = buffers.origin;
  for (State& s : buffers.states) {
    s.impulses = buffers.origin;
    s.momenta.resize(groups.free.size()), s.trial = s.momenta, s.motion = groups.free;
  }
  Outcome outcome;
  const State* answer = nullptr;
#pragma omp parallel num_threads(groups.team())
  {
    Iteration iteration(passes, buffers, settings);
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
