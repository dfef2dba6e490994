// Growing arrays whose elements start on cache lines, for columns that SIMD kernels read. Large columns are allocated
// in large pages: with small pages, page-table lookups dominate a sweep over a large world.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

#include "state/large_pages.h"

namespace scree::state {

#ifdef SCREE_ADDRESS_SANITIZER  // detects accesses outside a column only if every column is a separate allocation
inline constexpr bool k_share_large_pages = false;
#else
inline constexpr bool k_share_large_pages = true;
#endif

template <class T>
struct LineAllocator {
  using value_type = T;
  static_assert(alignof(T) <= k_piece_alignment);
  LineAllocator() = default;
  template <class U>
  LineAllocator(const LineAllocator<U>&) {}
  static bool shares(std::size_t bytes) {
    return k_share_large_pages && bytes >= k_min_in_large_pages && bytes < k_large_page;
  }
  static std::align_val_t alignment(std::size_t bytes) {
    return std::align_val_t{bytes >= k_large_page ? k_large_page : k_piece_alignment};
  }
  T* allocate(std::size_t n) {
    const std::size_t bytes = n * sizeof(T);
    if (shares(bytes)) return static_cast<T*>(take_from_large_pages(bytes));
    void* p = ::operator new(bytes, alignment(bytes));
    if (bytes >= k_large_page) ask_for_large_pages(p, bytes);
    return static_cast<T*>(p);
  }
  void deallocate(T* p, std::size_t n) {
    const std::size_t bytes = n * sizeof(T);
    if (shares(bytes)) return give_back_to_large_pages(p);
    ::operator delete(p, alignment(bytes));
  }
  bool operator==(const LineAllocator&) const { return true; }
};
template <class T>
using Column = std::vector<T, LineAllocator<T>>;

template <class C>
std::size_t bytes_of(const C& column) {
  return column.capacity() * sizeof(typename C::value_type);
}

}  // namespace scree::state
