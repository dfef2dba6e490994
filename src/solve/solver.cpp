#include "solve/solver.h"

#include "solve/apgd.h"
#include "solve/barzilai_borwein.h"
#include "solve/gauss_seidel.h"
#include "solve/newton.h"

namespace scree::solve {

Outcome solve(const Problem& problem, Impulses& impulses, const Settings& settings) {
  switch (settings.method) {
    case Method::gauss_seidel: return solve_gauss_seidel(problem, impulses, settings);
    case Method::barzilai_borwein: return solve_barzilai_borwein(problem, impulses, settings);
    case Method::newton: return solve_newton(problem, impulses, settings);
    case Method::apgd: break;
  }
  return solve_apgd(problem, impulses, settings);
}

}  // namespace scree::solve
