// The second-order solver, for tight tolerances: about 25 factorizations of a sparse matrix with six unknowns for each
// body reach 1e-9 m/s in a heap of thousands of contacts, where first-order methods need tens of thousands of
// iterations.
//
// It follows the central path of an interior-point method (solve/interior.h) until rounding ends it, and polishes the
// result by semismooth Newton steps on an augmented Lagrangian (solve/polish.h). [docs/specs/tasora.md, 8, uses the
// second method alone, which takes ten times as many steps.] A guess that is already good is only polished. An
// iteration is one Newton step. The solver uses one thread.
#pragma once

#include "solve/solver.h"

namespace scree::solve {

Outcome solve_newton(const Problem& problem, Impulses& impulses, const Settings& settings);

}  // namespace scree::solve
