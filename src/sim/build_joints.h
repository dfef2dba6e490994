// Builds the joints, motors, brakes, cylinders and body-attached planes of a world from those of a scene.
#pragma once

#include "sim/scene.h"
#include "state/world.h"

namespace scree::sim {

/// Does the scene have joints, drives or planes that are attached to a body? They need its orientation.
bool has_attached(const Scene& scene);

/// The id that a named body gets. Spheres are numbered first, those of data files included, then non-spherical bodies.
state::Id id_of(const Scene& scene, const BodyRef& body);

/// First phase, before the bodies exist: sets what depends on the scene alone (kinds, limits, tables, materials).
void declare_joints(state::World& world, const Scene& scene);
/// Second phase, with the bodies at their initial positions: sets the attachment points and axes. Throws BuildError if
/// a body does not exist.
void attach_joints(state::World& world, const Scene& scene);

}  // namespace scree::sim
