// The paper's fixed point iteration as projected Gauss-Seidel. [TasoraAnitescu2013, eq. 46; docs/specs/tasora.md, 1.5]
//
//   gamma_i <- P(gamma_i - omega eta_i B_i u_i),  and the bodies of i move at once,
//
// with the cone scaled by the contact's own diagonal B (solve/residual.h), so that one eta_i serves all its parts. It
// converges if omega eta_i lambda_max(N_ii) < 2 for every contact; eta_i is one over a bound of lambda_max, the largest
// sum of absolute values in a row of the scaled block, which is exact for spheres. (The usual 6 / trace(N_ii) breaks
// the condition where degrees of freedom are locked.) Contacts go by colours (solve/colours.h), and rows follow in
// their order, one by one. An iteration is a sweep over all of them.
#pragma once

#include "solve/solver.h"

namespace scree::solve {

Outcome solve_gauss_seidel(const Problem& problem, Impulses& impulses, const Settings& settings);

}  // namespace scree::solve
