#include "io/checkpoint/hdf5_subset.h"

#include <algorithm>
#include <bit>

#include <fmt/format.h>

#include "io/checkpoint/hdf5_messages.h"

namespace scree::io {
namespace {

const Message* find(const std::vector<Message>& messages, std::uint8_t kind) {
  const auto found = std::find_if(messages.begin(), messages.end(), [&](const Message& m) { return m.kind == kind; });
  return found == messages.end() ? nullptr : &*found;
}

class DatasetReader {
 public:
  explicit DatasetReader(Bytes image) : image_(image), headers_(image) {}

  std::vector<Hdf5Dataset> all(std::uint64_t root) {
    group(headers_.at(root), "", 0);
    return std::move(datasets_);
  }

 private:
  void group(const std::vector<Message>& messages, const std::string& prefix, std::size_t depth) {
    if (depth > k_deepest_group) damaged("its groups are nested too deeply");
    for (const Message& m : messages) {
      if (m.kind == Message::link_info) {
        Cursor c(m.body);
        c.take(1);
        if (c.number(1) != 0 || c.number(8) != k_undefined_address)
          damaged("a group is stored in a way that Scree does not write");
      } else if (m.kind == Message::link) {
        const Link to = hard_link(m.body);
        if (to.name.find('/') != to.name.npos || !is_plain_path(to.name)) damaged("a name in it is not valid");
        object(to.address, prefix + std::string(to.name), depth);
      } else if (m.kind != Message::group_info && m.kind != Message::attribute && m.kind != Message::attribute_info &&
                 m.kind != Message::continuation) {
        damaged("a group has parts that Scree does not write");
      }
    }
  }

  void object(std::uint64_t address, const std::string& path, std::size_t depth) {
    const std::vector<Message> messages = headers_.at(address);
    if (find(messages, Message::dataspace)) return dataset(messages, path);
    group(messages, path + "/", depth + 1);
  }

  void dataset(const std::vector<Message>& messages, const std::string& path) {
    if (datasets_.size() == k_max_datasets) damaged("it has too many arrays");
    for (const Message& m : messages)
      if (m.kind != Message::dataspace && m.kind != Message::datatype && m.kind != Message::fill_value &&
          m.kind != Message::layout && m.kind != Message::attribute && m.kind != Message::attribute_info &&
          m.kind != Message::continuation)
        damaged("an array is filtered or stored in a way that Scree does not write");
    const Message *space = find(messages, Message::dataspace), *type = find(messages, Message::datatype),
                  *layout = find(messages, Message::layout);
    if (!type || !layout) damaged("an array lacks its datatype or its address");

    Hdf5Dataset set{path, {}, attributes_of(messages)};
    const auto [number, size] = element(type->body);
    set.data.type = number;
    if (number == Hdf5Type::other || number == Hdf5Type::text)
      damaged("an array has a datatype that Scree does not write");
    const std::uint64_t bytes = measure(space->body, size, image_.size(), set.data);
    if (set.data.rank == 0) damaged("an array has no rows");
    Cursor c(layout->body);
    if (c.number(1) != 3 || c.number(1) != 1) damaged("an array is not stored in one piece");
    const std::uint64_t offset = c.number(8);
    if (c.number(8) != bytes) damaged("the size of an array does not match its shape");
    if (bytes > 0) set.data.bytes = part(image_, offset, bytes);
    // Overlapping arrays would let a small file allocate much memory.
    total_ += bytes;
    if (total_ > image_.size()) damaged("its arrays are larger than the file");
    datasets_.push_back(std::move(set));
  }

  Bytes image_;
  Headers headers_;
  std::vector<Hdf5Dataset> datasets_;
  std::uint64_t total_ = 0;
};

/// Checks the superblock and returns the address of the root group.
std::uint64_t root_address(Bytes image) {
  constexpr std::string_view k_signature = "\x89HDF\r\n\x1a\n";
  constexpr std::size_t k_superblock = 48;
  if (image.empty()) throw Hdf5Error{"is empty"};
  if (as_text(image.first(std::min(image.size(), k_signature.size()))) != k_signature)
    throw Hdf5Error{"is not an HDF5 file, so it is not a checkpoint of Scree"};
  if (image.size() < k_superblock) throw Hdf5Error{fmt::format("is truncated: only {} bytes are there", image.size())};
  Cursor c(image.subspan(k_signature.size()));
  const std::uint64_t version = c.number(1), sizes = c.number(2);
  c.take(1);  // consistency flags of a file that is open for writing
  const std::uint64_t base = c.number(8), extension = c.number(8), end = c.number(8), root = c.number(8);
  if (version != 2 || sizes != 0x0808 || base != 0 || extension != k_undefined_address)
    throw Hdf5Error{"is an HDF5 file, but not a checkpoint of Scree"};
  if (end > image.size()) throw Hdf5Error{fmt::format("is truncated: {} of {} bytes are there", image.size(), end)};
  return root;
}

const Hdf5Data* scalar(std::span<const Hdf5Attribute> attributes, std::string_view name, Hdf5Type type) {
  for (const Hdf5Attribute& a : attributes)
    if (a.name == name && a.data.type == type && a.data.rank == 0) return &a.data;
  return nullptr;
}

}  // namespace

bool is_plain_path(std::string_view path) {
  for (std::size_t parts = 1; parts <= k_deepest_group; ++parts) {
    const std::size_t slash = path.find('/');
    const std::string_view name = path.substr(0, slash);
    if (name.empty() || name.size() > k_longest_link || name == "." || name == "..") return false;
    for (const char c : name)
      if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) return false;
    if (slash == path.npos) return true;
    path.remove_prefix(slash + 1);
  }
  return false;
}

std::optional<std::string> text_of(std::span<const Hdf5Attribute> attributes, std::string_view name) {
  const Hdf5Data* data = scalar(attributes, name, Hdf5Type::text);
  if (!data) return std::nullopt;
  const std::string_view text = as_text(data->bytes);
  return std::string(text.substr(0, text.find('\0')));
}
std::optional<std::int64_t> integer_of(std::span<const Hdf5Attribute> attributes, std::string_view name) {
  const Hdf5Data* data = scalar(attributes, name, Hdf5Type::i64);
  if (!data) return std::nullopt;
  return std::bit_cast<std::int64_t>(Cursor(data->bytes).number(8));
}
std::optional<double> number_of(std::span<const Hdf5Attribute> attributes, std::string_view name) {
  const Hdf5Data* data = scalar(attributes, name, Hdf5Type::f64);
  if (!data) return std::nullopt;
  return std::bit_cast<double>(Cursor(data->bytes).number(8));
}

std::vector<Hdf5Attribute> root_attributes(std::span<const std::byte> image) {
  return attributes_of(Headers(image).at(root_address(image)));
}
std::vector<Hdf5Dataset> all_datasets(std::span<const std::byte> image) {
  return DatasetReader(image).all(root_address(image));
}

}  // namespace scree::io
