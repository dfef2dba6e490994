#include "solve/solver.h"

#include "solve/apgd.h"

namespace scree::solve {
namespace {

Outcome solve_by(Method method, const Problem& problem, Impulses& impulses, const Settings& settings) {
  switch (method) {
    case Method::apgd:
    default: return solve_apgd(problem, impulses, settings);
  }
}

}  // namespace

Outcome solve(const Problem& problem, Impulses& impulses, const Settings& settings) {
  Outcome outcome = solve_by(settings.method, problem, impulses, settings);
  if (outcome.residuals.empty()) outcome.residuals = residuals(problem, impulses, outcome.velocities);
  return outcome;
}

}  // namespace scree::solve
