#include "io/vtk_blocks.h"

#include <zlib.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <new>
#include <vector>

namespace scree::io {
namespace {

static_assert(std::endian::native == std::endian::little, "the files say byte_order=LittleEndian");

constexpr std::size_t k_block = std::size_t{1} << 18;  // bytes; ten times VTK's default: fewer sizes to store, the same ratio
constexpr int k_level = 1;  // of zlib; level 6 takes half as long again and saves 1 % (docs/decisions/outputs.md)
constexpr std::uint64_t k_best_ratio = 1032;  // deflate cannot pack more than this into a byte [zlib technical details]
constexpr std::size_t k_word = sizeof(std::uint64_t);

void put(std::string& section, std::size_t at, std::uint64_t value) { std::memcpy(section.data() + at, &value, k_word); }
std::uint64_t take(std::string_view stored, std::size_t word) {
  std::uint64_t value = 0;
  std::memcpy(&value, stored.data() + word * k_word, k_word);
  return value;
}

}  // namespace

void append_blocks(std::string& section, std::string_view bytes) {
  const std::size_t blocks = (bytes.size() + k_block - 1) / k_block;
  const std::size_t header = section.size();
  section.resize(header + (3 + blocks) * k_word);
  put(section, header, blocks);
  put(section, header + k_word, k_block);
  put(section, header + 2 * k_word, bytes.size() % k_block);
  std::vector<Bytef> packed(compressBound(k_block));
  for (std::size_t i = 0; i < blocks; ++i) {
    const std::string_view block = bytes.substr(i * k_block, k_block);
    uLongf size = packed.size();
    // With room for the worst case, only memory can be missing.
    if (compress2(packed.data(), &size, reinterpret_cast<const Bytef*>(block.data()), block.size(), k_level) != Z_OK) throw std::bad_alloc();
    put(section, header + (3 + i) * k_word, size);
    section.append(reinterpret_cast<const char*>(packed.data()), size);
  }
}

std::optional<std::string> read_blocks(std::string_view stored) {
  if (stored.size() < 3 * k_word) return std::nullopt;
  const std::uint64_t blocks = take(stored, 0), whole = take(stored, 1), last = take(stored, 2);
  if (blocks == 0) return std::string();
  if (blocks > stored.size() / k_word - 3 || whole == 0 || last >= whole) return std::nullopt;
  std::string_view packed = stored.substr((3 + blocks) * k_word);
  std::string bytes;
  for (std::uint64_t i = 0; i < blocks; ++i) {
    const std::uint64_t size = i + 1 == blocks && last > 0 ? last : whole, packed_size = take(stored, 3 + i);
    if (packed_size > packed.size() || size / k_best_ratio > packed_size) return std::nullopt;
    const std::size_t at = bytes.size();
    bytes.resize(at + size);
    uLongf unpacked = size;
    if (uncompress(reinterpret_cast<Bytef*>(bytes.data() + at), &unpacked, reinterpret_cast<const Bytef*>(packed.data()), packed_size) != Z_OK ||
        unpacked != size)
      return std::nullopt;
    packed.remove_prefix(packed_size);
  }
  return bytes;
}

}  // namespace scree::io
