// A block: a stretch of bodies that are neighbours along the curve, with the pairs that these bodies own.
//
// A pair belongs to the block of its body with the lower slot. Blocks are worked on by any thread in any order, yet the sums
// have the same bits for any number of threads: within a block contacts add their loads in an order that its lists alone say (those that write
// letters first); loads on a body of another block are put into a letter (`mail`), and that block adds its letters in a fixed order afterwards.
// The division into blocks depends on the number of bodies only.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <numeric>
#include <utility>
#include <vector>

#include "contact/chunk.h"
#include "contact/prepared.h"
#include "contact/virial.h"
#include "shape/touch.h"
#include "state/columns.h"
#include "state/world.h"

namespace scree::contact {

/// Pairs of one kind and one model, and the touching ones among them with their histories.
struct Run {
  shape::Kind kind = shape::Kind::sphere_sphere;
  std::uint16_t model = 0;
  state::Slot first = 0;  ///< of the block's bodies
  // Listed pairs in columns, padded to whole packs. a < b by id, but under a round body a box is b; at a plane b is the
  // wall's index.
  std::vector<std::uint32_t> a, b;
  std::vector<std::uint32_t> mail;  ///< where the load on the higher body goes: its place in the block, or a letter
  std::uint32_t mail_end = 0;     ///< behind the last pair that writes a letter
  std::vector<std::uint8_t> image;
  std::uint32_t pairs = 0;

  // Watched pairs: apart now, but near enough to touch soon. In columns of their own, padded.
  std::vector<std::uint32_t> watched, watched_a, watched_b;
  std::vector<std::uint8_t> watched_image;

  // Contacts: which pairs touch, ascending; who they are and where their loads go (padded); and their histories, of which
  // column k starts at k x stride.
  std::vector<std::uint32_t> touching;
  std::vector<std::uint32_t> ended;  ///< places in `touching` whose contact was found ended in the last pass: no load, no history
  std::vector<std::uint32_t> contact_a, contact_b, target_a, target_b;
  std::vector<std::uint8_t> contact_image;
  state::Column<double> history;
  std::uint32_t stride = 0;

  bool at_plane() const { return shape::is_at_plane(kind); }
  /// f(i) for the places in `touching` whose contact has not ended.
  template <class F>
  void each_contact(F f) const {
    auto over = ended.begin();
    for (std::uint32_t i = 0; i < touching.size(); ++i) {
      if (over != ended.end() && *over == i)
        ++over;
      else
        f(i);
    }
  }
  void add_pair(std::uint32_t slot_a, std::uint32_t slot_b, std::uint8_t image_code);
  void put_mail_first(state::Slot last);  ///< pairs that reach beyond the block's bodies
  void pad();
  /// A pair at the end of the list that touches, with the history of a contact of another run of the same model.
  void append_contact(std::uint32_t slot_a, std::uint32_t slot_b, std::uint8_t image_code, const Run& from, std::uint32_t contact);
  /// Contacts that a pass does first, in whole chunks: all that write letters are among them.
  std::uint32_t first_contacts() const {
    const auto mailed = std::lower_bound(touching.begin(), touching.end(), mail_end) - touching.begin();
    return static_cast<std::uint32_t>(std::min<std::size_t>(touching.size(), static_cast<std::size_t>((mailed + k_chunk - 1) / k_chunk * k_chunk)));
  }
  void name_watched();                        ///< fill the columns of the watched pairs from `watched`
  void watch(std::uint32_t pair);             ///< one more
  std::uint32_t unwatch(std::uint32_t place);  ///< take out the pair at a place; the last one moves there
  void name_contacts();                                       ///< fill the contact columns from `touching`
  void name_contact(std::size_t contact, std::uint32_t pair);  ///< one of them
  void pad_contacts();                                        ///< padding repeats the last contact
};

/// Loads on the bodies of one block while a step is under way. A thread takes the one it used last, so that they stay in its cache.
using LoadBuffer = state::Column<state::LoadLine>;

/// A stretch of letters: [first, last).
struct Letters {
  std::uint32_t first = 0, last = 0;
  std::uint32_t from = 0;  ///< the block that writes them
  bool far = false;        ///< which another thread has
  std::uint32_t count() const { return last - first; }
};

struct Block {
  state::Slot first = 0, last = 0;               ///< bodies [first, last)
  Letters sent;                                  ///< to bodies of other blocks, in the order of their slots
  std::vector<Letters> received;                 ///< stretches of those that others send to these bodies, in the order of blocks
  state::LoadLine* loads = nullptr;              ///< on these bodies, from its pass until it is complete
  std::unique_ptr<LoadBuffer> buffer;            ///< that holds them, unless they are summed in place
  int passed_by = 0;                             ///< the thread that took it
  std::vector<std::uint32_t> writes_to;          ///< other blocks that get letters from here
  std::vector<std::uint32_t> far_sent;           ///< of `sent`, those in use when blocks were last divided that lie in another core's cache with their addressees, or in none
  bool has_special = false;                      ///< some of these bodies are pushed one by one (state::Bodies::is_special)
  std::vector<Run> runs;
  std::vector<state::LoadLine> wall_loads;       ///< by these bodies on each wall
  TallyLanes tally;
  VirialLanes virial;    ///< if it is asked for
  bool alarmed = false;  ///< a contact was too deep in the last pass
  int unconverged = 0;   ///< contacts of the last pass whose geometry was not found to the tolerance

  Run& run_of(shape::Kind kind, std::uint16_t model);
  /// What a step of this block costs, roughly, in units of a body's push.
  std::int64_t work() const {
    constexpr std::int64_t k_letter_work = 2, k_contact_work = 5;  // from the clocks of docs/decisions/stages.md
    std::int64_t sum = last - first;
    for (const Letters& letters : received) sum += k_letter_work * letters.count();
    for (const Run& run : runs) sum += k_contact_work * static_cast<std::int64_t>(run.touching.size());
    return sum;
  }
};

/// Bodies of one block; a function of their number alone, so that the sums do not depend on threads. Large blocks send each other fewer
/// letters; small ones stay in a core's nearer caches, and are more to share. Hundreds of bodies are enough for two.
inline std::size_t block_size(std::size_t bodies) {
  constexpr std::size_t k_one_block = 128, k_usual = 512;
  if (bodies <= k_one_block) return k_one_block;
  const std::size_t usual = std::clamp<std::size_t>(bodies / 32, std::min(k_usual, bodies / 2), 2 * k_usual);
  const std::size_t count = bodies / std::max(usual, std::min(bodies / 128, 4 * k_usual));
  return (bodies + count - 1) / count;  // the last one is hardly smaller than the others, up to a million bodies
}

inline constexpr int k_pad = 8;  // widest pack

inline void Run::add_pair(std::uint32_t slot_a, std::uint32_t slot_b, std::uint8_t image_code) {
  a.push_back(slot_a), b.push_back(slot_b), image.push_back(image_code);
  ++pairs;
}
inline void Run::put_mail_first(state::Slot last) {
  if (at_plane()) return;
  std::vector<std::uint32_t> order(pairs);
  std::iota(order.begin(), order.end(), 0u);
  std::stable_partition(order.begin(), order.end(), [&](std::uint32_t p) { return std::max(a[p], b[p]) >= last; });
  const auto arrange = [&](auto& column) {
    auto arranged = column;
    for (std::uint32_t p = 0; p < pairs; ++p) arranged[p] = column[order[p]];
    column = std::move(arranged);
  };
  arrange(a), arrange(b), arrange(image);
}
inline void Run::pad() {
  const std::size_t whole = (pairs + k_pad - 1) / k_pad * k_pad;
  if (pairs == 0) return;
  a.resize(whole, a[pairs - 1]), b.resize(whole, b[pairs - 1]), image.resize(whole, image[pairs - 1]);
  a.shrink_to_fit(), b.shrink_to_fit(), image.shrink_to_fit();
}
inline void Run::append_contact(std::uint32_t slot_a, std::uint32_t slot_b, std::uint8_t image_code, const Run& from, std::uint32_t contact) {
  a.resize(pairs), b.resize(pairs), image.resize(pairs);
  add_pair(slot_a, slot_b, image_code);
  pad();
  touching.push_back(pairs - 1);
  const std::size_t columns = from.stride > 0 ? from.history.size() / from.stride : 0, count = touching.size();
  const auto wider = static_cast<std::uint32_t>((count + k_pad - 1) / k_pad * k_pad);
  state::Column<double> numbers(columns * wider, 0.0);
  for (std::size_t k = 0; k < columns; ++k) {
    for (std::size_t i = 0; i + 1 < count; ++i) numbers[k * wider + i] = history[k * stride + i];
    numbers[k * wider + count - 1] = from.history[k * from.stride + contact];
  }
  history = std::move(numbers);
  stride = wider;
}
inline void Run::name_watched() {
  const std::size_t count = watched.size(), whole = (count + k_pad - 1) / k_pad * k_pad;
  watched_a.resize(whole), watched_b.resize(whole), watched_image.resize(whole);
  for (std::size_t i = 0; i < whole; ++i) {
    const std::uint32_t p = watched[i < count ? i : count - 1];
    watched_a[i] = a[p], watched_b[i] = b[p], watched_image[i] = image[p];
  }
}
// Padding may be any valid pair, so what is left behind the end by these two will do.
inline void Run::watch(std::uint32_t p) {
  const std::size_t i = watched.size();
  watched.push_back(p);
  if (i == watched_a.size()) watched_a.resize(i + k_pad, a[p]), watched_b.resize(i + k_pad, b[p]), watched_image.resize(i + k_pad, image[p]);
  watched_a[i] = a[p], watched_b[i] = b[p], watched_image[i] = image[p];
}
inline std::uint32_t Run::unwatch(std::uint32_t i) {
  const std::uint32_t p = watched[i];
  const std::size_t last = watched.size() - 1;
  watched[i] = watched[last], watched_a[i] = watched_a[last], watched_b[i] = watched_b[last], watched_image[i] = watched_image[last];
  watched.pop_back();
  return p;
}
inline void Run::name_contact(std::size_t i, std::uint32_t p) {
  contact_a[i] = a[p], contact_b[i] = b[p], contact_image[i] = image[p];
  const bool plane = at_plane();
  const bool a_owns = plane || a[p] < b[p];  // the block owns the lower slot
  target_a[i] = a_owns ? a[p] - first : mail[p];
  target_b[i] = plane ? b[p] : a_owns ? mail[p] : b[p] - first;
}
inline void Run::pad_contacts() {
  const std::size_t count = touching.size();
  if (count == 0) return;
  for (std::size_t i = count; i < (count + k_pad - 1) / k_pad * k_pad; ++i) name_contact(i, touching[count - 1]);
}
inline void Run::name_contacts() {
  for (auto* column : {&contact_a, &contact_b, &target_a, &target_b}) column->resize(stride);
  contact_image.resize(stride);
  for (std::size_t i = 0; i < touching.size(); ++i) name_contact(i, touching[i]);
  pad_contacts();
}
inline Run& Block::run_of(shape::Kind kind, std::uint16_t model) {
  for (Run& run : runs)
    if (run.kind == kind && run.model == model) return run;
  runs.emplace_back();
  runs.back().kind = kind, runs.back().model = model, runs.back().first = first;
  return runs.back();
}

}  // namespace scree::contact
