// Kick and drift of single bodies that the vectorized kernel does not support: bodies with locked degrees of freedom,
// with an individual applied force, or of a non-spherical shape.
#pragma once

#include "kernel/contact_kernels.h"
#include "state/world.h"

namespace scree::step {

/// Work of driven degrees of freedom [J]. The work at the end of a step and that at the beginning of the next are
/// summed separately, so that the sums do not depend on whether both are done in one sweep over the bodies.
struct DriveWork {
  double end = 0.0, begin = 0.0;
};

/// Is this degree of freedom (0-2 translation, 3-5 rotation) locked, that is, is its velocity prescribed?
inline bool is_locked(const state::BodyLine& p, int freedom) { return p.locks >> freedom & 1; }

/// Angular acceleration by a torque, zero about locked axes. A non-spherical body rotates freely, about one axis of the
/// world, or not at all (the scene reader rejects other locks); about one axis e its inertia is e.I e.
Vec3d angular_acceleration(const state::Bodies& bodies, std::size_t slot, const Vec3d& torque);

/// Does for one body what the kernel `kick_drift` does for the others. It also rotates a non-spherical body, and adds
/// the work of locked degrees of freedom. `load` is the sum of its contact loads.
void kick_drift_alone(const contact::KickDrift& parameters, state::Bodies& bodies, std::size_t slot,
                      const state::LoadLine& load, contact::VelocityBox& box, DriveWork& work);

}  // namespace scree::step
