// Counter-based random numbers, keyed by (seed, which). A number depends on its key and its position in the sequence
// only, so bodies are placed identically by any thread and after a restart.
#pragma once

#include <cstdint>

namespace scree {

inline std::uint64_t mixed(std::uint64_t x) {  // splitmix64's finaliser [Steele2014]
  x += 0x9e3779b97f4a7c15ull;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
  return x ^ (x >> 31);
}

/// The sequence of random numbers of one key.
class Random {
 public:
  Random(std::uint64_t seed, std::uint64_t which) : key_(mixed(mixed(seed) ^ which)) {}
  double uniform() { return static_cast<double>(mixed(key_ + count_++) >> 11) * 0x1p-53; }  ///< in [0, 1)
  double uniform(double low, double high) { return low + (high - low) * uniform(); }

 private:
  std::uint64_t key_, count_ = 0;
};

}  // namespace scree
