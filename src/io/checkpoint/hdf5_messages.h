// The parts of an HDF5 file: the messages of object headers and their content. Used by hdf5_subset.cpp only.
#pragma once

#include <cstring>
#include <utility>

#include "io/checkpoint/hdf5_subset.h"

namespace scree::io {

using Bytes = std::span<const std::byte>;

constexpr std::uint64_t k_undefined_address = ~std::uint64_t{0};  // HDF5's "undefined address"

[[noreturn]] void damaged(std::string_view where);

/// Reads little-endian numbers; refuses to read beyond the end.
class Cursor {
 public:
  explicit Cursor(Bytes bytes) : left_(bytes) {}
  std::size_t left() const { return left_.size(); }
  Bytes take(std::uint64_t n) {
    if (n > left_.size()) damaged("a part of it ends too early");
    const Bytes head = left_.first(static_cast<std::size_t>(n));
    left_ = left_.subspan(static_cast<std::size_t>(n));
    return head;
  }
  /// An unsigned number of n <= 8 bytes.
  std::uint64_t number(std::size_t n) {
    std::uint64_t value = 0;
    std::memcpy(&value, take(n).data(), n);
    return value;
  }

 private:
  Bytes left_;
};

inline std::string_view as_text(Bytes bytes) { return {reinterpret_cast<const char*>(bytes.data()), bytes.size()}; }

/// A range of bytes of the image; refused if it extends beyond the image.
Bytes part(Bytes image, std::uint64_t offset, std::uint64_t size);

struct Message {
  enum Kind : std::uint8_t {
    nil = 0x00,
    dataspace = 0x01,
    link_info = 0x02,
    datatype = 0x03,
    fill_value = 0x05,
    link = 0x06,
    layout = 0x08,
    group_info = 0x0a,
    attribute = 0x0c,
    continuation = 0x10,
    attribute_info = 0x15
  };
  std::uint8_t kind;
  Bytes body;
};

/// Reads the messages of object headers. Counts them over the whole file, which also terminates cyclic continuations
/// and groups.
class Headers {
 public:
  explicit Headers(Bytes image) : image_(image) {}
  std::vector<Message> at(std::uint64_t address);

 private:
  void append(Bytes chunk, bool ordered, std::vector<Message>& messages);
  Bytes image_;
  std::size_t count_ = 0;
};

/// Type and size of one element. A whole text is one element.
std::pair<Hdf5Type, std::uint64_t> element(Bytes datatype);

/// Reads the shape into `data` and returns the size of all elements in bytes, which is at most `limit`.
std::uint64_t measure(Bytes dataspace, std::uint64_t element_size, std::uint64_t limit, Hdf5Data& data);

std::vector<Hdf5Attribute> attributes_of(const std::vector<Message>& messages);

struct Link {
  std::string_view name;
  std::uint64_t address;
};
Link hard_link(Bytes body);

}  // namespace scree::io
