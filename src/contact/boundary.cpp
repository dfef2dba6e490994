// Boundary contributions: loads on bodies of other blocks. Each combination of a block and a body of another block has
// one slot, a cache line that accumulates the loads of all contacts of this block on this body.
//
// A block clears its slots before it writes them, and the block of the target only reads them. A line therefore moves
// to the core of the reading block once a step, and back to be written again. A block adds the contributions to its
// bodies in the order of the writing blocks, in whatever order threads wrote them, so that sums have the same bits for
// any number of threads.
#include <algorithm>

#include "base/prefetch.h"
#include "contact/contacts.h"

namespace scree::contact {
namespace {

using state::Slot;

/// Call f(run, pair, the higher slot) for all pairs of two bodies.
template <class F>
void each_pair(Block& block, F f) {
  for (Run& run : block.runs) {
    if (run.at_wall()) continue;
    for (std::uint32_t p = 0; p < run.pairs; ++p) f(run, p, std::max(run.a[p], run.b[p]));
  }
}

}  // namespace

/// Assign a slot to every pair with a body of another block. Pairs of one block with the same body share a slot. Slots
/// are ordered by writing block, then by target.
void Contacts::assign_boundary_slots(state::World& world) {
  const std::size_t n = world.bodies.size(), size = block_size(n), count = blocks_.size();
  std::vector<std::vector<Slot>> targets(count);  // of each block: bodies of other blocks
#pragma omp parallel for schedule(dynamic)
  for (std::size_t b = 0; b < count; ++b) {
    std::vector<Slot>& to = targets[b];
    each_pair(blocks_[b], [&](Run&, std::uint32_t, Slot other) {
      if (other >= blocks_[b].last) to.push_back(other);
    });
    std::sort(to.begin(), to.end());
    to.erase(std::unique(to.begin(), to.end()), to.end());
  }
  std::uint32_t number = 0;
  for (std::uint32_t b = 0; b < count; ++b) {
    const std::vector<Slot>& to = targets[b];
    BoundarySlots& outgoing = blocks_[b].outgoing;
    outgoing = {number, number, b};
    while (outgoing.count() < to.size()) {
      const std::uint32_t first = outgoing.last, reader = static_cast<std::uint32_t>(to[outgoing.count()] / size);
      while (outgoing.count() < to.size() && to[outgoing.count()] < blocks_[reader].last) ++outgoing.last;
      blocks_[b].feeds_blocks.push_back(reader), blocks_[reader].incoming.push_back({first, outgoing.last, b});
    }
    number = outgoing.last;
  }
  std::vector<std::vector<std::uint32_t>> feeds(count);
  for (std::size_t b = 0; b < count; ++b) feeds[b] = blocks_[b].feeds_blocks;
  schedule_.set_dependencies(feeds);
  slot_target_.resize(number), slot_target_.shrink_to_fit();
  boundary_uses_.assign(number, 0);
  boundary_loads_.reserve(number), boundary_loads_.assign(number, {});
#pragma omp parallel
  {
    std::vector<std::uint32_t> boundary_slot(n);  // of the current block, by body
#pragma omp for schedule(dynamic)
    for (std::size_t b = 0; b < count; ++b) {
      Block& block = blocks_[b];
      std::copy(targets[b].begin(), targets[b].end(), slot_target_.begin() + block.outgoing.first);
      for (std::uint32_t k = block.outgoing.first; k < block.outgoing.last; ++k) boundary_slot[slot_target_[k]] = k;
      for (Run& run : block.runs) run.load_target.assign(run.at_wall() ? 0 : run.pairs, 0);
      each_pair(block, [&](Run& run, std::uint32_t p, Slot other) {
        run.load_target[p] = other < block.last ? other - block.first : k_boundary | boundary_slot[other];
      });
      for (Run& run : block.runs) {
        run.put_boundary_contacts_first();
        run.fill_contact_columns();
        for (std::uint32_t i = 0; i < run.boundary_contacts; ++i)
          ++boundary_uses_[run.load_target[run.touching[i]] & ~k_boundary];
      }
    }
  }
}

/// Clears slots in use, in groups of four. Where contacts are few, most slots are not in use.
void Contacts::clear_boundary_loads(const BoundarySlots& boundary_slots) {
  constexpr std::uint32_t k_together = 4;
  for (std::uint32_t k = boundary_slots.first; k < boundary_slots.last; k += k_together) {
    const std::uint32_t count = std::min(k_together, boundary_slots.last - k);
    std::uint16_t in_use[k_together] = {};
    std::copy_n(boundary_uses_.begin() + k, count, in_use);
    if (in_use[0] | in_use[1] | in_use[2] | in_use[3])
      std::fill_n(boundary_loads_.begin() + k, count, state::LoadLine{});
  }
}

/// The thread that wrote a contribution has read its target body. If it is another thread, the line of the body is
/// prefetched for writing, since the body is integrated next.
void Contacts::reduce_boundary_loads(const Block& block, const state::BodyLine* bodies) const {
  for (const BoundarySlots& boundary_slots : block.incoming) {
    if (boundary_slots.far)
      for (std::uint32_t boundary_slot = boundary_slots.first; boundary_slot < boundary_slots.last; ++boundary_slot) {
        const char* line = reinterpret_cast<const char*>(bodies + slot_target_[boundary_slot]);
        prefetch_write(line), prefetch_write(line + 64);
      }
    for (std::uint32_t boundary_slot = boundary_slots.first; boundary_slot < boundary_slots.last; ++boundary_slot) {
      if (boundary_uses_[boundary_slot] == 0) continue;
      const double* from = reinterpret_cast<const double*>(&boundary_loads_[boundary_slot]);
      double* to = reinterpret_cast<double*>(block.loads + (slot_target_[boundary_slot] - block.first));
      for (int k = 0; k < 8; ++k) to[k] += from[k];
    }
  }
}

}  // namespace scree::contact
