// A pass over the contacts of one block: narrow phase, contacts that begin and end, stages, loads.
//
// It has two parts. The first finds out which pairs touch and evaluates those that write letters (in whole chunks, so
// that sums keep their lanes); the second evaluates the others, which read and load bodies of this block alone.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <memory>
#include <utility>

#include "base/prefetch.h"
#include "contact/contacts.h"
#include "contact/stages.h"

namespace scree::contact {

/// Scratch of one thread; allocated once, reused for every block.
struct PassScratch {
  Chunk chunk;
  std::vector<std::uint32_t> begin;        ///< pairs that begin to touch
  std::vector<std::uint32_t> found, near;  ///< pairs when they are sorted
  std::vector<char> is_contact;            ///< of each pair
};

namespace {

PassScratch& scratch() {
  thread_local const std::unique_ptr<PassScratch> mine = std::make_unique<PassScratch>();
  return *mine;
}

/// Contacts end (`run.ended`: places, ascending; their springs are empty by now) and begin (`begin`: pairs, ascending,
/// whichever way they were found: the order of contacts, and so of sums, follows from it). The work is in proportion to
/// the changes: to keep contacts in the order of pairs, half of the histories of a block were moved for one, and that
/// was 4 to 8 % of a step of 256,000 bodies.
void change_contacts(Run& run, const PreparedModel& model, const std::vector<std::uint32_t>& begin,
                     std::vector<std::uint16_t>& in_use) {
  // which is read only while some pair behind it touches
  const auto count_letter = [&](std::uint32_t pair, int change) {
    if (!run.writes_letter(pair)) return;
    std::uint16_t& count = in_use[run.mail[pair] & ~k_letter];
    count = static_cast<std::uint16_t>(count + change);
  };
  for (auto place = run.ended.rbegin(); place != run.ended.rend(); ++place) {
    count_letter(run.touching[*place], -1);
    run.end_contact(*place);
  }
  run.ended.clear();
  run.make_room(run.touching.size() + begin.size(), static_cast<std::size_t>(model.history_size));
  for (const std::uint32_t pair : begin) {
    count_letter(pair, +1);
    run.begin_contact(pair);
  }
  run.pad_contacts();
}

/// Bodies of a world that stays in a core's own cache: there is nothing to ask for.
constexpr std::size_t k_small_world = 4000;

/// Point a chunk at contacts [first, first + count) of a run.
void open_chunk(Chunk& c, const Run& run, std::uint32_t first, std::uint32_t count) {
  c.count = static_cast<int>(count);
  c.a = run.contact_a.data() + first, c.b = run.contact_b.data() + first;
  c.target_a = run.target_a.data() + first, c.target_b = run.target_b.data() + first;
  c.image = run.contact_image.data() + first;
}

/// Who the contacts of a later chunk are, which its kinematics wants to know before it can read any body. (256,000
/// bodies: 7 to 10 % of a step.)
void ask_for_names(const Run& run, std::uint32_t first) {
  constexpr std::uint32_t k_indices = 16;  // of a cache line
  for (std::uint32_t i = first; i < first + k_chunk; i += k_indices)
    for (const Run::Indices* column : {&run.contact_a, &run.contact_b, &run.target_a, &run.target_b})
      ask_to_read(column->data() + i);
  ask_to_read(run.contact_image.data() + first);
}

}  // namespace

/// Which pairs begin to touch? Only watched pairs are looked at, unless it is time to choose those anew. Contacts that
/// end are found by the kinematics, which computes their distance anyway.
void Contacts::find_new_contacts(Run& run, const Scenery& scenery, PassScratch& s) const {
  const int kind = shape::kernel_kind(run.kind);
  std::vector<std::uint32_t>& begin = s.begin;
  if (sort_pairs_) {
    std::vector<std::uint32_t>&found = s.found, &near = s.near;
    found.resize(run.pairs + k_pad), near.resize(run.pairs + k_pad);
    const Sorted n =
        kernels_.sort_pairs[kind](scenery, {run.a.data(), run.b.data(), run.image.data(), run.pairs, run.kind}, margin_,
                                  found.data(), near.data());
    s.is_contact.assign(run.pairs, 0);
    run.each_contact([&](std::uint32_t i) { s.is_contact[run.touching[i]] = 1; });
    begin.clear(), run.watched.clear();
    const auto is_new = [&](std::uint32_t pair) { return !s.is_contact[pair]; };
    std::copy_if(found.begin(), found.begin() + n.touching, std::back_inserter(begin), is_new);
    std::copy_if(near.begin(), near.begin() + n.near, std::back_inserter(run.watched), is_new);
    run.name_watched();
    return;
  }
  const auto watched = static_cast<std::uint32_t>(run.watched.size());
  begin.resize(watched + k_pad);
  begin.resize(kernels_.narrow[kind](
      scenery, {run.watched_a.data(), run.watched_b.data(), run.watched_image.data(), watched, run.kind},
      begin.data()));
  for (auto place = begin.rbegin(); place != begin.rend(); ++place) *place = run.unwatch(*place);
  std::sort(begin.begin(), begin.end());
}

/// A share [from, to) of what a pass will read and write: bodies of the block, among which the lists jump about as no
/// prefetcher foresees, and bodies of others with their letters.
void Contacts::ask_ahead(const Block& next, double from, double to, const Scenery& scenery) const {
  const auto ask = [&](state::Slot slot) {
    const char* line = reinterpret_cast<const char*>(scenery.bodies + slot);
    ask_to_read(line), ask_to_read(line + 64);
  };
  const auto each = [&](std::size_t count, auto f) {
    const auto until = static_cast<std::size_t>(static_cast<double>(count) * to);
    for (auto k = static_cast<std::size_t>(static_cast<double>(count) * from); k < until; ++k) f(k);
  };
  each(next.last - next.first, [&](std::size_t k) { ask(next.first + static_cast<state::Slot>(k)); });
  each(next.far_sent.size(),
       [&](std::size_t k) { ask_to_write(&letters_[next.far_sent[k]]), ask(addressee_[next.far_sent[k]]); });
}

/// What is asked for during one part of a pass: a share of the next block's for every chunk.
struct Ahead {
  const Block* next;
  std::size_t contacts = 0, done = 0;  ///< of this part, and so far
};

void Contacts::begin_pass(Block& block, const Block* next, const Scenery& scenery, double step) {
  PassScratch& s = scratch();
  block.tally = {}, block.too_deep = {}, block.unconverged = 0;
  if (strained_) block.virial = {};
  std::memset(static_cast<void*>(block.loads), 0, (block.last - block.first) * sizeof(state::LoadLine));
  std::fill(block.wall_loads.begin(), block.wall_loads.end(), state::LoadLine{});
  Ahead ahead{next};
  for (Run& run : block.runs) {
    find_new_contacts(run, scenery, s);
    if (!s.begin.empty() || !run.ended.empty())
      change_contacts(run, table_.models[run.model], s.begin, letters_in_use_);
    if (recording_)
      run.applied.resize(table_.models[run.model].loads, run.touching.size());
    else
      run.applied.clear();
    ahead.contacts += run.first_contacts();
  }
  clear_letters(block.sent);  // now that it is known which are in use
  for (Run& run : block.runs) pass_contacts(block, run, {0, run.first_contacts()}, ahead, scenery, step);
}

void Contacts::end_pass(Block& block, const Block* next, const Scenery& scenery, double step) {
  Ahead ahead{next};
  for (const Run& run : block.runs) ahead.contacts += run.touching.size() - run.first_contacts();
  for (Run& run : block.runs)
    pass_contacts(block, run, {run.first_contacts(), static_cast<std::uint32_t>(run.touching.size())}, ahead, scenery,
                  step);
}

void Contacts::pass_contacts(Block& block, Run& run, std::pair<std::uint32_t, std::uint32_t> contacts, Ahead& ahead,
                             const Scenery& scenery, double step) {
  Chunk& c = scratch().chunk;
  c.step = step, c.synchronised = synchronised_, c.stored = sum_stored_, c.recorded = recording_;
  c.overlap_alarm = overlap_alarm_, c.alarmed = false, c.unconverged = 0;
  const LoadTargets to_a{block.loads, letters_.data()};
  const LoadTargets to_b = run.at_wall() ? LoadTargets{block.wall_loads.data(), nullptr} : to_a;
  const bool asks = blocks_.back().last >= k_small_world;
  for (auto [first, last] = contacts; first < last; first += k_chunk) {
    const std::uint32_t count = std::min<std::uint32_t>(k_chunk, last - first);
    const auto share = [&](std::size_t done) {
      return static_cast<double>(done) / static_cast<double>(ahead.contacts);
    };
    if (asks && ahead.next) ask_ahead(*ahead.next, share(ahead.done), share(ahead.done + count), scenery);
    ahead.done += count;
    if (asks) ask_for_names(run, first + k_ahead);
    open_chunk(c, run, first, count);
    std::uint32_t ended[k_chunk + k_pad];
    const std::uint32_t gone =
        run_stages(kernels_, {table_.models[run.model], run.kind, run.history.data() + first, run.stride, to_a, to_b},
                   scenery, c, block.tally, ended);
    if (recording_) run.applied.take(table_.models[run.model].loads, c, first);
    if (c.alarmed) note_deepest(block, run, first, c);
    if (strained_ && run.kind == shape::Kind::sphere_sphere) kernels_.add_virial(c, block.virial);
    for (std::uint32_t e = 0; e < gone; ++e) {
      run.ended.push_back(first + ended[e]);
      run.watch(run.touching[first + ended[e]]);
    }
  }
  block.unconverged += c.unconverged;
}

/// Of a chunk in which some contact is beyond the overlap alarm, or was in a chunk before it.
void Contacts::note_deepest(Block& block, const Run& run, std::uint32_t first, const Chunk& c) const {
  for (int i = 0; i < c.count; ++i) {
    const double share = c.overlap[i] / c.smaller_radius[i];
    if (!(c.overlap[i] > overlap_alarm_ * c.smaller_radius[i] && share > block.too_deep.share)) continue;
    const std::uint32_t pair = run.touching[first + static_cast<std::uint32_t>(i)];
    block.too_deep = {run.a[pair], run.b[pair], run.at_wall(), c.overlap[i], share};
  }
}

}  // namespace scree::contact
