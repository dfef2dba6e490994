// The second-order solver, for tight tolerances: some twenty-five factorizations of a sparse matrix of six numbers a
// body lead to 1e-9 m/s in a heap of thousands of contacts, where first-order methods take tens of thousands of
// iterations.
//
// It follows an interior path (solve/interior.h) to where rounding ends it, and polishes the answer by semismooth
// Newton steps on an augmented Lagrangian (solve/polish.h). [docs/specs/tasora.md, 8, has the second part alone, which
// takes ten times as many steps] A guess that is good already is polished only. An iteration is a Newton step. One
// thread, whatever there is.
#pragma once

#include "solve/solver.h"

namespace scree::solve {

Outcome solve_newton(const Problem& problem, Impulses& impulses, const Settings& settings);

}  // namespace scree::solve
