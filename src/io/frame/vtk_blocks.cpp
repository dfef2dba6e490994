#include "io/frame/vtk_blocks.h"

#include <zlib.h>

#include <bit>
#include <cstdint>
#include <cstring>
#include <new>

namespace scree::io {
namespace {

static_assert(std::endian::native == std::endian::little, "the files say byte_order=LittleEndian");

// [bytes] ten times the default of VTK: fewer sizes to store at the same compression ratio
constexpr std::size_t k_block = std::size_t{1} << 18;
constexpr std::uint64_t k_best_ratio =
    1032;  // upper bound of the compression ratio of deflate [zlib technical details]
constexpr std::size_t k_word = sizeof(std::uint64_t);

/// Compresses by runs of equal bytes and Huffman codes only: in doubles and counters only the equal high bytes are
/// compressible. A search for longer repeats takes 2.5 times as long and saves 4 % (docs/decisions/outputs.md).
class Packer {
 public:
  Packer() {
    if (deflateInit2(&stream_, Z_BEST_SPEED, Z_DEFLATED, MAX_WBITS, MAX_MEM_LEVEL, Z_RLE) != Z_OK)
      throw std::bad_alloc();
    packed_.resize(deflateBound(&stream_, k_block));
  }
  ~Packer() { deflateEnd(&stream_); }
  Packer(const Packer&) = delete;

  std::string_view pack(std::string_view block) {
    deflateReset(&stream_);
    stream_.next_in = reinterpret_cast<z_const Bytef*>(const_cast<char*>(block.data()));  // zlib only reads it
    stream_.avail_in = static_cast<uInt>(block.size());
    stream_.next_out = reinterpret_cast<Bytef*>(packed_.data());
    stream_.avail_out = static_cast<uInt>(packed_.size());
    deflate(&stream_, Z_FINISH);  // cannot fail: the buffer has the worst-case size
    return {packed_.data(), stream_.total_out};
  }

 private:
  z_stream stream_{};
  std::string packed_;
};

void put(std::string& section, std::size_t at, std::uint64_t value) {
  std::memcpy(section.data() + at, &value, k_word);
}
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
  Packer packer;
  for (std::size_t i = 0; i < blocks; ++i) {
    const std::string_view packed = packer.pack(bytes.substr(i * k_block, k_block));
    put(section, header + (3 + i) * k_word, packed.size());
    section.append(packed);
  }
}

std::optional<std::uint64_t> size_of_blocks(std::string_view stored) {
  if (stored.size() < 3 * k_word) return std::nullopt;
  const std::uint64_t blocks = take(stored, 0), whole = take(stored, 1), last = take(stored, 2);
  if (blocks == 0) return 0;
  if (blocks > stored.size() / k_word - 3 || whole == 0 || last >= whole) return std::nullopt;
  if (whole > UINT64_MAX / blocks) return std::nullopt;
  return last > 0 ? (blocks - 1) * whole + last : blocks * whole;
}

std::optional<std::string> read_blocks(std::string_view stored) {
  if (!size_of_blocks(stored)) return std::nullopt;
  const std::uint64_t blocks = take(stored, 0), whole = take(stored, 1), last = take(stored, 2);
  std::string_view packed = stored.substr((3 + blocks) * k_word);
  std::string bytes;
  for (std::uint64_t i = 0; i < blocks; ++i) {
    const std::uint64_t size = i + 1 == blocks && last > 0 ? last : whole, packed_size = take(stored, 3 + i);
    if (packed_size > packed.size() || size / k_best_ratio > packed_size) return std::nullopt;
    const std::size_t at = bytes.size();
    bytes.resize(at + size);
    uLongf unpacked = size;
    if (uncompress(reinterpret_cast<Bytef*>(bytes.data() + at), &unpacked,
                   reinterpret_cast<const Bytef*>(packed.data()), packed_size) != Z_OK ||
        unpacked != size)
      return std::nullopt;
    packed.remove_prefix(packed_size);
  }
  return bytes;
}

}  // namespace scree::io
