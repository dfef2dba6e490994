#include "solve/newton.h"

#include <algorithm>

#include "solve/interior.h"
#include "solve/polish.h"

namespace scree::solve {
namespace {

// of the residual of no impulses at all: then polishing alone gets there in few steps
constexpr double k_good_guess = 1e-4;
constexpr std::int64_t k_most_polish = 60;

}  // namespace

Outcome solve_newton(const Problem& problem, Impulses& impulses, const Settings& settings) {
  const Scaled scaled(problem);
  ReducedMatrix matrix(scaled, kernels_named(settings.isa));
  ScaledImpulses nothing = scaled.zero();
  for (std::size_t i = 0; i < scaled.rows.size(); ++i)
    nothing.rows[i] = std::clamp(0.0, scaled.rows[i].low, scaled.rows[i].high);
  const double none = scaled.residual(nothing, scaled.motion(nothing));
  ScaledImpulses best = nothing;
  Progress progress{0, none};
  const bool has_guess =
      impulses.contacts.size() == problem.contacts.size() && impulses.rows.size() == problem.rows.size();
  if (has_guess) {
    ScaledImpulses guess = scaled.scaled(impulses);
    const double residual = scaled.residual(guess, scaled.motion(guess));
    if (residual <= none) best = std::move(guess), progress.residual = residual;
  }
  const auto left = [&] { return settings.most_iterations - progress.steps; };
  const auto take = [&](const Progress& more) { progress = {progress.steps + more.steps, more.residual}; };
  if (progress.residual > settings.tolerance && progress.residual <= k_good_guess * none)
    take(polish(scaled, matrix, settings.tolerance, std::min(left(), k_most_polish), best));
  if (progress.residual > settings.tolerance && left() > 0)
    take(follow_interior_path(scaled, matrix, settings.tolerance, left(), best));
  if (progress.residual > settings.tolerance && left() > 0)
    take(polish(scaled, matrix, settings.tolerance, std::min(left(), k_most_polish), best));

  impulses = scaled.plain(best, problem);
  Outcome outcome;
  outcome.velocities = velocities(problem, impulses);
  outcome.iterations = progress.steps;
  outcome.residual = residual(problem, impulses, outcome.velocities);
  outcome.reached = outcome.residual.rms <= settings.tolerance;
  return outcome;
}

}  // namespace scree::solve
