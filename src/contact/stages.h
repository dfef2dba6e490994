// All stages of contacts of one model, one after the other over a chunk.
#pragma once

#include "contact/block.h"
#include "kernel/contact_kernels.h"
#include "contact/prepared.h"

namespace scree::contact {

/// A chunk of contacts of one model and one kind of pair, and where things are.
struct ChunkWork {
  const PreparedModel& model;
  shape::Kind kind;
  double* history;  ///< of the chunk's first contact, column k at k x stride
  std::size_t stride;
  LoadTargets to_a, to_b;
};

/// Kinematics to scatter over a chunk whose a, b, image, targets and count are set. Contacts that do not touch any more
/// get no load and an empty history; which they are is written into `ended` (room for k_chunk + 8), and how many is
/// returned.
std::uint32_t run_stages(const Kernels& kernels, const ChunkWork& work, const Scenery& scenery, Chunk& chunk,
                         TallyLanes& tally, std::uint32_t* ended);

/// Slide, roll and spin of a chunk that has been pressed: loads and torques on a; histories go on.
void run_friction(const Kernels& kernels, const PreparedModel& model, double* history, std::size_t stride, Chunk& chunk,
                  TallyLanes& tally);

}  // namespace scree::contact
