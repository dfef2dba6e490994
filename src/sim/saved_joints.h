// Saves and restores joints, drives, body-attached planes and cylinders. Properties that follow from the scene are not
// saved, and an empty list writes no array.
#pragma once

#include "base/archive.h"
#include "state/world.h"

namespace scree::sim {

void save_joints(const state::World& world, Archive& archive);
/// The world must have the declared joints of the scene (declare_joints, sim/build_joints.h). Throws ArchiveError.
void restore_joints(const Archive& archive, state::World& world);

}  // namespace scree::sim
