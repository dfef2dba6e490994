// Growing arrays whose elements start on cache lines, for columns that SIMD reads.
#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace scree::state {

template <class T>
struct LineAllocator {
  using value_type = T;
  static constexpr std::align_val_t k_alignment{alignof(T) > 64 ? alignof(T) : 64};
  LineAllocator() = default;
  template <class U>
  LineAllocator(const LineAllocator<U>&) {}
  T* allocate(std::size_t n) { return static_cast<T*>(::operator new(n * sizeof(T), k_alignment)); }
  void deallocate(T* p, std::size_t) { ::operator delete(p, k_alignment); }
  bool operator==(const LineAllocator&) const { return true; }
};
template <class T>
using Column = std::vector<T, LineAllocator<T>>;

template <class C>
std::size_t bytes_of(const C& column) { return column.capacity() * sizeof(typename C::value_type); }

}  // namespace scree::state
