// From a scene's joints, motors, brakes, cylinders and carried planes to those of a world.
#pragma once

#include "sim/scene.h"
#include "state/world.h"

namespace scree::sim {

/// Is something fastened to a body, so that its orientation must be known?
bool has_fastened(const Scene& scene);

/// The id that a named body gets: those of spheres come first, data files among them, then those of solids.
state::Id id_of(const Scene& scene, const BodyRef& body);

/// What the scene alone says of them: kinds, limits, tables, materials. Before there are bodies.
void announce_joints(state::World& world, const Scene& scene);
/// Where they hold the bodies, which stand as at the start. Throws BuildError if a body is not there.
void fasten_joints(state::World& world, const Scene& scene);

}  // namespace scree::sim
