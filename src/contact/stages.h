// All stages of the contacts of one model, one stage after the other over a chunk.
#pragma once

#include "contact/block.h"
#include "kernel/contact_kernels.h"
#include "contact/prepared.h"

namespace scree::contact {

/// The model and kind of a chunk of contacts, and the memory of its histories and loads.
struct ChunkWork {
  const PreparedModel& model;
  shape::Kind kind;
  double* history;  ///< history of the chunk's first contact, column k at k x stride
  std::size_t stride;
  LoadTargets to_a, to_b;
};

/// Run kinematics to scatter over a chunk whose a, b, image, targets and count are set. Contacts that no longer touch
/// get no load and an empty history; their indices are written to `ended` (memory for k_chunk + 8), and their number is
/// returned.
std::uint32_t run_stages(const Kernels& kernels, const ChunkWork& work, const KernelInputs& inputs, Chunk& chunk,
                         TallyLanes& tally, std::uint32_t* ended);

/// Run slide, roll and spin of a chunk after the normal stage: loads and torques on a, and new histories.
void run_friction(const Kernels& kernels, const PreparedModel& model, double* history, std::size_t stride, Chunk& chunk,
                  TallyLanes& tally);

}  // namespace scree::contact
