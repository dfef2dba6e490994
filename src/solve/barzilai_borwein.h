// Spectral projected gradients on the scaled problem. [BarzilaiBorwein1988; Birgin2000 for the projection and the
// nonmonotone line search]
//
//   d = P(g - t B u(g)) - g,   g <- g + a d,   t <- d . B^-1 d / d . N d
//
// The objective is quadratic, and the two passes compute d . B^-1 d, u . d and d . N d. The decrease of the objective
// is therefore known without evaluating it, and one iteration needs one application of N. The full step a = 1 is used
// unless the objective would exceed all of the last ten; then a minimises it along d.
#pragma once

#include "solve/solver.h"

namespace scree::solve {

Outcome solve_barzilai_borwein(const Problem& problem, Impulses& impulses, const Settings& settings);

}  // namespace scree::solve
