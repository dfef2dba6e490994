// A block: a contiguous range of bodies, which are neighbours along the Hilbert curve, and the pairs that these bodies
// own.
//
// The block of the body with the lower slot owns a pair. Any thread may evaluate any block, in any order, and yet the
// sums have the same bits for any number of threads, because:
//
// 1. The division of bodies into blocks depends on the number of bodies only.
//
// 2. Contacts of a block add their loads in the order of the block's lists (contacts that cross its boundary first).
//
// 3. A load on a body of another block is not added to the body, but to a boundary slot of the writing block
// (`load_target`). The other block adds these boundary contributions after its own loads, in the order of the writing
// blocks.
//
// docs/decisions/two-threads.md explains which thread evaluates and completes a block,
// docs/decisions/block-reduction.md why loads are summed in this way.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "contact/observe.h"
#include "contact/prepared.h"
#include "contact/run.h"
#include "kernel/virial.h"
#include "state/columns.h"
#include "state/world.h"

namespace scree::contact {

/// Loads on the bodies of one block during a step. A thread reuses the buffer that it used last, which is still in its
/// cache.
using LoadBuffer = state::Column<state::LoadLine>;

/// A range [first, last) of boundary slots, all written by one block.
struct BoundarySlots {
  std::uint32_t first = 0, last = 0;
  std::uint32_t from = 0;  ///< the block that writes them
  bool far = false;        ///< the writing block belongs to another thread than the reading block
  std::uint32_t count() const { return last - first; }
};

struct Block {
  state::Slot first = 0, last = 0;  ///< bodies [first, last)
  BoundarySlots outgoing;           ///< loads on bodies of other blocks, in the order of the slots of these bodies
  /// loads on these bodies from other blocks, in the order of these blocks: the order of the sum
  std::vector<BoundarySlots> incoming;
  /// loads on these bodies, from the beginning of the pass until the block is complete
  state::LoadLine* loads = nullptr;
  std::unique_ptr<LoadBuffer> buffer;       ///< memory of `loads`; null if loads are summed in state::Bodies::loads
  int pool_thread = 0;                      ///< the thread from whose pool `buffer` was taken
  std::vector<std::uint32_t> feeds_blocks;  ///< blocks that read the boundary contributions of this one
  /// Slots of `outgoing` that were in use when blocks were last divided among threads, and whose memory is in the cache
  /// of another core or in no cache. A pass prefetches them together with the bodies of their targets.
  std::vector<std::uint32_t> far_outgoing;
  /// some of these bodies are integrated one by one (state::Bodies::is_special)
  bool has_special = false;
  std::vector<Run> runs;
  std::vector<state::LoadLine> wall_loads;  ///< by these bodies on each wall
  TallyLanes tally;
  VirialLanes virial;   ///< summed only for strained cells (Contacts::serve_strained_cell)
  Deepest too_deep;     ///< deepest contact of the last pass beyond the overlap alarm; fraction 0: none
  int unconverged = 0;  ///< contacts of the last pass whose geometry did not converge to the tolerance

  Run& run_of(shape::Kind kind, std::uint16_t model);
  /// Estimated cost of a step of this block, in units of the cost of kick and drift of one body.
  std::int64_t work() const {
    constexpr std::int64_t k_boundary_work = 2, k_contact_work = 5;  // cycle counts in docs/decisions/two-threads.md
    std::int64_t sum = last - first;
    for (const BoundarySlots& boundary_slots : incoming) sum += k_boundary_work * boundary_slots.count();
    for (const Run& run : runs) sum += k_contact_work * static_cast<std::int64_t>(run.touching.size());
    return sum;
  }
};

/// Number of bodies of a block. It depends on the total number of bodies only, so that sums do not depend on the number
/// of threads. Large blocks have fewer boundary contributions; small blocks fit into the caches of a core and balance
/// better among threads. From 129 bodies on there are at least two blocks.
inline std::size_t block_size(std::size_t bodies) {
  constexpr std::size_t k_one_block = 128, k_usual = 512;
  if (bodies <= k_one_block) return k_one_block;
  const std::size_t usual = std::clamp<std::size_t>(bodies / 32, std::min(k_usual, bodies / 2), 2 * k_usual);
  const std::size_t count = bodies / std::max(usual, std::min(bodies / 128, 4 * k_usual));
  return (bodies + count - 1) / count;  // up to a million bodies, the last block has nearly the size of the others
}

inline Run& Block::run_of(shape::Kind kind, std::uint16_t model) {
  for (Run& run : runs)
    if (run.kind == kind && run.model == model) return run;
  runs.emplace_back();
  runs.back().kind = kind, runs.back().model = model, runs.back().first = first;
  return runs.back();
}

}  // namespace scree::contact
