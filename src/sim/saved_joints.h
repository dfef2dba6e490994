// What holds, drives or carries bodies, into an archive and back. What the scene says of it is not saved; nothing is if
// there is none.
#pragma once

#include "base/archive.h"
#include "state/world.h"

namespace scree::sim {

void save_joints(const state::World& world, Archive& archive);
/// Into a world in which the scene has announced them (sim/build_joints.h). Throws ArchiveError.
void restore_joints(const Archive& archive, state::World& world);

}  // namespace scree::sim
