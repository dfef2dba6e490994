// Spectral projected gradients on the scaled problem. [BarzilaiBorwein1988; Birgin2000 for the projection and the
// nonmonotone search]
//
//   d = P(g - t B u(g)) - g,   g <- g + a d,   t <- d . B^-1 d / d . N d
//
// The objective is quadratic and both passes tell d . B^-1 d, u . d and d . N d by the way, so its fall is known
// without evaluating it, and one application of N makes an iteration. The whole step a = 1 is taken unless the
// objective would rise above all of the last ten; then the step that makes it least along d.
#pragma once

#include "solve/solver.h"

namespace scree::solve {

Outcome solve_barzilai_borwein(const Problem& problem, Impulses& impulses, const Settings& settings);

}  // namespace scree::solve
