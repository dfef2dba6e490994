// Semismooth Newton steps on an augmented Lagrangian in the velocities. [docs/specs/tasora.md, 1.4 and 8;
// ZhaoSunToh2010 for the method]
//
// One round finds the motion z that makes least  phi(z) = |z|^2 / 2 + sum |P(x)|_W^2 / 2,  x = W^-1 (g / beta - u(z)),
// W = 1 / beta + soft, P the projection in the metric W: smooth once, strongly convex, with gradient z - J^T P(x). Then
// g <- P(x). Each round is a proximal step for the impulses, so it cannot go wrong from any guess; with a large beta
// and the right contacts active one Newton step makes a round, and the error falls by a power of ten or more.
#pragma once

#include "solve/interior.h"

namespace scree::solve {

/// `impulses` holds a guess and gets what is best; never worse than the guess.
Progress polish(const Scaled& scaled, ReducedMatrix& matrix, double tolerance, std::int64_t most_steps,
                ScaledImpulses& impulses);

}  // namespace scree::solve
