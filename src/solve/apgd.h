// Accelerated projected gradient descent with adaptive restart on the scaled problem. [Nesterov1983; ODonoghue2015; for
// contacts Mazhar2015]
//
//   y = g + beta (g - o),  g_next = P(y - t B (N y + r)),  o_next = g + c (y - g),  B the inverse of each contact's own
//       diagonal (solve/residual.h)
//
// In Nesterov's method the momentum is relative to the previous iterate (c = 0). Here its origin o lies between the
// previous iterate and the trial point y of that iteration, so the correction made by the projection at the trial point
// is part of the momentum. This is the additional term of the optimized gradient method [KimFessler2016], with the
// factor 0.6 (c = 3/8, beta = 8/5 of Nesterov's). The full term (c = 1/2) requires smaller step sizes.
//
// N y is never formed. Velocities are linear in impulses, so those of y follow, body by body, from those of g and of
// the previous y. One iteration is one pass over the contacts and one over the bodies. The step size t must satisfy d .
// N d <= d . B^-1 d / t  for d = g_next - y; the two passes compute both sides. An iteration that violates the
// condition is repeated with a smaller t. The momentum is reset when it points uphill.
//
// Momentum spreads forces fast through a heap, but leaves local ripples that dominate the residual near the end. The
// iteration therefore ends with some damped steps, which have less momentum: on a heap of 2,000 spheres they remove a
// third to a half of the residual (docs/decisions/apgd.md).
#pragma once

#include "solve/solver.h"

namespace scree::solve {

Outcome solve_apgd(const Problem& problem, Impulses& impulses, const Settings& settings);

}  // namespace scree::solve
