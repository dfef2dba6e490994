#include "solve/newton.h"

#include <algorithm>

#include "solve/interior.h"
#include "solve/polish.h"

namespace scree::solve {
namespace {

// relative to the residual of zero impulses: from such a guess, polishing alone converges in few steps
constexpr double k_good_guess = 1e-4;
constexpr std::int64_t k_max_polish = 60;

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
  const auto left = [&] { return settings.max_iterations - progress.steps; };
  const auto add = [&](const Progress& more) { progress = {progress.steps + more.steps, more.residual}; };
  if (progress.residual > settings.tolerance && progress.residual <= k_good_guess * none)
    add(polish(scaled, matrix, settings.tolerance, std::min(left(), k_max_polish), best));
  if (progress.residual > settings.tolerance && left() > 0)
    add(follow_interior_path(scaled, matrix, settings.tolerance, left(), best));
  if (progress.residual > settings.tolerance && left() > 0)
    add(polish(scaled, matrix, settings.tolerance, std::min(left(), k_max_polish), best));

  impulses = scaled.plain(best, problem);
  Outcome outcome;
  outcome.velocities = velocities(problem, impulses);
  outcome.iterations = progress.steps;
  outcome.residual = residual(problem, impulses, outcome.velocities);
  outcome.reached = outcome.residual.rms <= settings.tolerance;
  return outcome;
}

}  // namespace scree::solve
