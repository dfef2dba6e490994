// Letters: loads on bodies of other blocks. A letter is a line for all pairs of one block that reach the same body of
// another.
//
// A block clears its letters before it writes, and who gets them only reads: a line goes from the writer's core to the
// reader's once a step, and back to be written. A block adds what it received in the order of the blocks that wrote,
// whoever came first.
#include <algorithm>

#include "base/prefetch.h"
#include "contact/contacts.h"

namespace scree::contact {
namespace {

using state::Slot;

/// f(run, pair, the higher slot) for all pairs of bodies.
template <class F>
void each_pair(Block& block, F f) {
  for (Run& run : block.runs) {
    if (run.at_wall()) continue;
    for (std::uint32_t p = 0; p < run.pairs; ++p) f(run, p, std::max(run.a[p], run.b[p]));
  }
}

}  // namespace

/// Give every pair that reaches into another block a letter: a line for the load on that body. Pairs of one block that
/// reach the same body share a letter; letters lie in the order of blocks that write them, then of addressees.
void Contacts::post_letters(state::World& world) {
  const std::size_t n = world.bodies.size(), size = block_size(n), count = blocks_.size();
  progress_ = std::vector<Progress>(count);
  std::vector<std::vector<Slot>> addressees(count);  // of each block
#pragma omp parallel for schedule(dynamic)
  for (std::size_t b = 0; b < count; ++b) {
    std::vector<Slot>& to = addressees[b];
    each_pair(blocks_[b], [&](Run&, std::uint32_t, Slot other) {
      if (other >= blocks_[b].last) to.push_back(other);
    });
    std::sort(to.begin(), to.end());
    to.erase(std::unique(to.begin(), to.end()), to.end());
  }
  std::uint32_t number = 0;
  for (std::uint32_t b = 0; b < count; ++b) {
    const std::vector<Slot>& to = addressees[b];
    Letters& sent = blocks_[b].sent;
    sent = {number, number, b};
    while (sent.count() < to.size()) {
      const std::uint32_t first = sent.last, reader = static_cast<std::uint32_t>(to[sent.count()] / size);
      while (sent.count() < to.size() && to[sent.count()] < blocks_[reader].last) ++sent.last;
      blocks_[b].writes_to.push_back(reader), blocks_[reader].received.push_back({first, sent.last, b});
    }
    number = sent.last;
  }
  addressee_.resize(number), addressee_.shrink_to_fit();
  letters_in_use_.assign(number, 0);
  letters_.reserve(number), letters_.assign(number, {});
#pragma omp parallel
  {
    std::vector<std::uint32_t> letter(n);  // of this block to a body
#pragma omp for schedule(dynamic)
    for (std::size_t b = 0; b < count; ++b) {
      Block& block = blocks_[b];
      std::copy(addressees[b].begin(), addressees[b].end(), addressee_.begin() + block.sent.first);
      for (std::uint32_t k = block.sent.first; k < block.sent.last; ++k) letter[addressee_[k]] = k;
      for (Run& run : block.runs) run.mail.assign(run.at_wall() ? 0 : run.pairs, 0);
      each_pair(block, [&](Run& run, std::uint32_t p, Slot other) {
        run.mail[p] = other < block.last ? other - block.first : k_letter | letter[other];
      });
      for (Run& run : block.runs) {
        run.put_mailed_contacts_first();
        run.name_contacts();
        for (std::uint32_t i = 0; i < run.mailed; ++i) ++letters_in_use_[run.mail[run.touching[i]] & ~k_letter];
      }
    }
  }
}

/// Those that are in use, four at a time; where contacts are few, most are not.
void Contacts::clear_letters(const Letters& letters) {
  constexpr std::uint32_t k_together = 4;
  for (std::uint32_t k = letters.first; k < letters.last; k += k_together) {
    const std::uint32_t count = std::min(k_together, letters.last - k);
    std::uint16_t in_use[k_together] = {};
    std::copy_n(letters_in_use_.begin() + k, count, in_use);
    if (in_use[0] | in_use[1] | in_use[2] | in_use[3]) std::fill_n(letters_.begin() + k, count, state::LoadLine{});
  }
}

/// Who wrote a letter has read its addressee; a body that another core has read is asked for, before it is pushed.
void Contacts::deliver(const Block& block, const state::BodyLine* bodies) const {
  for (const Letters& letters : block.received) {
    if (letters.far)
      for (std::uint32_t letter = letters.first; letter < letters.last; ++letter) {
        const char* line = reinterpret_cast<const char*>(bodies + addressee_[letter]);
        ask_to_write(line), ask_to_write(line + 64);
      }
    for (std::uint32_t letter = letters.first; letter < letters.last; ++letter) {
      if (letters_in_use_[letter] == 0) continue;
      const double* from = reinterpret_cast<const double*>(&letters_[letter]);
      double* to = reinterpret_cast<double*>(block.loads + (addressee_[letter] - block.first));
      for (int k = 0; k < 8; ++k) to[k] += from[k];
    }
  }
}

}  // namespace scree::contact
