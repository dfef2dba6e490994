// Checkpoints to test with: random ones, their bytes, and equality to the last bit.
#pragma once

#include <bit>
#include <cstring>
#include <string>
#include <vector>

#include "base/random.h"
#include "io/checkpoint/checkpoint.h"
#include "io/checkpoint/checkpoint_image.h"

namespace scree::test {

template <class T>
std::vector<T> random_bits(Random& random, std::size_t count) {
  std::vector<T> values(count);
  for (T& v : values) {
    const auto bits = mixed(std::bit_cast<std::uint64_t>(random.uniform()));
    std::memcpy(&v, &bits, sizeof v);
  }
  return values;
}

/// Up to 30 arrays of random bits (NaN among them) in all types, depths and widths; some are empty.
inline io::Checkpoint random_checkpoint(std::uint64_t seed, double rows = 50) {
  Random random(seed, 0);
  io::Checkpoint c;
  c.step = static_cast<std::int64_t>(random.uniform(0, 1e15));
  c.time = random.uniform(-1, 1e3);
  c.scree_version = "0.1.0";
  for (int k = static_cast<int>(random.uniform(0, 4)); k > 0; --k)
    c.scene.push_back({"folder/räume " + std::to_string(k) + ".toml",
                       std::string(static_cast<std::size_t>(random.uniform(0, 100)), 'x') + std::string("\n\0end", 5)});
  const char* groups[] = {"", "bodies/", "contacts/slide/", "a/b/c/d/"};
  for (int k = static_cast<int>(random.uniform(0, 30)); k > 0; --k) {
    const auto width = static_cast<std::size_t>(random.uniform(1, 5));
    const auto count = width * static_cast<std::size_t>(random.uniform() < 0.2 ? 0.0 : random.uniform(0, rows));
    const std::string name = groups[static_cast<int>(random.uniform(0, 4))] + std::string("array ") + std::to_string(k);
    switch (static_cast<int>(random.uniform(0, 4))) {
      case 0: c.state.put(name, random_bits<double>(random, count), width); break;
      case 1: c.state.put(name, random_bits<std::int64_t>(random, count), width); break;
      case 2: c.state.put(name, random_bits<std::uint32_t>(random, count), width); break;
      default: c.state.put(name, random_bits<std::uint8_t>(random, count), width);
    }
  }
  return c;
}

inline std::vector<std::byte> image_of(const io::Checkpoint& checkpoint) {
  std::vector<std::byte> bytes;
  io::with_checkpoint_image(checkpoint,
                            [&](std::span<const std::byte> image) { bytes.assign(image.begin(), image.end()); });
  return bytes;
}

/// By bits, not by the checksum, which is itself under test.
inline bool same_bits(const io::Checkpoint& a, const io::Checkpoint& b) {
  const auto& arrays = a.state.arrays();
  if (a.step != b.step || std::memcmp(&a.time, &b.time, sizeof a.time) != 0 || a.scree_version != b.scree_version ||
      a.scene.size() != b.scene.size() || arrays.size() != b.state.arrays().size())
    return false;
  for (std::size_t i = 0; i < a.scene.size(); ++i)
    if (a.scene[i].name != b.scene[i].name || a.scene[i].text != b.scene[i].text) return false;
  for (const Array& array : arrays) {
    const Array* other = b.state.find(array.name);
    if (!other || other->width != array.width || other->values.index() != array.values.index() ||
        other->size() != array.size())
      return false;
    const bool same = std::visit(
        [&]<class T>(const std::vector<T>& v) {
          return v.empty() ||
                 std::memcmp(v.data(), std::get<std::vector<T>>(other->values).data(), v.size() * sizeof(T)) == 0;
        },
        array.values);
    if (!same) return false;
  }
  return true;
}

}  // namespace scree::test
