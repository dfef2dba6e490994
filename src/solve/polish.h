// Semismooth Newton steps on an augmented Lagrangian in the velocities. [docs/specs/tasora.md, 1.4 and 8;
// ZhaoSunToh2010 for the method]
//
// One round finds the motion z that minimises  phi(z) = |z|^2 / 2 + sum |P(x)|_W^2 / 2,  x = W^-1 (g / beta - u(z)),
// W = 1 / beta + soft, P the projection in the metric W. phi is once differentiable and strongly convex, with the
// gradient z - J^T P(x). Then g <- P(x). Each round is a proximal step for the impulses, so it converges from any
// guess. With a large beta and the correct set of active contacts a round takes one Newton step, and the error falls by
// a factor of ten or more.
#pragma once

#include "solve/interior.h"

namespace scree::solve {

/// `impulses` is the guess, and is replaced by the impulses of the smallest residual found, at most that of the guess.
Progress polish(const Scaled& scaled, ReducedMatrix& matrix, double tolerance, std::int64_t max_steps,
                ScaledImpulses& impulses);

}  // namespace scree::solve
