// A primal-dual interior-point method for the cone complementarity problem: the path on which impulses and velocities
// multiply to one number that goes to zero. [Mehrotra1992 for predictor and corrector, Andersen2003 for cones]
//
// With parts s_i = (c_i g_n, g_i) in second-order cones and multipliers l_i in the same cones, u = sum of G_i^T l_i
// says that u is in the dual cone. A step of Newton's method for s_i o l_i = mu e reduces, contact by contact, to g = K
// (..) with K = (soft + delta + sum G_i^T W_i^-2 G_i)^-1, and then to the sparse matrix 1 + J^T K J of the bodies. Two
// things make it go to the end:
//  - K and W^-2 K are written without differences of large numbers (W_i^-2 has eigenvalues mu and 1/mu at once where a
//    contact slides);
//  - delta bounds K. It damps steps as Levenberg and Marquardt do and does not move the solution.
#pragma once

#include "solve/scaled.h"

namespace scree::solve {

struct Progress {
  std::int64_t steps = 0;
  double residual = 0.0;  ///< of what is returned [m/s]
};

/// Follows the path from its beginning; there is no use for a guess. `impulses` gets the best point found, and
/// `progress.residual` what it has; where rounding ends the path this may be above the tolerance.
Progress follow_interior_path(const Scaled& scaled, ReducedMatrix& matrix, double tolerance, std::int64_t most_steps,
                              ScaledImpulses& impulses);

}  // namespace scree::solve
