// Converts the bytes of a file to a checkpoint. hdf5_subset.h reads the structure; this file interprets the content.
#include <cstring>
#include <map>

#include <fmt/format.h>

#include "io/checkpoint/checkpoint_image.h"
#include "io/checkpoint/hdf5_subset.h"

namespace scree::io {
namespace {

template <class T>
T needed(std::optional<T> value, std::string_view name) {
  if (!value) throw CheckpointError{fmt::format("is damaged: it lacks the attribute \"{}\"", name)};
  return std::move(*value);
}

template <class T>
std::vector<T> numbers(std::span<const std::byte> bytes) {
  std::vector<T> values(bytes.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

Array::Values values(const Hdf5Data& data) {
  switch (data.type) {
    case Hdf5Type::f64: return numbers<double>(data.bytes);
    case Hdf5Type::i64: return numbers<std::int64_t>(data.bytes);
    case Hdf5Type::u32: return numbers<std::uint32_t>(data.bytes);
    default: return numbers<std::uint8_t>(data.bytes);
  }
}

SceneText scene_text(const Hdf5Dataset& set) {
  if (set.data.type != Hdf5Type::u8 || set.data.rank != 1)
    throw CheckpointError{fmt::format("is damaged: {} is not a text", set.path)};
  return {needed(text_of(set.attributes, "name"), "name"),
          std::string(reinterpret_cast<const char*>(set.data.bytes.data()), set.data.bytes.size())};
}

/// Refuses a file of another kind or of a newer format before any other content is read.
void check_kind(std::span<const Hdf5Attribute> root) {
  if (text_of(root, "format") != k_checkpoint_word)
    throw CheckpointError{"is an HDF5 file, but not a checkpoint of Scree"};
  const std::int64_t version = needed(integer_of(root, "version"), "version");
  if (version > k_checkpoint_format)
    throw CheckpointError{
        fmt::format("was written by Scree {}, format {}; this program reads up to format {}: use a newer Scree",
                    text_of(root, "scree_version").value_or("of an unknown version"), version, k_checkpoint_format),
        true};
  if (version < 1) throw CheckpointError{fmt::format("is damaged: there is no format {}", version)};
}

Examined examine(std::span<const std::byte> image) {
  const auto root = root_attributes(image);
  check_kind(root);
  Examined result;
  Checkpoint& checkpoint = result.checkpoint;
  checkpoint.scree_version = needed(text_of(root, "scree_version"), "scree_version");
  checkpoint.step = needed(integer_of(root, "step"), "step");
  checkpoint.time = needed(number_of(root, "time"), "time");
  result.checksum_stored = needed(text_of(root, "checksum"), "checksum");

  std::multimap<std::string, const Hdf5Dataset*> by_name;
  const auto datasets = all_datasets(image);
  for (const Hdf5Dataset& set : datasets) by_name.emplace(set.path, &set);
  // The texts of the scene are numbered without a gap. A dataset that remains in their group is a fault, which fault()
  // reports.
  for (int number = 1;; ++number) {
    const auto text = by_name.find(fmt::format("{}{}", k_scene_group, number));
    if (text == by_name.end()) break;
    checkpoint.scene.push_back(scene_text(*text->second));
    by_name.erase(text);
  }
  for (const auto& [name, set] : by_name) {
    if (set->data.rank == 2 && set->data.width == 1)
      throw CheckpointError{fmt::format("is damaged: {} is a table of one column", name)};
    checkpoint.state.add({name, static_cast<std::size_t>(set->data.width), values(set->data)});
  }
  if (const std::string why = fault(checkpoint); !why.empty()) throw CheckpointError{"is damaged: " + why};
  result.checksum_computed = checksum(checkpoint);
  return result;
}

}  // namespace

Examined examine_checkpoint_image(std::span<const std::byte> image) {
  try {
    return examine(image);
  } catch (const Hdf5Error& error) {
    throw CheckpointError{error.what};
  }
}

Checkpoint read_checkpoint_image(std::span<const std::byte> image) {
  Examined examined = examine_checkpoint_image(image);
  if (!examined.holds())
    throw CheckpointError{fmt::format("is damaged: its checksum is {}, but its content has {}",
                                      examined.checksum_stored, examined.checksum_computed)};
  return std::move(examined.checkpoint);
}

}  // namespace scree::io
