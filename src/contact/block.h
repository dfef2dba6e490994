// A block: a stretch of bodies that are neighbours along the curve, with the pairs that these bodies own.
//
// A pair belongs to the block of its body with the lower slot. Blocks are worked on by any thread in any order, yet the
// sums have the same bits for any number of threads: within a block contacts add their loads in an order that its lists
// alone say (those that write letters first); loads on a body of another block are put into a letter (`mail`), and that
// block adds its letters in a fixed order afterwards. The division into blocks depends on the number of bodies only.
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

/// Loads on the bodies of one block while a step is under way. A thread takes the one it used last, so that they stay
/// in its cache.
using LoadBuffer = state::Column<state::LoadLine>;

/// A stretch of letters: [first, last).
struct Letters {
  std::uint32_t first = 0, last = 0;
  std::uint32_t from = 0;  ///< the block that writes them
  bool far = false;        ///< which another thread has
  std::uint32_t count() const { return last - first; }
};

struct Block {
  state::Slot first = 0, last = 0;  ///< bodies [first, last)
  Letters sent;                     ///< to bodies of other blocks, in the order of their slots
  /// stretches of those that others send to these bodies, in the order of blocks
  std::vector<Letters> received;
  state::LoadLine* loads = nullptr;      ///< on these bodies, from its pass until it is complete
  std::unique_ptr<LoadBuffer> buffer;    ///< that holds them, unless they are summed in place
  int passed_by = 0;                     ///< the thread that took it
  std::vector<std::uint32_t> writes_to;  ///< other blocks that get letters from here
  /// of `sent`, those in use when blocks were last divided that lie in another core's cache with their addressees, or
  /// in none
  std::vector<std::uint32_t> far_sent;
  /// some of these bodies are pushed one by one (state::Bodies::is_special)
  bool has_special = false;
  std::vector<Run> runs;
  std::vector<state::LoadLine> wall_loads;  ///< by these bodies on each wall
  TallyLanes tally;
  VirialLanes virial;   ///< if it is asked for
  Deepest too_deep;     ///< in the last pass, of the contacts beyond the overlap alarm; fraction 0 if there is none
  int unconverged = 0;  ///< contacts of the last pass whose geometry was not found to the tolerance

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

/// Bodies of one block; a function of their number alone, so that the sums do not depend on threads. Large blocks send
/// each other fewer letters; small ones stay in a core's nearer caches, and are more to share. Hundreds of bodies are
/// enough for two.
inline std::size_t block_size(std::size_t bodies) {
  constexpr std::size_t k_one_block = 128, k_usual = 512;
  if (bodies <= k_one_block) return k_one_block;
  const std::size_t usual = std::clamp<std::size_t>(bodies / 32, std::min(k_usual, bodies / 2), 2 * k_usual);
  const std::size_t count = bodies / std::max(usual, std::min(bodies / 128, 4 * k_usual));
  return (bodies + count - 1) / count;  // the last one is hardly smaller than the others, up to a million bodies
}

inline Run& Block::run_of(shape::Kind kind, std::uint16_t model) {
  for (Run& run : runs)
    if (run.kind == kind && run.model == model) return run;
  runs.emplace_back();
  runs.back().kind = kind, runs.back().model = model, runs.back().first = first;
  return runs.back();
}

}  // namespace scree::contact
