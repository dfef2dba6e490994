#include "state/large_pages.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <map>
#include <mutex>
#include <new>
#include <set>
#include <utility>

#include <sys/mman.h>

namespace scree::state {
namespace {

/// Enough for a few blocks. Small worlds need one or two regions, of which the system provides only the large pages in
/// use.
constexpr std::size_t k_region = 4 * k_large_page;
/// Free regions that are kept: a nonsmooth step returns memory that the next one takes again.
constexpr std::size_t k_reserve = 8;

using Place = std::uintptr_t;
using BySize = std::set<std::pair<std::size_t, Place>>;

/// A piece of a region. While it is taken, it keeps its node of the set of free pieces, so that returning it allocates
/// nothing.
struct Piece {
  std::size_t size;
  bool begins_region;
  BySize::node_type entry = {};  ///< empty while it is free
  bool is_free() const { return entry.empty(); }
  bool is_region() const { return begins_region && size == k_region; }
};

class Regions {
 public:
  void* take(std::size_t bytes) {
    if (bytes == 0 || bytes > k_large_page) throw std::bad_alloc{};
    bytes = (bytes + k_piece_alignment - 1) / k_piece_alignment * k_piece_alignment;
    const std::lock_guard lock(mutex_);
    if (free_.lower_bound({bytes, 0}) == free_.end()) add_region();
    const auto best = free_.lower_bound({bytes, 0});
    const Place place = best->second;
    Piece& piece = pieces_.at(place);
    const bool was_region = piece.is_region();
    if (piece.size > bytes) {
      add_free(place + bytes, {piece.size - bytes, false});
      piece.size = bytes;
    }
    piece.entry = free_.extract(best);
    idle_regions_ -= was_region, taken_ += bytes;
    return reinterpret_cast<void*>(place);
  }

  void give_back(void* memory) noexcept {
    const std::lock_guard lock(mutex_);
    auto piece = pieces_.find(reinterpret_cast<Place>(memory));
    if (piece == pieces_.end() || piece->second.is_free()) {
      std::fputs(
          "scree: memory was returned to the large pages twice, or was not taken from them: this is a mistake in "
          "scree, "
          "please report it\n",
          stderr);
      std::abort();
    }
    taken_ -= piece->second.size;
    // Pieces of a region are contiguous, so the neighbours are the pieces before and after, up to the beginning of a
    // region.
    if (const auto next = std::next(piece);
        next != pieces_.end() && !next->second.begins_region && next->second.is_free()) {
      free_.erase({next->second.size, next->first});
      join(piece, next);
    }
    if (!piece->second.begins_region && std::prev(piece)->second.is_free()) {
      const auto before = std::prev(piece);
      before->second.entry = free_.extract({before->second.size, before->first});
      join(before, piece);
      piece = before;
    }
    if (piece->second.is_region()) {
      if (idle_regions_ == k_reserve) {
        ::operator delete (reinterpret_cast<void*>(piece->first), std::align_val_t{k_large_page});
        pieces_.erase(piece), --regions_;
        return;
      }
      ++idle_regions_;
    }
    piece->second.entry.value() = {piece->second.size, piece->first};
    free_.insert(std::move(piece->second.entry));
  }

  LargePagesUse use() {
    const std::lock_guard lock(mutex_);
    return {regions_, regions_ * k_region, taken_};
  }

 private:
  using Pieces = std::map<Place, Piece>;

  void join(Pieces::iterator first, Pieces::iterator second) {
    first->second.size += second->second.size;
    pieces_.erase(second);
  }
  void add_free(Place place, Piece piece) {
    const std::size_t size = piece.size;
    const auto added = pieces_.emplace(place, std::move(piece)).first;
    try {
      free_.emplace(size, place);
    } catch (...) {
      pieces_.erase(added);
      throw;
    }
  }
  void add_region() {
    void* memory = ::operator new (k_region, std::align_val_t{k_large_page});
    try {
      add_free(reinterpret_cast<Place>(memory), {k_region, true});
    } catch (...) {
      ::operator delete (memory, std::align_val_t{k_large_page});
      throw;
    }
    ask_for_large_pages(memory, k_region);
    ++regions_, ++idle_regions_;
  }

  std::mutex mutex_;
  Pieces pieces_;  ///< all pieces, taken and free
  BySize free_;
  std::size_t regions_ = 0, idle_regions_ = 0, taken_ = 0;
};

/// Never destroyed: columns of static objects may be returned after the destruction of static objects has begun.
Regions& regions() {
  static Regions& all = *new Regions;
  return all;
}

}  // namespace

void ask_for_large_pages(void* memory, std::size_t bytes) { madvise(memory, bytes, MADV_HUGEPAGE); }
void* take_from_large_pages(std::size_t bytes) { return regions().take(bytes); }
void give_back_to_large_pages(void* memory) noexcept { regions().give_back(memory); }
LargePagesUse use_of_large_pages() { return regions().use(); }

}  // namespace scree::state
