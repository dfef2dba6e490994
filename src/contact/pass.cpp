// One pass over the contacts: narrow phase, carry of histories into the new set of touching pairs, stages, loads.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <memory>
#include <thread>
#include <utility>

#include <omp.h>

#include "contact/contacts.h"
#include "contact/stages.h"

namespace scree::contact {
namespace {

/// Scratch of one thread; allocated once, reused for every block.
struct Scratch {
  Chunk chunk;
  std::vector<std::uint32_t> begin, more;  ///< pairs that begin to touch
  struct Stretch {
    std::uint32_t from, to, count;  ///< contacts that stay, and move together
  };
  std::vector<Stretch> stretches;
  std::vector<std::uint32_t> fresh;  ///< places of new contacts
};
Scratch& scratch() {
  thread_local const std::unique_ptr<Scratch> mine = std::make_unique<Scratch>();
  return *mine;
}

/// Move the stretches of one column to their new places. Stretches that move down go first to last, those that move up last
/// to first; a stretch never lands on one that moves the other way, since places are ascending.
template <class T>
void move_stretches(T* column, const std::vector<Scratch::Stretch>& stretches) {
  for (const auto& s : stretches)
    if (s.to < s.from) std::memmove(column + s.to, column + s.from, s.count * sizeof(T));
  for (auto s = stretches.rbegin(); s != stretches.rend(); ++s)
    if (s->to > s->from) std::memmove(column + s->to, column + s->from, s->count * sizeof(T));
}

/// A letter is read only while some pair behind it touches.
void count_letter(const Run& run, std::uint32_t pair, std::vector<std::uint16_t>& in_use, int change) {
  if (run.at_plane() || !(run.mail[pair] & k_letter)) return;
  std::uint16_t& count = in_use[run.mail[pair] & ~k_letter];
  count = static_cast<std::uint16_t>(count + change);
}

/// Contacts begin (`begin`: pairs, ascending) and end (`run.ended`: places, ascending; their springs are empty by now). What stays
/// is moved in whole stretches; the work is in proportion to the changes, but for the moving.
void change_contacts(Run& run, const PreparedModel& model, Scratch& s, std::vector<std::uint16_t>& in_use) {
  const auto old_count = static_cast<std::uint32_t>(run.touching.size());
  s.stretches.clear(), s.fresh.clear();
  std::uint32_t o = 0, n = 0;
  auto begin = s.begin.begin();
  auto ended = run.ended.begin();
  while (begin != s.begin.end() || ended != run.ended.end()) {
    // A new contact stands before the first old one with a higher pair.
    const auto at = begin == s.begin.end() ? old_count
                                           : static_cast<std::uint32_t>(std::lower_bound(run.touching.begin() + o, run.touching.end(), *begin) - run.touching.begin());
    const bool ends = ended != run.ended.end() && *ended < at;
    const std::uint32_t until = ends ? *ended : at;
    if (until > o) s.stretches.push_back({o, n, until - o});
    n += until - o, o = until;
    if (ends || begin == s.begin.end()) {
      count_letter(run, run.touching[o++], in_use, -1);
      ++ended;
    } else {
      count_letter(run, *begin++, in_use, +1);
      s.fresh.push_back(n++);
    }
  }
  if (old_count > o) s.stretches.push_back({o, n, old_count - o});
  n += old_count - o;
  run.ended.clear();

  const std::uint32_t count = n, old_stride = run.stride;
  if (count > run.stride) {
    run.stride = (count + count / 8 + k_pad) / k_pad * k_pad;
    for (auto* column : {&run.contact_a, &run.contact_b, &run.target_a, &run.target_b}) column->resize(run.stride);
    run.contact_image.resize(run.stride);
    state::Column<double> wider(static_cast<std::size_t>(run.stride) * model.history_size, 0.0);
    for (int k = 0; k < model.history_size; ++k)
      std::copy_n(run.history.begin() + static_cast<std::ptrdiff_t>(k) * old_stride, old_count, wider.begin() + static_cast<std::ptrdiff_t>(k) * run.stride);
    run.history = std::move(wider);
  }
  run.touching.resize(std::max(old_count, count));
  for (int k = 0; k < model.history_size; ++k) {
    double* column = run.history.data() + static_cast<std::size_t>(k) * run.stride;
    move_stretches(column, s.stretches);
    for (const std::uint32_t i : s.fresh) column[i] = 0.0;
    std::fill(column + count, column + std::min<std::size_t>(run.stride, (count + k_pad - 1) / k_pad * k_pad), 0.0);
  }
  for (auto* column : {&run.contact_a, &run.contact_b, &run.target_a, &run.target_b, &run.touching}) move_stretches(column->data(), s.stretches);
  move_stretches(run.contact_image.data(), s.stretches);
  run.touching.resize(count);
  for (std::size_t i = 0; i < s.fresh.size(); ++i) {
    run.touching[s.fresh[i]] = s.begin[i];
    run.name_contact(s.fresh[i], s.begin[i]);
  }
  run.pad_contacts();
}

/// Pairs are watched that can touch before bodies have moved by this share of the skin. Smaller: fewer of them, but they are
/// chosen anew more often.
constexpr double k_watch_share = 0.2;

/// Bodies of a world that no cache holds (600 bytes each).
constexpr std::size_t k_large_world = 60000;
/// Which cache to ask for the next block: the nearest is full of the present one.
constexpr int k_second_level = 2;
/// Bodies of a world that stays in a core's own cache: there is nothing to ask for.
constexpr std::size_t k_small_world = 4000;

/// Point a chunk at contacts [first, first + count) of a run.
void open_chunk(Chunk& c, const Run& run, std::uint32_t first, std::uint32_t count) {
  c.count = static_cast<int>(count);
  c.a = run.contact_a.data() + first, c.b = run.contact_b.data() + first;
  c.target_a = run.target_a.data() + first, c.target_b = run.target_b.data() + first;
  c.image = run.contact_image.data() + first;
}

}  // namespace

/// Which pairs begin to touch? Only watched pairs are looked at, unless it is time to choose those anew. Contacts that end are
/// found by the kinematics, which computes their distance anyway.
void Contacts::find_new_contacts(Run& run, const Scenery& scenery, std::vector<std::uint32_t>& begin, std::vector<std::uint32_t>& more) const {
  const int kind = static_cast<int>(run.kind);
  if (sort_pairs_) {
    std::vector<std::uint32_t> found(run.pairs + k_pad), stay;
    stay.reserve(run.touching.size());
    more.resize(run.pairs + k_pad);
    const Sorted n = kernels_.sort_pairs[kind](scenery, {run.a.data(), run.b.data(), run.image.data(), run.pairs}, margin_, found.data(), more.data());
    run.each_contact([&](std::uint32_t i) { stay.push_back(run.touching[i]); });
    begin.clear(), run.watched.clear();
    std::set_difference(found.begin(), found.begin() + n.touching, stay.begin(), stay.end(), std::back_inserter(begin));
    std::set_difference(more.begin(), more.begin() + n.near, stay.begin(), stay.end(), std::back_inserter(run.watched));
    run.name_watched();
    return;
  }
  const auto watched = static_cast<std::uint32_t>(run.watched.size());
  begin.resize(watched + k_pad);
  begin.resize(kernels_.narrow[kind](scenery, {run.watched_a.data(), run.watched_b.data(), run.watched_image.data(), watched}, begin.data()));
  for (auto place = begin.rbegin(); place != begin.rend(); ++place) *place = run.unwatch(*place);
  std::sort(begin.begin(), begin.end());
}

/// Ask for what will be read soon, while there is arithmetic to do: a share of the bodies of the block that this thread will
/// probably take next (the lists jump about among them, which no prefetcher foresees), and, when the world is larger than
/// any cache, what the next chunk reads and writes of other blocks.
void Contacts::read_ahead(const Block& block, const Run& run, std::uint32_t first, const Scenery& scenery) const {
  const auto ask = [&](state::Slot slot) {
    const char* line = reinterpret_cast<const char*>(scenery.bodies + slot);
    __builtin_prefetch(line, 0, k_second_level), __builtin_prefetch(line + 64, 0, k_second_level);
  };
  if (blocks_.back().last < k_small_world) return;
  const std::size_t count = run.touching.size(), size = block.last - block.first;
  asm volatile("");  // a prefetch is nothing to the compiler: without this it drops the whole function (256,000 bodies: 13 % slower)
  const std::size_t next = block.last;
  const std::size_t until = std::min<std::size_t>(next + size * std::min<std::size_t>(first + k_chunk, count) / count, blocks_.back().last);
  for (std::size_t slot = next + size * first / count; slot < until; ++slot) ask(static_cast<state::Slot>(slot));

  if (blocks_.back().last < k_large_world || run.at_plane()) return;
  const std::size_t stop = std::min<std::size_t>(count, first + 2 * k_chunk);
  for (std::size_t i = first + k_chunk; i < stop; ++i) {
    const bool to_b = run.target_b[i] & k_letter;
    const std::uint32_t target = to_b ? run.target_b[i] : run.target_a[i];
    if (!(target & k_letter)) continue;
    __builtin_prefetch(&letters_[target & ~k_letter], 1);
    ask(to_b ? run.contact_b[i] : run.contact_a[i]);
  }
}

void Contacts::pass(Block& block, const Scenery& scenery, double step) {
  Scratch& s = scratch();
  Chunk& c = s.chunk;
  c.step = step, c.synchronised = synchronised_, c.stored = sum_stored_;
  c.overlap_alarm = overlap_alarm_, c.alarmed = false, c.unconverged = 0;
  block.tally = {};
  if (strained_) block.virial = {};
  take_buffer(block);
  std::memset(static_cast<void*>(block.loads), 0, (block.last - block.first) * sizeof(state::LoadLine));
  std::fill(block.wall_loads.begin(), block.wall_loads.end(), state::LoadLine{});

  for (Run& run : block.runs) {
    const PreparedModel& model = table_.models[run.model];
    find_new_contacts(run, scenery, s.begin, s.more);
    if (!s.begin.empty() || !run.ended.empty()) change_contacts(run, model, s, letters_in_use_);
    const LoadTargets to_a{block.loads, letters_.data()};
    const LoadTargets to_b = run.at_plane() ? LoadTargets{block.wall_loads.data(), nullptr} : to_a;
    const auto count = static_cast<std::uint32_t>(run.touching.size());
    for (std::uint32_t first = 0; first < count; first += k_chunk) {
      read_ahead(block, run, first, scenery);
      open_chunk(c, run, first, std::min<std::uint32_t>(k_chunk, count - first));
      std::uint32_t ended[k_chunk + k_pad];
      const std::uint32_t gone = run_stages(kernels_, {model, run.kind, run.history.data() + first, run.stride, to_a, to_b}, scenery, c, block.tally, ended);
      if (strained_ && run.kind == shape::Kind::sphere_sphere) kernels_.add_virial(c, block.virial);
      for (std::uint32_t e = 0; e < gone; ++e) {
        run.ended.push_back(first + ended[e]);
        run.watch(run.touching[first + ended[e]]);
      }
    }
  }
  block.alarmed = c.alarmed, block.unconverged = c.unconverged;
}

/// Every thread gets a stretch of blocks of its own, so that it finds in its cache what it wrote a step ago. It begins with those that write to the blocks of
/// others and ends with those to which others write: then these are complete when it has passed them, and it pushes them on itself.
void Contacts::divide_blocks(int threads) {
  const std::size_t count = blocks_.size();
  std::int64_t all = 0, before = 0;
  for (const Block& block : blocks_) all += block.work();
  std::vector<std::uint32_t> whose(count);
  for (std::size_t b = 0; b < count; ++b) {
    const std::int64_t work = blocks_[b].work();
    whose[b] = static_cast<std::uint32_t>(std::min<std::int64_t>((2 * before + work) * threads / std::max<std::int64_t>(2 * all, 1), threads - 1));
    before += work;
  }
  enum When : char { first, middle, last };
  std::vector<When> when(count, middle);
  for (std::size_t b = 0; b < count; ++b)
    for (const std::uint32_t to : blocks_[b].writes_to)
      if (whose[to] != whose[b]) {
        when[b] = first;
        if (when[to] == middle) when[to] = last;
      }
  shares_.resize(static_cast<std::size_t>(threads));
  for (auto& share : shares_) share.clear();
  for (const When turn : {first, middle, last})
    for (std::uint32_t b = 0; b < count; ++b)
      if (when[b] == turn) shares_[whose[b]].push_back(b);
}

void Contacts::evaluate(state::World& world, double step, const Complete& complete, Stored stored) {
  sum_stored_ = stored == Stored::summed;
  const SceneryTables tables(world);
  const Scenery scenery = tables.of(world, synchronised_);
  in_place_ = strained_ ? world.bodies.loads.data() : nullptr;

  if (sort_pairs_ || !(crept_ <= margin_)) {
    sort_pairs_ = true, chosen_at_ = moved_;
    crept_ = by_velocities_ ? 0.0 : 2.0 * moved_;
    margin_ = crept_ + k_watch_share * skin_;
  }
  const std::int64_t count = static_cast<std::int64_t>(blocks_.size());
  // A block is complete when its own pass and those of all blocks that write to it are done. Its bodies are read by these
  // passes only (the lower block owns a pair), so it may be pushed on while it is still in the cache.
  for (std::int64_t b = 0; b < count; ++b) {
    waits_[b].store(blocks_[b].writers + 1, std::memory_order_relaxed);
    taken_[b].store(false, std::memory_order_relaxed), completed_[b].store(false, std::memory_order_relaxed);
  }
  const int threads_now = omp_get_max_threads();  // contacts change little between two choices of watched pairs
  if (sort_pairs_ || shares_.size() != static_cast<std::size_t>(threads_now)) divide_blocks(threads_now);
  const auto take = [&](std::uint32_t b) {
    if (taken_[b].exchange(true, std::memory_order_relaxed)) return;
    pass(blocks_[b], scenery, step);
    waits_[b].fetch_sub(1, std::memory_order_acq_rel);
    for (const std::uint32_t to : blocks_[b].writes_to) waits_[to].fetch_sub(1, std::memory_order_acq_rel);
  };
  const auto completed = [&](std::uint32_t b) {  // or about to be, by somebody
    if (waits_[b].load(std::memory_order_acquire) != 0) return false;
    if (completed_[b].exchange(true, std::memory_order_relaxed)) return true;
    deliver(blocks_[b]);
    complete(b, blocks_[b].loads);
    give_back(blocks_[b]);
    return true;
  };
  // Who is done with its own blocks helps the others, from the ends of what they have to do. No sum depends on who did what.
#pragma omp parallel
  {
    const std::size_t threads = shares_.size(), me = static_cast<std::size_t>(omp_get_thread_num());
    std::vector<std::uint32_t> waiting;  // of its own
    for (const std::uint32_t b : shares_[me]) {
      take(b);
      waiting.push_back(b);
      std::erase_if(waiting, completed);
    }
    for (std::size_t k = 1; k < threads; ++k) {
      const std::vector<std::uint32_t>& share = shares_[(me + k) % threads];
      for (auto b = share.rbegin(); b != share.rend(); ++b) {
        take(*b);
        std::erase_if(waiting, completed);
      }
    }
    // Nothing is left to pass. What others have not completed by now is completed by whoever comes first; the one that made the very last pass finds all
    // of them ready.
    while (!waiting.empty())
      if (std::erase_if(waiting, completed) == 0) std::this_thread::yield();
    for (std::size_t k = 1; k < threads; ++k)
      for (const std::uint32_t b : shares_[(me + k) % threads]) completed(b);
  }

  sort_pairs_ = false, in_place_ = nullptr;

  tally_ = {}, virial_ = {};
  for (state::Wall& wall : world.walls) wall.load = {};
  for (const Block& block : blocks_) {
    tally_.add(block.tally.sum());
    if (strained_) block.virial.add_to(virial_);
    alarmed_ = alarmed_ || block.alarmed, unconverged_ += block.unconverged;
    for (std::size_t w = 0; w < world.walls.size(); ++w) {
      state::LoadLine& sum = world.walls[w].load;
      const state::LoadLine& part = block.wall_loads[w];
      sum.fx += part.fx, sum.fy += part.fy, sum.fz += part.fz;
      sum.tx += part.tx, sum.ty += part.ty, sum.tz += part.tz;
    }
  }
}

void Contacts::deliver(Block& block) {
  for (std::uint32_t letter = block.first_letter; letter < block.last_letter; ++letter) {
    if (letters_in_use_[letter] == 0) continue;
    double* from = reinterpret_cast<double*>(&letters_[letter]);
    double* to = reinterpret_cast<double*>(block.loads + (addressee_[letter] - block.first));
    for (int k = 0; k < 8; ++k) to[k] += from[k], from[k] = 0.0;
  }
}

void Contacts::take_buffer(Block& block) {
  if (in_place_) {
    block.loads = in_place_ + block.first;
    return;
  }
  {
    const std::lock_guard hold(*buffers_lock_);
    if (buffers_.size() < shares_.size()) buffers_.resize(shares_.size());
    auto* pool = &buffers_[static_cast<std::size_t>(omp_get_thread_num())];
    for (auto& other : buffers_)
      if (pool->empty()) pool = &other;
    if (!pool->empty()) block.buffer = std::move(pool->back()), pool->pop_back();
  }
  if (!block.buffer) block.buffer = std::make_unique<LoadBuffer>();
  if (block.buffer->size() < block.last - block.first) block.buffer->resize(block.last - block.first);
  block.loads = block.buffer->data();
}
void Contacts::give_back(Block& block) {
  block.loads = nullptr;
  if (!block.buffer) return;
  const std::lock_guard hold(*buffers_lock_);
  buffers_[static_cast<std::size_t>(omp_get_thread_num())].push_back(std::move(block.buffer));
}

}  // namespace scree::contact
