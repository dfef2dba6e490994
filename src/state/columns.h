// Growing arrays whose elements start on cache lines, for columns that SIMD reads.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

#include <sys/mman.h>

namespace scree::state {

template <class T>
struct LineAllocator {
  using value_type = T;
  static constexpr std::align_val_t k_alignment{alignof(T) > 64 ? alignof(T) : 64};
  LineAllocator() = default;
  template <class U>
  LineAllocator(const LineAllocator<U>&) {}
  // Large columns ask for large pages: with small ones a sweep over a big world spends its time in page tables.
  static constexpr std::size_t k_large_page = std::size_t{1} << 21;
  static std::align_val_t alignment(std::size_t bytes) { return bytes >= k_large_page ? std::align_val_t{k_large_page} : k_alignment; }
  T* allocate(std::size_t n) {
    const std::size_t bytes = n * sizeof(T);
    void* p = ::operator new(bytes, alignment(bytes));
    if (bytes >= k_large_page) madvise(p, bytes, MADV_HUGEPAGE);  // a wish; the answer does not matter
    return static_cast<T*>(p);
  }
  void deallocate(T* p, std::size_t n) { ::operator delete(p, alignment(n * sizeof(T))); }
  bool operator==(const LineAllocator&) const { return true; }
};
template <class T>
using Column = std::vector<T, LineAllocator<T>>;

template <class C>
std::size_t bytes_of(const C& column) { return column.capacity() * sizeof(typename C::value_type); }

}  // namespace scree::state
