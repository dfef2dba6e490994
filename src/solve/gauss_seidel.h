// The fixed-point iteration of the paper as projected Gauss-Seidel. [TasoraAnitescu2013, eq. 46; docs/specs/tasora.md,
// 1.5]
//
//   gamma_i <- P(gamma_i - omega eta_i B_i u_i),  and the velocities of the two bodies of i are updated immediately.
//
// The cone is scaled by the contact's own diagonal B (solve/residual.h), so one eta_i suits all its components. The
// iteration converges if omega eta_i lambda_max(N_ii) < 2 for every contact. eta_i is the inverse of a bound of
// lambda_max, the largest sum of absolute values in a row of the scaled block, which is exact for spheres. (The usual
// 6 / trace(N_ii) violates the condition where degrees of freedom are locked.) Contacts are processed by colours
// (solve/colours.h), rows after them in their order. One iteration is one sweep over all contacts and rows.
#pragma once

#include "solve/solver.h"

namespace scree::solve {

Outcome solve_gauss_seidel(const Problem& problem, Impulses& impulses, const Settings& settings);

}  // namespace scree::solve
