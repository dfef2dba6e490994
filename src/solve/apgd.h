// Accelerated projected gradient descent with adaptive restart on the scaled problem. [Nesterov1983; ODonoghue2015; for contacts Mazhar2015]
//
//   y = g + beta (g - g_before),  g_next = P(y - t B (N y + r)),  B the inverse of each contact's own diagonal (solve/residual.h)
//
// N y is never formed: velocities are linear in impulses, so those of y follow from those of g and g_before body by body, and one pass over
// the contacts and one over the bodies make an iteration. The stride t must keep  d . N d <= d . B^-1 d / t  for d = g_next - y, which both passes
// tell by the way; a step that breaks it is made again with a shorter t. Momentum is dropped when it leads uphill.
//
// Momentum that spreads forces fast through a heap leaves local ripples, which are most of the residual near the end. So the iteration ends with
// some steps without momentum, that calm them: on a heap of 2,000 spheres they take off a third to a half (docs/decisions/nonsmooth.md).
#pragma once

#include "solve/solver.h"

namespace scree::solve {

Outcome solve_apgd(const Problem& problem, Impulses& impulses, const Settings& settings);

}  // namespace scree::solve
