#include "solve/apgd.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "solve/first_order.h"

namespace scree::solve {
namespace {

// B scales each contact's own block to about one; neighbours make N a few times that
constexpr double k_first_stride = 0.25;
constexpr double k_growth = 1.01;  // of the stride after a step that kept its condition with room to spare
constexpr double k_room = 0.9;     // share of the condition that leaves room to spare
// a step that breaks it by less is kept, and the next is shorter: to make it again would gain less than it costs
constexpr double k_slack = 1.1;
constexpr int k_calm_steps = 15;         // at the end
constexpr double k_calm_momentum = 0.7;  // in them; 0.6 to 0.8 are alike
constexpr double k_calm_share = 0.2;     // of the residual at the trial that they may leave: when to look first
// of the residual at the iterate that they leave, until they are tried: 0.45 to 0.85 on heaps, and to try in vain costs
// four
constexpr double k_calm_leaves = 0.5;
constexpr double k_calm_fade = 0.8;  // each of them takes off so much of what the one before took off
// iterations until the next look over those before: at least, and at most
constexpr double k_calm_pause = 1.05, k_calm_wait = 1.15;
// what they leave falls like this power of the iterations before them (on heaps): when to try again
constexpr double k_calm_power = -0.8;
constexpr double k_lead = 1.0 / (1.0 - k_origin_share);  // momentum from the origin over momentum from the last iterate

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

/// Where an iteration is, and how it goes on: the trial is now + momentum (now - origin).
struct Walk {
  State* now = nullptr;
  PackedImpulses* origin = nullptr;
  double momentum = 0.0;
};

/// All that the iteration writes into.
struct Places {
  State states[3];
  PackedImpulses origin, calm_origin;
};

/// What one thread knows of the iteration; all threads know the same.
class Iteration {
 public:
  Iteration(Passes& passes, Places& places, const Settings& settings)
      : passes_(passes),
        settings_(settings),
        walk_{&places.states[0], &places.origin},
        next_(&places.states[1]),
        spare_(&places.states[2]),
        calm_origin_(&places.calm_origin) {
    // The guess, brought into the cones: a step of no length.
    passes_.project(next_->motion, next_->impulses, next_->impulses, 0.0, 0.0, walk_.now->impulses);
    passes_.gather(next_->momenta, next_->trial, 0.0, walk_.now->momenta, walk_.now->trial, walk_.now->motion);
  }

  void run() {
    if (look(walk_.now)) return;
    while (iterations_ + k_calm_steps < settings_.most_iterations) {
      State* last = walk_.now;
      if (!step(walk_, next_, walk_.origin, Momentum::nesterov)) continue;
      next_ = last;
      const bool is_time =
          look_at_ > 0 ? iterations_ - calmed_ >= look_at_ : k_calm_share * seen_ <= settings_.tolerance;
      if (is_time && ends_here()) return;
    }
    // else the last thing were calm steps, and they are the answer
    if (iterations_ < settings_.most_iterations) calm_down(Patience::to_the_end);
  }
  State* answer() const { return answer_; }
  const Lines& motion() const { return spare_->motion; }  ///< of the answer
  std::int64_t iterations() const { return iterations_; }

 private:
  enum class Momentum { none, calm, nesterov };
  enum class Patience { while_it_promises, to_the_end };

  /// False if the stride was too long, and nothing was gained but a shorter one.
  bool step(Walk& walk, State* next, PackedImpulses* next_origin, Momentum kind) {
    ++iterations_;
    const State& now = *walk.now;
    const auto projected =
        passes_.project(now.motion, now.impulses, *walk.origin, walk.momentum, stride_, next->impulses, next_origin);
    walk.origin = next_origin;
    Nesterov sequence = sequence_;
    if (projected.uphill > 0.0) sequence = {};
    const double coming = projected.uphill > 0.0 || kind == Momentum::none
                              ? 0.0
                              : k_lead * (kind == Momentum::calm ? k_calm_momentum : sequence.advance());
    const double curvature =
        passes_.gather(now.momenta, now.trial, coming, next->momenta, next->trial, next->motion) + projected.soft;
    const double used = stride_, share = projected.change > 0.0 ? stride_ * curvature / projected.change : 0.0;
    if (share > 1.0) stride_ = std::max(0.5, 0.98 / share) * used;
    if (share > k_slack) {
      walk.momentum = -1.0 / k_origin_share;  // from the origin as it is now, this leads to the same trial
      return false;
    }
    seen_ = std::sqrt(projected.residual / static_cast<double>(passes_.count())) / used;
    if (share < k_room) stride_ *= k_growth;
    if (kind == Momentum::nesterov) sequence_ = sequence;
    walk.now = next, walk.momentum = coming;
    return true;
  }

  /// Are we there, or so near that some calm steps lead there? If not, when is it worth while to look again?
  bool ends_here() {
    if (look(walk_.now)) return true;
    const double here = looked_;
    const auto done = static_cast<double>(iterations_ - calmed_);
    double left = std::min(leaves_ * here, left_ * std::pow(done / tried_at_, k_calm_power));
    if (left <= settings_.tolerance) {
      left = calm_down(Patience::while_it_promises);
      if (looked_ <= settings_.tolerance) return true;
      leaves_ = left / here, left_ = left, tried_at_ = done;
    }
    const double again = done * std::pow(settings_.tolerance / left, 1.0 / k_calm_power);
    // in this order the first if `again` is not a number
    const double latest = std::min(k_calm_wait * done + 2.0, again);
    look_at_ = static_cast<std::int64_t>(std::ceil(std::max(k_calm_pause * done + 1.0, latest)));
    return false;
  }

  /// Some steps with little momentum from where we are, and a look at where they end; returns the residual to which
  /// they lead, or would have led. The iteration stays where it is.
  double calm_down(Patience patience) {
    const double stride = stride_;
    const std::int64_t before = iterations_;
    Walk walk = walk_;
    State *to = next_, *other = spare_;
    int made = 0;
    double left = 0.0;
    for (int i = 0; i < k_calm_steps && iterations_ < settings_.most_iterations; ++i) {
      const double last = seen_;
      if (!step(walk, to, calm_origin_, made == 0 ? Momentum::none : Momentum::calm)) continue;
      ++made, std::swap(to, other);
      left = seen_;
      // Where will it end? The first sees the residual of the trial, and the third is the first with momentum: not yet
      // to be told from them.
      if (made >= 4)
        left -=
            (last - seen_) * k_calm_fade * (1.0 - std::pow(k_calm_fade, k_calm_steps - 1 - i)) / (1.0 - k_calm_fade);
      if (seen_ <= settings_.tolerance ||
          (made >= 4 && left > settings_.tolerance && patience == Patience::while_it_promises))
        break;
    }
    calmed_ += iterations_ - before, stride_ = stride;
    if (made > 0) next_ = walk.now, spare_ = to;
    look(walk.now);
    return left;
  }

  /// The residual of impulses with their own motion, not that of a trial.
  bool look(State* at) {
    passes_.respond(at->momenta, spare_->motion);
    answer_ = at;
    looked_ = passes_.measure(spare_->motion, at->impulses);
    return looked_ <= settings_.tolerance;
  }

  Passes& passes_;
  const Settings& settings_;
  Walk walk_;
  State *next_, *spare_, *answer_ = nullptr;
  PackedImpulses* calm_origin_;
  std::int64_t iterations_ = 0;
  double stride_ = k_first_stride;
  Nesterov sequence_;
  /// residual at the last trial, with a stride below one: no less than that with stride one [m/s]
  double seen_ = 0.0;
  double looked_ = 0.0;            ///< residual at the last look [m/s]
  double leaves_ = k_calm_leaves;  ///< share of it that calm steps leave, as far as is known
  /// what they would have left when they were tried last [m/s]
  double left_ = std::numeric_limits<double>::infinity();
  double tried_at_ = 1.0;     ///< iterations before that
  std::int64_t look_at_ = 0;  ///< iteration, calm ones not counted, of the next look; 0: none yet
  std::int64_t calmed_ = 0;   ///< iterations spent on calm steps that led nowhere
};

}  // namespace

Outcome solve_apgd(const Problem& problem, Impulses& impulses, const Settings& settings) {
  const Groups groups(problem);
  Passes passes(groups, kernels_named(settings.isa));
  Places places;
  groups.pack(impulses, places.origin.contacts, places.origin.rows);
  places.calm_origin = places.origin;
  for (State& s : places.states) {
    s.impulses = places.origin;
    s.momenta.resize(groups.free.size()), s.trial = s.momenta, s.motion = groups.free;
  }
  Outcome outcome;
  const State* answer = nullptr;
#pragma omp parallel num_threads(groups.team())
  {
    Iteration iteration(passes, places, settings);
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
