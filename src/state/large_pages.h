// Memory in large pages for columns that are smaller than such a page.
//
// A large world has hundreds of blocks with some twenty columns each, of 10 to 400 kB. In the usual pages of 4 kB a
// sweep over them spends its time in page tables; the C library's malloc gives large pages only by an environment
// variable that is read before main. So these columns are cut out of regions that ask for large pages. Best fit, free
// neighbours joined; a few regions that are free altogether are kept, the others given back: at most 64 MB that nobody
// uses, beside holes. One lock: columns are made in rebuilds and for the solvers of nonsmooth steps, hundreds in a step
// and not millions.
#pragma once

#include <cstddef>

namespace scree::state {

inline constexpr std::size_t k_large_page = std::size_t{1} << 21;
/// Columns below this stay with operator new: they are small worlds', or read seldom.
inline constexpr std::size_t k_least_in_large_pages = std::size_t{1} << 13;
inline constexpr std::size_t k_piece_alignment = 128;  // two cache lines, which a body has

/// Large pages for memory that starts on one; a wish, and the answer does not matter.
void ask_for_large_pages(void* memory, std::size_t bytes);

/// 1 to k_large_page bytes, aligned to k_piece_alignment. Throws std::bad_alloc, and then has given nothing.
void* take_from_large_pages(std::size_t bytes);
void give_back_to_large_pages(void* memory) noexcept;  ///< what was taken there
/// Of all regions now: for tests, and for who wonders where memory is.
struct LargePagesUse {
  std::size_t regions, held, taken;  ///< how many; their bytes; bytes in use
};
LargePagesUse use_of_large_pages();

}  // namespace scree::state
