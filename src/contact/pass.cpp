// A pass over the contacts of one block: narrow phase, contacts that begin and end, stages, loads.
//
// A pass has two phases. Phase 1 finds the pairs that touch and evaluates the contacts that write boundary
// contributions. It evaluates whole chunks, so that each contact is in the same chunk and the same SIMD lane as in a
// pass without phases. Phase 2 evaluates the other contacts, which read and load bodies of this block only.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <memory>
#include <utility>

#include "base/prefetch.h"
#include "contact/contacts.h"
#include "contact/stages.h"

namespace scree::contact {

/// Scratch memory of one thread; allocated once, reused for every block.
struct PassScratch {
  Chunk chunk;
  std::vector<std::uint32_t> begin;        ///< pairs that begin to touch
  std::vector<std::uint32_t> found, near;  ///< pairs, when near pairs are selected
  std::vector<char> is_contact;            ///< of each pair
};

namespace {

PassScratch& scratch() {
  thread_local const std::unique_ptr<PassScratch> mine = std::make_unique<PassScratch>();
  return *mine;
}

/// Contacts end (`run.ended`: indices, ascending; their springs are empty) and begin (`begin`: pairs, ascending). The
/// order of contacts, and so of sums, follows from these two lists only, not from the method by which the pairs were
/// found. The cost is proportional to the number of changes. Contacts are therefore not kept in the order of pairs,
/// where each change would move half of the histories of a block: 4 to 8 % of a step of 256,000 bodies.
void change_contacts(Run& run, const PreparedModel& model, const std::vector<std::uint32_t>& begin,
                     std::vector<std::uint16_t>& in_use) {
  // A slot is read only while at least one contact writes to it.
  const auto count_use = [&](std::uint32_t pair, int change) {
    if (!run.crosses_block(pair)) return;
    std::uint16_t& count = in_use[run.load_target[pair] & ~k_boundary];
    count = static_cast<std::uint16_t>(count + change);
  };
  for (auto place = run.ended.rbegin(); place != run.ended.rend(); ++place) {
    count_use(run.touching[*place], -1);
    run.end_contact(*place);
  }
  run.ended.clear();
  run.make_room(run.touching.size() + begin.size(), static_cast<std::size_t>(model.history_size));
  for (const std::uint32_t pair : begin) {
    count_use(pair, +1);
    run.begin_contact(pair);
  }
  run.pad_contacts();
}

/// Number of bodies of a world that stays in the cache of a core, so that prefetching has no effect.
constexpr std::size_t k_small_world = 4000;

/// Set a chunk to contacts [first, first + count) of a run.
void open_chunk(Chunk& c, const Run& run, std::uint32_t first, std::uint32_t count) {
  c.count = static_cast<int>(count);
  c.a = run.contact_a.data() + first, c.b = run.contact_b.data() + first;
  c.target_a = run.target_a.data() + first, c.target_b = run.target_b.data() + first;
  c.image = run.contact_image.data() + first;
}

/// Prefetch the contact indices (slots, targets, images) of a later chunk: its kinematics reads them before it can read
/// any body. 7 to 10 % of a step of 256,000 bodies (docs/decisions/prefetch.md).
void prefetch_indices(const Run& run, std::uint32_t first) {
  constexpr std::uint32_t k_indices = 16;  // of a cache line
  for (std::uint32_t i = first; i < first + k_chunk; i += k_indices)
    for (const Run::Indices* column : {&run.contact_a, &run.contact_b, &run.target_a, &run.target_b})
      prefetch_read(column->data() + i);
  prefetch_read(run.contact_image.data() + first);
}

}  // namespace

/// Find the pairs that begin to touch. Only near pairs are checked, except when they are selected again. The kinematics
/// finds contacts that end, since it computes their distance in any case.
void Contacts::find_new_contacts(Run& run, const KernelInputs& inputs, PassScratch& s) const {
  const int kind = shape::kernel_kind(run.kind);
  std::vector<std::uint32_t>& begin = s.begin;
  if (sort_pairs_) {
    std::vector<std::uint32_t>&found = s.found, &near = s.near;
    found.resize(run.pairs + k_pad), near.resize(run.pairs + k_pad);
    const Sorted n =
        kernels_.sort_pairs[kind](inputs, {run.a.data(), run.b.data(), run.image.data(), run.pairs, run.kind}, margin_,
                                  found.data(), near.data());
    s.is_contact.assign(run.pairs, 0);
    run.each_contact([&](std::uint32_t i) { s.is_contact[run.touching[i]] = 1; });
    begin.clear(), run.near_pairs.clear();
    const auto is_new = [&](std::uint32_t pair) { return !s.is_contact[pair]; };
    std::copy_if(found.begin(), found.begin() + n.touching, std::back_inserter(begin), is_new);
    std::copy_if(near.begin(), near.begin() + n.near, std::back_inserter(run.near_pairs), is_new);
    run.fill_near_columns();
    return;
  }
  const auto count = static_cast<std::uint32_t>(run.near_pairs.size());
  begin.resize(count + k_pad);
  begin.resize(kernels_.narrow[kind](
      inputs, {run.near_a.data(), run.near_b.data(), run.near_image.data(), count, run.kind}, begin.data()));
  for (auto place = begin.rbegin(); place != begin.rend(); ++place) *place = run.remove_near_pair(*place);
  std::sort(begin.begin(), begin.end());
}

/// Prefetch a fraction [from, to) of the data of a pass: the bodies of the block, which the lists access in an order
/// that no hardware prefetcher predicts, and far slots with the bodies of their targets.
void Contacts::prefetch_block(const Block& next, double from, double to, const KernelInputs& inputs) const {
  const auto prefetch_body = [&](state::Slot slot) {
    const char* line = reinterpret_cast<const char*>(inputs.bodies + slot);
    prefetch_read(line), prefetch_read(line + 64);
  };
  const auto each = [&](std::size_t count, auto f) {
    const auto until = static_cast<std::size_t>(static_cast<double>(count) * to);
    for (auto k = static_cast<std::size_t>(static_cast<double>(count) * from); k < until; ++k) f(k);
  };
  each(next.last - next.first, [&](std::size_t k) { prefetch_body(next.first + static_cast<state::Slot>(k)); });
  each(next.far_outgoing.size(), [&](std::size_t k) {
    prefetch_write(&boundary_loads_[next.far_outgoing[k]]), prefetch_body(slot_target_[next.far_outgoing[k]]);
  });
}

/// Progress of prefetching during one phase: every chunk prefetches a fraction of the data of the next block.
struct Ahead {
  const Block* next;
  std::size_t contacts = 0, done = 0;  ///< of this phase; evaluated so far
};

void Contacts::pass_phase1(Block& block, const Block* next, const KernelInputs& inputs, double step) {
  PassScratch& s = scratch();
  block.tally = {}, block.too_deep = {}, block.unconverged = 0;
  if (strained_) block.virial = {};
  std::memset(static_cast<void*>(block.loads), 0, (block.last - block.first) * sizeof(state::LoadLine));
  std::fill(block.wall_loads.begin(), block.wall_loads.end(), state::LoadLine{});
  Ahead ahead{next};
  for (Run& run : block.runs) {
    find_new_contacts(run, inputs, s);
    if (!s.begin.empty() || !run.ended.empty()) change_contacts(run, table_.models[run.model], s.begin, boundary_uses_);
    if (recording_)
      run.applied.resize(table_.models[run.model].loads, run.touching.size());
    else
      run.applied.clear();
    ahead.contacts += run.first_contacts();
  }
  clear_boundary_loads(block.outgoing);  // after change_contacts, which counts the slots in use
  for (Run& run : block.runs) pass_contacts(block, run, {0, run.first_contacts()}, ahead, inputs, step);
}

void Contacts::pass_phase2(Block& block, const Block* next, const KernelInputs& inputs, double step) {
  Ahead ahead{next};
  for (const Run& run : block.runs) ahead.contacts += run.touching.size() - run.first_contacts();
  for (Run& run : block.runs)
    pass_contacts(block, run, {run.first_contacts(), static_cast<std::uint32_t>(run.touching.size())}, ahead, inputs,
                  step);
}

void Contacts::pass_contacts(Block& block, Run& run, std::pair<std::uint32_t, std::uint32_t> contacts, Ahead& ahead,
                             const KernelInputs& inputs, double step) {
  Chunk& c = scratch().chunk;
  c.step = step, c.synchronised = synchronised_, c.stored = sum_stored_, c.recorded = recording_;
  c.overlap_alarm = overlap_alarm_, c.alarmed = false, c.unconverged = 0;
  const LoadTargets to_a{block.loads, boundary_loads_.data()};
  const LoadTargets to_b = run.at_wall() ? LoadTargets{block.wall_loads.data(), nullptr} : to_a;
  const bool prefetches = blocks_.back().last >= k_small_world;
  for (auto [first, last] = contacts; first < last; first += k_chunk) {
    const std::uint32_t count = std::min<std::uint32_t>(k_chunk, last - first);
    const auto fraction = [&](std::size_t done) {
      return static_cast<double>(done) / static_cast<double>(ahead.contacts);
    };
    if (prefetches && ahead.next)
      prefetch_block(*ahead.next, fraction(ahead.done), fraction(ahead.done + count), inputs);
    ahead.done += count;
    if (prefetches) prefetch_indices(run, first + k_ahead);
    open_chunk(c, run, first, count);
    std::uint32_t ended[k_chunk + k_pad];
    const std::uint32_t gone =
        run_stages(kernels_, {table_.models[run.model], run.kind, run.history.data() + first, run.stride, to_a, to_b},
                   inputs, c, block.tally, ended);
    if (recording_) run.applied.take(table_.models[run.model].loads, c, first);
    if (c.alarmed) note_deepest(block, run, first, c);
    if (strained_ && run.kind == shape::Kind::sphere_sphere) kernels_.add_virial(c, block.virial);
    for (std::uint32_t e = 0; e < gone; ++e) {
      run.ended.push_back(first + ended[e]);
      run.add_near_pair(run.touching[first + ended[e]]);
    }
  }
  block.unconverged += c.unconverged;
}

/// Update the deepest contact of the block from a chunk. Call it if a contact of this chunk, or of an earlier one, is
/// beyond the overlap alarm.
void Contacts::note_deepest(Block& block, const Run& run, std::uint32_t first, const Chunk& c) const {
  for (int i = 0; i < c.count; ++i) {
    const double fraction = c.overlap[i] / c.smaller_radius[i];
    if (!(c.overlap[i] > overlap_alarm_ * c.smaller_radius[i] && fraction > block.too_deep.fraction)) continue;
    const std::uint32_t pair = run.touching[first + static_cast<std::uint32_t>(i)];
    block.too_deep = {run.a[pair], run.b[pair], run.at_wall(), c.overlap[i], fraction};
  }
}

}  // namespace scree::contact
