#include "io/checkpoint/hdf5_messages.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace scree::io {
namespace {

/// Datatype messages as the HDF5 library writes them. All bytes are compared, apart from the version nibble.
struct KnownType {
  Hdf5Type type;
  std::size_t size;  ///< of one number
  std::uint8_t message[20];
  std::size_t length;
};
constexpr std::array k_types{
    KnownType{Hdf5Type::f64, 8, {0x01, 0x20, 0x3f, 0, 8, 0, 0, 0, 0, 0, 64, 0, 52, 11, 0, 52, 0xff, 0x03, 0, 0}, 20},
    KnownType{Hdf5Type::i64, 8, {0x00, 0x08, 0, 0, 8, 0, 0, 0, 0, 0, 64, 0}, 12},
    KnownType{Hdf5Type::u32, 4, {0x00, 0x00, 0, 0, 4, 0, 0, 0, 0, 0, 32, 0}, 12},
    KnownType{Hdf5Type::u8, 1, {0x00, 0x00, 0, 0, 1, 0, 0, 0, 0, 0, 8, 0}, 12},
};

}  // namespace

void damaged(std::string_view where) { throw Hdf5Error{fmt::format("is damaged, or not a checkpoint: {}", where)}; }

Bytes part(Bytes image, std::uint64_t offset, std::uint64_t size) {
  if (offset > image.size() || size > image.size() - offset) damaged("it points beyond its end");
  return image.subspan(static_cast<std::size_t>(offset), static_cast<std::size_t>(size));
}

std::vector<Message> Headers::at(std::uint64_t address) {
  Cursor c(part(image_, address, image_.size() - std::min<std::uint64_t>(address, image_.size())));
  if (as_text(c.take(4)) != "OHDR" || c.number(1) != 2) damaged("an object header does not begin with its signature");
  const std::uint64_t flags = c.number(1);
  if (flags & 0x20) c.take(16);  // time stamps
  if (flags & 0x10) c.take(4);   // limits for attribute storage
  const bool ordered = flags & 0x04;
  std::vector<Message> messages;
  append(c.take(c.number(std::size_t{1} << (flags & 3))), ordered, messages);
  for (std::size_t i = 0; i < messages.size(); ++i) {
    if (messages[i].kind != Message::continuation) continue;
    Cursor where(messages[i].body);
    const std::uint64_t offset = where.number(8), size = where.number(8);
    Cursor chunk(part(image_, offset, size));
    if (as_text(chunk.take(4)) != "OCHK" || chunk.left() < 4)
      damaged("the continuation of an object header is not at the given address");
    append(chunk.take(chunk.left() - 4), ordered, messages);  // the last 4 bytes are the checksum of HDF5
  }
  return messages;
}

void Headers::append(Bytes chunk, bool ordered, std::vector<Message>& messages) {
  const std::size_t head = ordered ? 6 : 4;
  Cursor c(chunk);
  while (c.left() >= head) {  // fewer bytes are a gap
    if (++count_ > k_max_messages) damaged("it has too many parts");
    const auto kind = static_cast<std::uint8_t>(c.number(1));
    const std::uint64_t size = c.number(2), flags = c.number(1);
    if (ordered) c.take(2);
    const Bytes body = c.take(size);
    if (kind == Message::nil) continue;
    if (flags & 0x02) damaged("it shares parts of objects, which Scree does not write");
    messages.push_back({kind, body});
  }
}

std::pair<Hdf5Type, std::uint64_t> element(Bytes message) {
  if (message.size() < 8) damaged("a datatype is truncated");
  std::array<std::uint8_t, 20> m{};
  std::memcpy(m.data(), message.data(), std::min(m.size(), message.size()));
  m[0] &= 0x0f;
  for (const KnownType& known : k_types)
    if (message.size() == known.length && std::memcmp(m.data(), known.message, known.length) == 0)
      return {known.type, known.size};
  const bool text = message.size() == 8 && m[0] == 0x03 && (m[1] & 0x0f) == 0x01;  // fixed length, padded with zeros
  Cursor c(message.subspan(4));
  return {text ? Hdf5Type::text : Hdf5Type::other, c.number(4)};
}

std::uint64_t measure(Bytes space, std::uint64_t element_size, std::uint64_t limit, Hdf5Data& data) {
  Cursor c(space);
  if (c.number(1) != 2) damaged("a shape is of another version of HDF5");
  data.rank = static_cast<int>(c.number(1));
  const std::uint64_t flags = c.number(1), kind = c.number(1);
  if (data.rank > 2 || kind != (data.rank == 0 ? 0u : 1u) || flags > 1)
    damaged("an array is not a table of one or two dimensions");
  if (data.rank > 0) data.rows = c.number(8);
  if (data.rank > 1) data.width = c.number(8);
  // With flag 1 the maximum shape follows; it has no meaning for arrays that never grow.
  if (data.width == 0 || element_size == 0) damaged("an array has rows of zero width");
  // By division, because a product could overflow 64 bits.
  if (data.width > limit / element_size || data.rows > limit / (data.width * element_size))
    damaged("an array is larger than the file");
  return data.rows * data.width * element_size;
}

namespace {

Hdf5Attribute attribute(Bytes body) {
  Cursor c(body);
  if (c.number(1) != 3 || c.number(1) != 0) damaged("an attribute is of another version of HDF5");
  const std::uint64_t name_size = c.number(2), type_size = c.number(2), space_size = c.number(2);
  c.take(1);  // character set of the name
  std::string_view name = as_text(c.take(name_size));
  if (!name.empty() && name.back() == '\0') name.remove_suffix(1);
  const auto [type, size] = element(c.take(type_size));
  Hdf5Attribute result{name, {}};
  result.data.type = type;
  const Bytes space = c.take(space_size);
  if (type == Hdf5Type::other) return result;
  result.data.bytes = c.take(measure(space, size, c.left(), result.data));
  return result;
}

}  // namespace

std::vector<Hdf5Attribute> attributes_of(const std::vector<Message>& messages) {
  std::vector<Hdf5Attribute> attributes;
  for (const Message& m : messages)
    if (m.kind == Message::attribute) attributes.push_back(attribute(m.body));
  return attributes;
}

Link hard_link(Bytes body) {
  Cursor c(body);
  if (c.number(1) != 1) damaged("a link is of another version of HDF5");
  const std::uint64_t flags = c.number(1);
  if ((flags & 0x08) && c.number(1) != 0) damaged("it links to another place, which Scree does not write");
  if (flags & 0x04) c.take(8);  // creation order
  if (flags & 0x10) c.take(1);  // character set
  const std::string_view name = as_text(c.take(c.number(std::size_t{1} << (flags & 3))));
  return {name, c.number(8)};
}

}  // namespace scree::io
