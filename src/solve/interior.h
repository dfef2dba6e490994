// A primal-dual interior-point method for the cone complementarity problem. It follows the central path, on which the
// products of impulses and velocities equal one parameter mu, while mu goes to zero. [Mehrotra1992 for predictor and
// corrector, Andersen2003 for cones]
//
// Each part s_i = (c_i g_n, g_i) of an impulse is in a second-order cone and has a multiplier l_i in the same cone; the
// condition u = sum of G_i^T l_i means that u is in the dual cone. A Newton step for s_i o l_i = mu e reduces, contact
// by contact, to g = K (..) with K = (soft + delta + sum G_i^T W_i^-2 G_i)^-1, and then to the sparse matrix 1 + J^T K
// J of the bodies. Two measures let the method reach small residuals:
//  - K and W^-2 K are computed without differences of large numbers (where a contact slides, W_i^-2 has eigenvalues of
//    the orders mu and 1/mu);
//  - delta bounds K. It damps the steps as in the Levenberg-Marquardt method and does not change the solution.
#pragma once

#include "solve/scaled.h"

namespace scree::solve {

struct Progress {
  std::int64_t steps = 0;
  double residual = 0.0;  ///< of the returned impulses [m/s]
};

/// Follows the path from its beginning; the method cannot use a guess. `impulses` is set to the best point found (its
/// initial value if none is better). Its residual may be above the tolerance where rounding ends the path.
Progress follow_interior_path(const Scaled& scaled, ReducedMatrix& matrix, double tolerance, std::int64_t max_steps,
                              ScaledImpulses& impulses);

}  // namespace scree::solve
