#include "io/unzip.h"

#include <algorithm>
#include <array>

#include <zlib.h>

namespace scree::io {

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

std::optional<std::string> unzipped(std::string_view bytes, std::uint64_t limit) {
  z_stream stream{};
  if (inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) return std::nullopt;  // 16: gzip
  std::string text;
  std::array<char, 1 << 16> buffer;
  int result = Z_OK;
  while (result == Z_OK && text.size() <= limit) {
    if (stream.avail_in == 0) {  // zlib counts in 32 bits
      const std::size_t piece = std::min<std::size_t>(bytes.size(), 1u << 30);
      stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
      stream.avail_in = static_cast<uInt>(piece);
      bytes.remove_prefix(piece);
    }
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data()), stream.avail_out = buffer.size();
    result = inflate(&stream, Z_NO_FLUSH);  // Z_BUF_ERROR at a premature end
    text.append(buffer.data(), buffer.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (result != Z_STREAM_END || text.size() > limit) return std::nullopt;
  return text;
}

}  // namespace scree::io
