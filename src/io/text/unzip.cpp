#include "io/text/unzip.h"

#include <algorithm>
#include <array>
#include <new>

#include <fmt/format.h>
#include <zlib.h>

#include "io/text/read_options.h"

namespace scree::io {
namespace {

constexpr int k_gzip = 16 + MAX_WBITS;  // 16: with the header and the checksum of gzip

class Stream {
 public:
  Stream() {
    if (inflateInit2(&stream_, k_gzip) != Z_OK) throw std::bad_alloc();
  }
  ~Stream() { inflateEnd(&stream_); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  /// Unpacks the member at the beginning of `bytes` and removes it from them. `use` receives the content piece by piece
  /// and returns whether to continue.
  template <class Use>
  int member(std::string_view& bytes, Use use) {
    inflateReset(&stream_);
    stream_.avail_in = 0;
    int result = Z_OK;
    while (result == Z_OK) {
      if (stream_.avail_in == 0) {  // zlib counts in 32 bits
        stream_.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
        stream_.avail_in = static_cast<uInt>(std::min<std::size_t>(bytes.size(), 1u << 30));
      }
      const uInt before = stream_.avail_in;
      stream_.next_out = reinterpret_cast<Bytef*>(buffer_.data()),
      stream_.avail_out = static_cast<uInt>(buffer_.size());
      result = inflate(&stream_, Z_NO_FLUSH);  // Z_BUF_ERROR at a premature end
      bytes.remove_prefix(before - stream_.avail_in);
      if (!use(std::string_view(buffer_.data(), buffer_.size() - stream_.avail_out))) break;
    }
    return result;
  }

 private:
  z_stream stream_{};
  std::array<char, 1 << 16> buffer_;
};

std::string beyond(std::uint64_t limit) {
  return fmt::format("unpacks to more than the limit of {}; {}", describe_size(limit), k_raise_unpacked_limit);
}

/// Unpacks all members; returns the reason if that fails.
template <class Use>
std::string unpack(std::string_view bytes, std::uint64_t limit, Use use) {
  Stream stream;
  std::uint64_t size = 0;
  do {
    const int result = stream.member(bytes, [&](std::string_view piece) {
      size += piece.size();
      if (size <= limit) use(piece);
      return size <= limit;
    });
    if (size > limit) return beyond(limit);
    if (result == Z_MEM_ERROR) throw std::bad_alloc();
    if (result == Z_BUF_ERROR) return "is cut short: its compressed content has no end; copy it again";
    if (result != Z_STREAM_END) return "is damaged: its compressed content cannot be unpacked; copy it again";
  } while (is_gzip(bytes));
  if (bytes.find_first_not_of('\0') == bytes.npos) return {};
  return fmt::format("has {} bytes after its compressed content that are not gzip data; copy it again, or cut them off",
                     bytes.size());
}

}  // namespace

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

std::variant<std::string, Refused> unzipped(std::string_view bytes, std::uint64_t limit) {
  std::uint64_t size = 0;  // a first pass only counts, because a growing string would need three times the memory
  std::string why = unpack(bytes, limit, [&](std::string_view piece) { size += piece.size(); });
  if (!why.empty()) return Refused{std::move(why)};
  std::string text;
  text.reserve(size);
  unpack(bytes, limit, [&](std::string_view piece) { text.append(piece); });
  return text;
}

}  // namespace scree::io
