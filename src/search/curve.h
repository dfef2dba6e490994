// Sort key along the Hilbert curve: bodies that are close in space get close keys, and therefore are close in memory.
#pragma once

#include <cstdint>

namespace scree::search {

/// Key of the cell (x, y, z), each index below 2^bits, bits <= 21. [Skilling2004: transpose form, then interleave the
/// bits]
inline std::uint64_t hilbert_key(std::uint32_t x, std::uint32_t y, std::uint32_t z, int bits) {
  std::uint32_t c[3] = {x, y, z};
  for (std::uint32_t q = 1u << (bits - 1); q > 1; q >>= 1) {
    const std::uint32_t p = q - 1;
    for (std::uint32_t& i : c) {
      if (i & q) {
        c[0] ^= p;
      } else {
        const std::uint32_t t = (c[0] ^ i) & p;
        c[0] ^= t, i ^= t;
      }
    }
  }
  c[1] ^= c[0], c[2] ^= c[1];
  std::uint32_t t = 0;
  for (std::uint32_t q = 1u << (bits - 1); q > 1; q >>= 1)
    if (c[2] & q) t ^= q - 1;
  for (std::uint32_t& i : c) i ^= t;
  std::uint64_t key = 0;
  for (int bit = bits - 1; bit >= 0; --bit)
    for (const std::uint32_t i : c) key = key << 1 | (i >> bit & 1u);
  return key;
}

}  // namespace scree::search
