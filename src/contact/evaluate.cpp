// One evaluation of all contacts: which thread passes which block, and when a block has all its loads, so that its
// bodies can be integrated.
//
// A pass has two phases; phase 1 writes all boundary contributions (contact/pass.cpp). contact/block_schedule.h runs
// the phases on all threads. Each thread has its own blocks; if they fit into its cache, it first runs phase 1 of the
// blocks on which other threads depend.
//
// Determinism: phase 1 of a block always precedes phase 2. Both add contacts in the order of the block's lists, to
// memory that no other pass writes. Completion then adds the boundary contributions in the order of the writing blocks.
// Tallies and loads on walls are summed in the order of blocks. Scheduling therefore decides when and on which thread a
// phase runs, but not the order of any sum.
#include <algorithm>
#include <memory>
#include <utility>

#include <omp.h>

#include "contact/contacts.h"

namespace scree::contact {
namespace {

/// Near pairs are those that can touch before bodies have moved by this fraction of the skin. A smaller value gives
/// fewer near pairs, but they are selected more often.
constexpr double k_near_fraction = 0.2;

/// Number of bodies beyond which the bodies, contacts and histories (600 bytes a body) exceed every cache.
constexpr std::size_t k_large_world = 60000;
/// Number of bodies per thread that nearly fit into the cache of a core, so that the two phases may visit a block at
/// different times. At 16,000 bodies per thread, visiting each block twice was 18 % slower
/// (docs/decisions/two-threads.md).
constexpr std::size_t k_cached_bodies = 6000;

}  // namespace

/// Each thread gets a contiguous range of blocks, so that its cache contains what it wrote in the last step. If the
/// bodies of this range fit into the cache, a thread begins with the blocks that write to blocks of other threads, and
/// ends with those that receive from them. Otherwise it passes the blocks in their order, in which most can be
/// completed before they leave the cache.
void Contacts::divide_blocks(int threads) {
  const std::size_t count = blocks_.size();
  std::int64_t all = 0, before = 0;
  for (const Block& block : blocks_) all += block.work();
  std::vector<std::uint32_t> thread_of(count);
  for (std::size_t b = 0; b < count; ++b) {
    const std::int64_t work = blocks_[b].work();
    thread_of[b] = static_cast<std::uint32_t>(
        std::min<std::int64_t>((2 * before + work) * threads / std::max<std::int64_t>(2 * all, 1), threads - 1));
    before += work;
  }
  const bool small = count > 0 && blocks_.back().last <= k_cached_bodies * static_cast<std::size_t>(threads);
  enum Position : char { first, middle, last };
  std::vector<Position> position(count, middle);
  for (std::size_t b = 0; b < count; ++b)
    for (const std::uint32_t to : blocks_[b].feeds_blocks)
      if (small && thread_of[to] != thread_of[b]) {
        position[b] = first;
        if (position[to] == middle) position[to] = last;
      }
  std::vector<BlockSchedule::ThreadWork> work(static_cast<std::size_t>(threads));
  for (const Position now : {first, middle, last})
    for (std::uint32_t b = 0; b < count; ++b)
      if (position[b] == now) work[thread_of[b]].blocks.push_back(b), work[thread_of[b]].early += now == first;
  if (pools_.size() < work.size()) pools_.resize(work.size());
  schedule_.set_work(std::move(work));
  mark_far_slots(thread_of);
}

/// Mark slots whose memory is in the cache of another core, or in no cache, for prefetching.
void Contacts::mark_far_slots(const std::vector<std::uint32_t>& thread_of) {
  const std::size_t bodies = blocks_.empty() ? 0 : blocks_.back().last, size = block_size(bodies);
#pragma omp parallel for schedule(static)
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    for (BoundarySlots& boundary_slots : blocks_[b].incoming)
      boundary_slots.far = thread_of[boundary_slots.from] != thread_of[b];
    blocks_[b].far_outgoing.clear();
    for (std::uint32_t k = blocks_[b].outgoing.first; k < blocks_[b].outgoing.last; ++k)
      if (boundary_uses_[k] > 0 && (bodies >= k_large_world || thread_of[slot_target_[k] / size] != thread_of[b]))
        blocks_[b].far_outgoing.push_back(k);
  }
}

void Contacts::evaluate(state::World& world, double step, const Complete& complete, Stored stored) {
  sum_stored_ = stored == Stored::summed, recording_ = sum_stored_ && records_;
  const InputTables tables(world);
  const KernelInputs inputs = inputs_of(world, tables, synchronised_);
  in_place_ = strained_ ? world.bodies.loads.data() : nullptr;

  if (sort_pairs_ || !(displacement_bound_ <= margin_)) {
    sort_pairs_ = true, chosen_at_ = moved_;
    displacement_bound_ = by_velocities_ ? 0.0 : 2.0 * moved_;
    margin_ = displacement_bound_ + k_near_fraction * skin_;
  }
  const int threads_now = omp_get_max_threads();
  // The contacts change little between two selections of near pairs, and so does the work of each block.
  if (sort_pairs_ || schedule_.work().size() != static_cast<std::size_t>(threads_now)) divide_blocks(threads_now);
  const auto next_block = [&](std::uint32_t b) { return b == BlockSchedule::k_none ? nullptr : &blocks_[b]; };
  // A block is complete when its own pass and phase 1 of all blocks that write to it are done. No other pass reads its
  // bodies then (the block of the lower slot owns a pair), so they can be integrated while they are in the cache.
  schedule_.run(
      {.phase1 =
           [&](std::uint32_t b, std::uint32_t next) {
             take_buffer(blocks_[b]);
             pass_phase1(blocks_[b], next_block(next), inputs, step);
           },
       .phase2 = [&](std::uint32_t b, std::uint32_t next) { pass_phase2(blocks_[b], next_block(next), inputs, step); },
       .complete =
           [&](std::uint32_t b) {
             reduce_boundary_loads(blocks_[b], inputs.bodies);
             complete(b, blocks_[b].loads);
             return_buffer(blocks_[b]);
           }});

  sort_pairs_ = false, in_place_ = nullptr;

  tally_ = {}, virial_ = {};
  Deepest too_deep;
  for (state::Wall& wall : world.walls) wall.load = {};
  for (Block& block : blocks_) {
    // completed by another thread than the one that took the buffer
    if (block.buffer) pools_[static_cast<std::size_t>(block.pool_thread)].buffers.push_back(std::move(block.buffer));
    tally_.add(block.tally.sum());
    if (strained_) block.virial.add_to(virial_);
    unconverged_ += block.unconverged;
    if (block.too_deep.fraction > too_deep.fraction) too_deep = block.too_deep;
    for (std::size_t w = 0; w < world.walls.size(); ++w) {
      state::LoadLine& sum = world.walls[w].load;
      const state::LoadLine& part = block.wall_loads[w];
      sum.fx += part.fx, sum.fy += part.fy, sum.fz += part.fz;
      sum.tx += part.tx, sum.ty += part.ty, sum.tz += part.tz;
    }
  }
  if (too_deep.fraction > 0.0 && !alarm_) {
    const auto id = [&](state::Slot slot) { return world.bodies.lines[slot].id; };
    alarm_ = {.a = id(too_deep.a),
              .b = too_deep.plane ? state::k_no_body : id(too_deep.b),
              .wall = too_deep.plane ? static_cast<int>(too_deep.b) : -1,
              .overlap = too_deep.overlap,
              .fraction = too_deep.fraction};
  }
}

/// Take a load buffer for a block. It returns to the pool that it was taken from, so that no pool runs empty while
/// another one grows.
void Contacts::take_buffer(Block& block) {
  if (in_place_) {
    block.loads = in_place_ + block.first;
    return;
  }
  block.pool_thread = omp_get_thread_num();
  auto& pool = pools_[static_cast<std::size_t>(block.pool_thread)].buffers;
  if (pool.empty()) pool.push_back(std::make_unique<LoadBuffer>());
  block.buffer = std::move(pool.back()), pool.pop_back();
  if (block.buffer->size() < block.last - block.first) block.buffer->resize(block.last - block.first);
  block.loads = block.buffer->data();
}
void Contacts::return_buffer(Block& block) {
  block.loads = nullptr;
  if (block.buffer && block.pool_thread == omp_get_thread_num())
    pools_[static_cast<std::size_t>(block.pool_thread)].buffers.push_back(std::move(block.buffer));
}

}  // namespace scree::contact
