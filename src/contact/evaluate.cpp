// One evaluation of all contacts: who passes which block, and when a block has all its loads and may go on.
//
// Every thread has blocks of its own. A pass has two parts; the first writes all letters (contact/pass.cpp). A thread
// whose share stays in its cache does the first parts of those blocks first for which others wait. Then block by block:
// what is left of the pass, and whatever has all its loads by then is completed, while it is in the cache.
#include <algorithm>
#include <memory>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <omp.h>

#include "base/patience.h"
#include "contact/contacts.h"

namespace scree::contact {
namespace {

/// Pairs are watched that can touch before bodies have moved by this share of the skin. Smaller: fewer of them, but
/// they are chosen anew more often.
constexpr double k_watch_share = 0.2;

/// Bodies of a world that no cache holds (600 bytes each).
constexpr std::size_t k_large_world = 60000;
/// Bodies of a share that stays in a core's own cache, nearly: its blocks may be visited twice. (The chute, 16,000 a
/// thread, was 18 % slower by that.)
constexpr std::size_t k_small_share = 6000;

}  // namespace

/// Every thread gets a stretch of blocks of its own, so that it finds in its cache what it wrote a step ago. If that
/// stays there, it begins with those that write to the blocks of others and ends with those to which others write. If
/// not, blocks go in their own order, in which most can be completed before they have left the cache.
void Contacts::divide_blocks(int threads) {
  const std::size_t count = blocks_.size();
  std::int64_t all = 0, before = 0;
  for (const Block& block : blocks_) all += block.work();
  std::vector<std::uint32_t> whose(count);
  for (std::size_t b = 0; b < count; ++b) {
    const std::int64_t work = blocks_[b].work();
    whose[b] = static_cast<std::uint32_t>(
        std::min<std::int64_t>((2 * before + work) * threads / std::max<std::int64_t>(2 * all, 1), threads - 1));
    before += work;
  }
  const bool small = count > 0 && blocks_.back().last <= k_small_share * static_cast<std::size_t>(threads);
  enum When : char { first, middle, last };
  std::vector<When> when(count, middle);
  for (std::size_t b = 0; b < count; ++b)
    for (const std::uint32_t to : blocks_[b].writes_to)
      if (small && whose[to] != whose[b]) {
        when[b] = first;
        if (when[to] == middle) when[to] = last;
      }
  shares_.resize(static_cast<std::size_t>(threads));
  if (pools_.size() < shares_.size()) pools_.resize(shares_.size());
  for (Share& share : shares_) share = {};
  for (const When turn : {first, middle, last})
    for (std::uint32_t b = 0; b < count; ++b)
      if (when[b] == turn) shares_[whose[b]].blocks.push_back(b), shares_[whose[b]].awaited += turn == first;
  note_far(whose);
}

/// What lies in the cache of another core, or in none, is asked for ahead of its use.
void Contacts::note_far(const std::vector<std::uint32_t>& whose) {
  const std::size_t bodies = blocks_.empty() ? 0 : blocks_.back().last, size = block_size(bodies);
#pragma omp parallel for schedule(static)
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    for (Letters& letters : blocks_[b].received) letters.far = whose[letters.from] != whose[b];
    blocks_[b].far_sent.clear();
    for (std::uint32_t k = blocks_[b].sent.first; k < blocks_[b].sent.last; ++k)
      if (letters_in_use_[k] > 0 && (bodies >= k_large_world || whose[addressee_[k] / size] != whose[b]))
        blocks_[b].far_sent.push_back(k);
  }
}

void Contacts::evaluate(state::World& world, double step, const Complete& complete, Stored stored) {
  sum_stored_ = stored == Stored::summed, recording_ = sum_stored_ && records_;
  const SceneryTables tables(world);
  const Scenery scenery = scenery_of(world, tables, synchronised_);
  in_place_ = strained_ ? world.bodies.loads.data() : nullptr;

  if (sort_pairs_ || !(crept_ <= margin_)) {
    sort_pairs_ = true, chosen_at_ = moved_;
    crept_ = by_velocities_ ? 0.0 : 2.0 * moved_;
    margin_ = crept_ + k_watch_share * skin_;
  }
  // A block is complete when its own pass is done and those of all blocks that write to it have begun: letters are
  // written first. Its bodies are read by no others (the lower block owns a pair), so it may be pushed on while it is
  // still in the cache.
  for (std::size_t b = 0; b < blocks_.size(); ++b) {
    progress_[b].waits.store(static_cast<std::uint32_t>(blocks_[b].received.size()) + 1, std::memory_order_relaxed);
    for (auto* flag :
         {&progress_[b].beginning, &progress_[b].first_done, &progress_[b].ending, &progress_[b].completing})
      flag->store(false, std::memory_order_relaxed);
  }
  const int threads_now = omp_get_max_threads();  // contacts change little between two choices of watched pairs
  if (sort_pairs_ || shares_.size() != static_cast<std::size_t>(threads_now)) divide_blocks(threads_now);
  const auto begin = [&](std::uint32_t b, const Block* next) {
    if (progress_[b].beginning.exchange(true, std::memory_order_relaxed)) return;
    take_buffer(blocks_[b]);
    begin_pass(blocks_[b], next, scenery, step);
    progress_[b].first_done.store(true, std::memory_order_release);
    for (const std::uint32_t to : blocks_[b].writes_to) progress_[to].waits.fetch_sub(1, std::memory_order_acq_rel);
  };
  const auto end = [&](std::uint32_t b, const Block* next) {
    if (progress_[b].ending.exchange(true, std::memory_order_relaxed)) return;
    begin(b, nullptr);
    for (Patience patience; !progress_[b].first_done.load(std::memory_order_acquire);) patience.wait();
    end_pass(blocks_[b], next, scenery, step);
    progress_[b].waits.fetch_sub(1, std::memory_order_acq_rel);
  };
  const auto completed = [&](std::uint32_t b) {  // or about to be, by somebody
    if (progress_[b].waits.load(std::memory_order_acquire) != 0) return false;
    if (progress_[b].completing.exchange(true, std::memory_order_relaxed)) return true;
    deliver(blocks_[b], scenery.bodies);
    complete(b, blocks_[b].loads);
    give_back(blocks_[b]);
    return true;
  };
  // Who is done with its own blocks helps the others, from the ends of what they have to do. No sum depends on who did
  // what.
#pragma omp parallel
  {
    // A team may be smaller than it was asked for (OMP_THREAD_LIMIT, OMP_DYNAMIC): shares without a thread of their own
    // are done by those that there are.
    const std::size_t team = static_cast<std::size_t>(omp_get_num_threads()),
                      me = static_cast<std::size_t>(omp_get_thread_num());
    std::vector<std::uint32_t> waiting;  // of its own
    // the last first: they are in the nearer cache, and the next step begins with the others
    const auto complete_ready = [&] {
      const std::size_t before = waiting.size();
      for (std::size_t i = before; i-- > 0;)
        if (completed(waiting[i])) waiting.erase(waiting.begin() + static_cast<std::ptrdiff_t>(i));
      return waiting.size() < before;
    };
    for (std::size_t own = me; own < shares_.size(); own += team) {
      const std::vector<std::uint32_t>& mine = shares_[own].blocks;
      const std::size_t awaited = shares_[own].awaited;
      for (std::size_t k = 0; k < awaited; ++k) begin(mine[k], k + 1 < awaited ? &blocks_[mine[k + 1]] : nullptr);
      for (std::size_t k = 0; k < mine.size(); ++k) {
        end(mine[k], k + 1 < mine.size() ? &blocks_[mine[k + 1]] : nullptr);
        waiting.push_back(mine[k]);
        complete_ready();
      }
    }
    const auto taken = [&](std::uint32_t b) { return progress_[b].ending.load(std::memory_order_relaxed); };
    for (std::size_t k = 1; k < shares_.size(); ++k) {
      // The last one is left to its owner: all that is read for it would come from the other core, and go back in the
      // next step.
      const std::vector<std::uint32_t>& blocks = shares_[(me + k) % shares_.size()].blocks;
      for (std::size_t i = blocks.size(); i-- > 0;) {
        if (taken(blocks[i])) continue;
        if (i == 0 || taken(blocks[i - 1])) break;
        end(blocks[i], nullptr);
        complete_ready();
      }
    }
    // What is left is in work, or next in its owner's turn. What others have not completed by now is completed by
    // whoever comes first; the one that made the very last pass finds all of them ready.
    for (Patience patience; !waiting.empty();)
      if (!complete_ready()) patience.wait();
    for (std::size_t k = 1; k < shares_.size(); ++k) {
      const std::vector<std::uint32_t>& blocks = shares_[(me + k) % shares_.size()].blocks;
      std::for_each(blocks.begin(), blocks.end(), completed);
    }
  }
  for (std::size_t b = 0; b < blocks_.size(); ++b)
    if (!progress_[b].completing.load(std::memory_order_relaxed))
      throw std::logic_error(fmt::format(
          "block {} of {} was left out of a step by {} shares: this is a mistake in scree, please report it", b,
          blocks_.size(), shares_.size()));

  sort_pairs_ = false, in_place_ = nullptr;

  tally_ = {}, virial_ = {};
  Deepest too_deep;
  for (state::Wall& wall : world.walls) wall.load = {};
  for (Block& block : blocks_) {
    // somebody else has completed it
    if (block.buffer) pools_[static_cast<std::size_t>(block.passed_by)].buffers.push_back(std::move(block.buffer));
    tally_.add(block.tally.sum());
    if (strained_) block.virial.add_to(virial_);
    unconverged_ += block.unconverged;
    if (block.too_deep.share > too_deep.share) too_deep = block.too_deep;
    for (std::size_t w = 0; w < world.walls.size(); ++w) {
      state::LoadLine& sum = world.walls[w].load;
      const state::LoadLine& part = block.wall_loads[w];
      sum.fx += part.fx, sum.fy += part.fy, sum.fz += part.fz;
      sum.tx += part.tx, sum.ty += part.ty, sum.tz += part.tz;
    }
  }
  if (too_deep.share > 0.0 && !alarm_) {
    const auto id = [&](state::Slot slot) { return world.bodies.lines[slot].id; };
    alarm_ = {.a = id(too_deep.a),
              .b = too_deep.plane ? state::k_no_body : id(too_deep.b),
              .wall = too_deep.plane ? static_cast<int>(too_deep.b) : -1,
              .overlap = too_deep.overlap,
              .fraction = too_deep.share};
  }
}

/// A buffer goes back to the pool that it was taken from, so that no pool runs dry while another fills up.
void Contacts::take_buffer(Block& block) {
  if (in_place_) {
    block.loads = in_place_ + block.first;
    return;
  }
  block.passed_by = omp_get_thread_num();
  auto& pool = pools_[static_cast<std::size_t>(block.passed_by)].buffers;
  if (pool.empty()) pool.push_back(std::make_unique<LoadBuffer>());
  block.buffer = std::move(pool.back()), pool.pop_back();
  if (block.buffer->size() < block.last - block.first) block.buffer->resize(block.last - block.first);
  block.loads = block.buffer->data();
}
void Contacts::give_back(Block& block) {
  block.loads = nullptr;
  if (block.buffer && block.passed_by == omp_get_thread_num())
    pools_[static_cast<std::size_t>(block.passed_by)].buffers.push_back(std::move(block.buffer));
}

}  // namespace scree::contact
