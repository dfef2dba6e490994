// Large pages for columns that are smaller than such a page.
//
// A large world has hundreds of blocks with about twenty columns each, of 10 to 400 kB. With the usual 4 kB pages,
// page-table lookups dominate a sweep over them, and the C library's malloc uses large pages only if an environment
// variable is set before main. These columns are therefore allocated in regions for which large pages are requested.
// Best fit; free neighbours are joined. A few free regions are kept and the others returned: at most 64 MB of unused
// memory, besides fragmentation. One lock suffices: columns are allocated in rebuilds and in the solvers of nonsmooth
// steps, hundreds in a step and not millions.
#pragma once

#include <cstddef>

namespace scree::state {

inline constexpr std::size_t k_large_page = std::size_t{1} << 21;
/// Smaller columns use operator new: they belong to small worlds, or are rarely read [bytes].
inline constexpr std::size_t k_min_in_large_pages = std::size_t{1} << 13;
inline constexpr std::size_t k_piece_alignment = 128;  // two cache lines, the size of a body

/// Requests large pages for memory that starts on a page boundary; a hint, whose failure has no effect but speed.
void ask_for_large_pages(void* memory, std::size_t bytes);

/// 1 to k_large_page bytes, aligned to k_piece_alignment. Throws std::bad_alloc, and then changes nothing.
void* take_from_large_pages(std::size_t bytes);
void give_back_to_large_pages(void* memory) noexcept;  ///< returns memory of take_from_large_pages
/// Current use of all regions: for tests and for memory reports.
struct LargePagesUse {
  std::size_t regions, held, taken;  ///< number of regions; their bytes; bytes in use
};
LargePagesUse use_of_large_pages();

}  // namespace scree::state
