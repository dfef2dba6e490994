// A pass over the contacts of one block: narrow phase, carry of histories into the new set of touching pairs, stages, loads.
//
// It has two parts. The first finds out which pairs touch and evaluates those that write letters (in whole chunks, so that sums keep their lanes); the second
// evaluates the others, which read and load bodies of this block alone.
#include <algorithm>
#include <cstring>
#include <iterator>
#include <memory>
#include <utility>

#include "base/prefetch.h"
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

/// A share [from, to) of what a pass will read and write: bodies of the block, among which the lists jump about as no prefetcher foresees, and bodies of others with their letters.
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
  each(next.far_sent.size(), [&](std::size_t k) { ask_to_write(&letters_[next.far_sent[k]]), ask(addressee_[next.far_sent[k]]); });
}

/// What is asked for during one part of a pass: a share of the next block's for every chunk.
struct Ahead {
  const Block* next;
  std::size_t contacts = 0, done = 0;  ///< of this part, and so far
};

void Contacts::begin_pass(Block& block, const Block* next, const Scenery& scenery, double step) {
  Scratch& s = scratch();
  block.tally = {}, block.alarmed = false, block.unconverged = 0;
  if (strained_) block.virial = {};
  std::memset(static_cast<void*>(block.loads), 0, (block.last - block.first) * sizeof(state::LoadLine));
  std::fill(block.wall_loads.begin(), block.wall_loads.end(), state::LoadLine{});
  Ahead ahead{next};
  for (Run& run : block.runs) {
    find_new_contacts(run, scenery, s.begin, s.more);
    if (!s.begin.empty() || !run.ended.empty()) change_contacts(run, table_.models[run.model], s, letters_in_use_);
    ahead.contacts += run.first_contacts();
  }
  clear_letters(block.sent);  // now that it is known which are in use
  for (Run& run : block.runs) pass_contacts(block, run, {0, run.first_contacts()}, ahead, scenery, step);
}

void Contacts::end_pass(Block& block, const Block* next, const Scenery& scenery, double step) {
  Ahead ahead{next};
  for (const Run& run : block.runs) ahead.contacts += run.touching.size() - run.first_contacts();
  for (Run& run : block.runs) pass_contacts(block, run, {run.first_contacts(), static_cast<std::uint32_t>(run.touching.size())}, ahead, scenery, step);
}

void Contacts::pass_contacts(Block& block, Run& run, std::pair<std::uint32_t, std::uint32_t> contacts, Ahead& ahead, const Scenery& scenery, double step) {
  Chunk& c = scratch().chunk;
  c.step = step, c.synchronised = synchronised_, c.stored = sum_stored_;
  c.overlap_alarm = overlap_alarm_, c.alarmed = false, c.unconverged = 0;
  const LoadTargets to_a{block.loads, letters_.data()};
  const LoadTargets to_b = run.at_plane() ? LoadTargets{block.wall_loads.data(), nullptr} : to_a;
  const bool asks = ahead.next && blocks_.back().last >= k_small_world;
  for (auto [first, last] = contacts; first < last; first += k_chunk) {
    const std::uint32_t count = std::min<std::uint32_t>(k_chunk, last - first);
    const auto share = [&](std::size_t done) { return static_cast<double>(done) / static_cast<double>(ahead.contacts); };
    if (asks) ask_ahead(*ahead.next, share(ahead.done), share(ahead.done + count), scenery);
    ahead.done += count;
    open_chunk(c, run, first, count);
    std::uint32_t ended[k_chunk + k_pad];
    const std::uint32_t gone =
        run_stages(kernels_, {table_.models[run.model], run.kind, run.history.data() + first, run.stride, to_a, to_b}, scenery, c, block.tally, ended);
    if (strained_ && run.kind == shape::Kind::sphere_sphere) kernels_.add_virial(c, block.virial);
    for (std::uint32_t e = 0; e < gone; ++e) {
      run.ended.push_back(first + ended[e]);
      run.watch(run.touching[first + ended[e]]);
    }
  }
  block.alarmed = block.alarmed || c.alarmed, block.unconverged += c.unconverged;
}

}  // namespace scree::contact
