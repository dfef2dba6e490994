// Accelerated projected gradient descent with adaptive restart on the scaled problem. [Nesterov1983; ODonoghue2015; for
// contacts Mazhar2015]
//
//   y = g + beta (g - o),  g_next = P(y - t B (N y + r)),  o_next = g + c (y - g),  B the inverse of each contact's own
//       diagonal (solve/residual.h)
//
// Nesterov's momentum leads from the iterate before (c = 0). We let it lead from a point on the way to that iterate's
// trial, so that what the projection has corrected at the trial is carried on as well: the additional term of the
// optimized gradient method [KimFessler2016], 0.6 of it (c = 3/8, beta = 8/5 of Nesterov's). With all of it (c = 1/2)
// strides have to be shorter.
//
// N y is never formed: velocities are linear in impulses, so those of y follow from those of g and the last y body by
// body, and one pass over the contacts and one over the bodies make an iteration. The stride t must keep  d . N d <= d
// . B^-1 d / t  for d = g_next - y, which both passes tell by the way; a step that breaks it is made again with a
// shorter t. Momentum is dropped when it leads uphill.
//
// Momentum that spreads forces fast through a heap leaves local ripples, which are most of the residual near the end.
// So the iteration ends with some steps with less momentum, that calm them: on a heap of 2,000 spheres they take off a
// third to a half (docs/decisions/nonsmooth.md).
#pragma once

#include "solve/solver.h"

namespace scree::solve {

Outcome solve_apgd(const Problem& problem, Impulses& impulses, const Settings& settings);

}  // namespace scree::solve
