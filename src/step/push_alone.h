// Bodies that the push kernel cannot push: with locked degrees of freedom, with a force of their own, or no spheres.
#pragma once

#include "kernel/contact_kernels.h"
#include "state/world.h"

namespace scree::step {

/// Work of drives, that of ending a step and that of beginning one apart: sums must not depend on whether both are done
/// in one sweep.
struct DriveWork {
  double end = 0.0, begin = 0.0;
};

/// Is this degree of freedom (0-2 translation, 3-5 rotation) kept at its velocity?
inline bool is_locked(const state::BodyLine& p, int freedom) { return p.locks >> freedom & 1; }

/// Angular acceleration by a torque, with locked axes left out. A body that is no sphere turns freely, about one axis
/// of the world, or not at all (the scene reader sees to that); about one axis e it has the inertia e.I e.
Vec3d angular_acceleration(const state::Bodies& bodies, std::size_t slot, const Vec3d& torque);

/// What the push kernel does for the others; a body that is no sphere is also turned. `load` is that of its contacts.
void push_alone(const contact::Push& how, state::Bodies& bodies, std::size_t slot, const state::LoadLine& load,
                contact::VelocityBox& box, DriveWork& work);

}  // namespace scree::step
