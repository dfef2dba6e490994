#include "solve/barzilai_borwein.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <omp.h>

#include "solve/first_order.h"

namespace scree::solve {
namespace {

constexpr double k_first_stride = 0.4;  // as for solve/apgd.cpp
constexpr double k_min_stride = 1e-6, k_max_stride = 1e6;
constexpr double k_descent =
    1e-4;  // required decrease, as a fraction of the slope, below the largest of the last objectives
constexpr std::size_t k_memory = 10;
// iterations between two evaluations of the residual while its bound is too large to decide
constexpr int k_measure_every = 20;
// The residual fluctuates, and the best iterate is returned: iterates whose bound is below this fraction of the best
// residual so far are evaluated.
constexpr double k_candidate_fraction = 0.7;

using Lines = state::Column<Line>;

struct State {
  PackedImpulses impulses;
  Lines momenta, motion;
};

/// The iteration as one thread executes it. Each thread has a copy of the scalars, with the same values.
class Iteration {
 public:
  Iteration(Passes& passes, State (&states)[3], Lines& scratch, const Settings& settings)
      : passes_(passes),
        settings_(settings),
        now_(&states[0]),
        next_(&states[1]),
        best_(&states[2]),
        scratch_(scratch) {
    // A step with stride zero projects the guess onto the cones.
    passes_.project(next_->motion, next_->impulses, next_->impulses, 0.0, 0.0, now_->impulses);
    passes_.gather(next_->momenta, next_->momenta, 0.0, now_->momenta, scratch_, now_->motion);
    last_.fill(-std::numeric_limits<double>::infinity());
    last_[0] = 0.0;
  }

  void run() {
    keep();
    for (; iterations_ < settings_.max_iterations && min_ > settings_.tolerance; ++iterations_) step();
    if (min_ > settings_.tolerance) measure();
  }
  const State& answer() const { return *best_; }
  std::int64_t iterations() const { return iterations_; }

 private:
  void step() {
    const auto d = passes_.project(now_->motion, now_->impulses, now_->impulses, 0.0, stride_, next_->impulses);
    // |P(g - t B u) - g| increases with t, and its ratio to t decreases; so it bounds the residual, which has t = 1.
    const double bound = std::sqrt(d.residual / static_cast<double>(passes_.count())) / std::min(1.0, stride_);
    if (bound <= settings_.tolerance || bound < k_candidate_fraction * min_ || iterations_ % k_measure_every == 0) {
      measure();
      if (min_ <= settings_.tolerance) return;
    }
    const double curvature =
        passes_.gather(now_->momenta, now_->momenta, 0.0, next_->momenta, scratch_, next_->motion) + d.soft;
    const double slope = d.uphill, highest = *std::max_element(last_.begin(), last_.end());
    double fraction = 1.0;
    if (objective_ + slope + 0.5 * curvature > highest + k_descent * slope) {
      fraction = curvature > 0.0 ? std::min(1.0, -slope / curvature) : 1.0;
      blend(fraction);
    }
    objective_ += fraction * slope + 0.5 * fraction * fraction * curvature;
    last_[static_cast<std::size_t>(iterations_ + 1) % k_memory] = objective_;
    stride_ = curvature > 0.0 ? std::clamp(d.change / curvature, k_min_stride, k_max_stride) : k_max_stride;
    std::swap(now_, next_);
  }

  /// next = now + fraction (next - now). Barrier.
  void blend(double fraction) {
    const auto own = [](std::size_t count) {
      const auto threads = static_cast<std::size_t>(omp_get_num_threads()),
                 me = static_cast<std::size_t>(omp_get_thread_num());
      return std::pair{count * me / threads, count * (me + 1) / threads};
    };
    const auto mix = [fraction](double* to, const double* from, std::size_t count) {
      for (std::size_t k = 0; k < count; ++k) to[k] = from[k] + fraction * (to[k] - from[k]);
    };
    const auto [first, last] = own(now_->impulses.contacts.size());
    for (std::size_t i = first; i < last; ++i) {
      mix(next_->impulses.contacts[i].force[0], now_->impulses.contacts[i].force[0], 3 * k_group);
      mix(next_->impulses.contacts[i].torque[0], now_->impulses.contacts[i].torque[0], 3 * k_group);
    }
    const auto [body, end] = own(now_->momenta.size());
    for (std::size_t i = body; i < end; ++i)
      mix(next_->momenta[i].number, now_->momenta[i].number, 8),
          mix(next_->motion[i].number, now_->motion[i].number, 8);
#pragma omp master
    mix(next_->impulses.rows.data(), now_->impulses.rows.data(), now_->impulses.rows.size());
#pragma omp barrier
  }

  /// Measures the residual of the present iterate, and keeps the iterate if it is the best so far.
  void measure() {
// Another thread may still read the sums of the projection, which the measurement overwrites.
#pragma omp barrier
    const double residual = passes_.measure(now_->motion, now_->impulses);
    if (residual < min_) keep(residual);
  }
  void keep() { keep(passes_.measure(now_->motion, now_->impulses)); }
  void keep(double residual) {
    min_ = residual;
#pragma omp master
    best_->impulses = now_->impulses;
#pragma omp barrier
  }

  Passes& passes_;
  const Settings& settings_;
  State *now_, *next_, *best_;
  Lines& scratch_;
  std::int64_t iterations_ = 0;
  double stride_ = k_first_stride, objective_ = 0.0;  ///< less that of the start
  std::array<double, k_memory> last_;
  double min_ = std::numeric_limits<double>::infinity();
};

}  // namespace

Outcome solve_barzilai_borwein(const Problem& problem, Impulses& impulses, const Settings& settings) {
  const Groups groups(problem);
  Passes passes(groups, kernels_named(settings.isa));
  State states[3];
  for (State& s : states) {
    groups.pack(impulses, s.impulses.contacts, s.impulses.rows);
    s.momenta.resize(groups.free.size()), s.motion = groups.free;
  }
  Lines scratch(groups.free.size());
  Outcome outcome;
  const State* answer = nullptr;
#pragma omp parallel num_threads(groups.team())
  {
    Iteration iteration(passes, states, scratch, settings);
    iteration.run();
#pragma omp master
    answer = &iteration.answer(), outcome.iterations = iteration.iterations();
  }
  groups.unpack(answer->impulses.contacts, answer->impulses.rows, impulses);
  outcome.velocities = velocities(problem, impulses);
  outcome.residual = residual(problem, impulses, outcome.velocities);
  outcome.reached = outcome.residual.rms <= settings.tolerance;
  return outcome;
}

}  // namespace scree::solve
