#include "solve/solver.h"

#include "solve/apgd.h"
#include "solve/barzilai_borwein.h"
#include "solve/gauss_seidel.h"
#include "solve/newton.h"

namespace scree::solve {
namespace {

Outcome solve_by(Method method, const Problem& problem, Impulses& impulses, const Settings& settings) {
  switch (method) {
    case Method::gauss_seidel: return solve_gauss_seidel(problem, impulses, settings);
    case Method::barzilai_borwein: return solve_barzilai_borwein(problem, impulses, settings);
    case Method::newton: return solve_newton(problem, impulses, settings);
    case Method::apgd: break;
  }
  return solve_apgd(problem, impulses, settings);
}

}  // namespace

Outcome solve(const Problem& problem, Impulses& impulses, const Settings& settings) {
  Outcome outcome = solve_by(settings.method, problem, impulses, settings);
  if (outcome.residuals.empty()) outcome.residuals = residuals(problem, impulses, outcome.velocities);
  return outcome;
}

}  // namespace scree::solve
