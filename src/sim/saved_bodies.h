// Saves and restores the columns of bodies.
#pragma once

#include "base/archive.h"
#include "sim/scene.h"
#include "state/world.h"
#include "state/cell.h"

namespace scree::sim {

void save_bodies(const state::Bodies& bodies, Archive& archive);
/// `bodies` must be empty, and its `kept` must be that of the scene. Throws ArchiveError if an array does not belong to
/// the scene or has invalid values.
void restore_bodies(const Archive& archive, const Scene& scene, const state::Cell& cell, state::Bodies& bodies);

}  // namespace scree::sim
