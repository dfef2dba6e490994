// A strict reader of the part of HDF5 that Scree writes: plain groups, contiguous arrays of four number types, few
// attributes.
//
// Why not the HDF5 library: it reads all that HDF5 ever was and is not hardened against hostile files; fuzzing Debian
// 12's version ends in reads beyond buffers within a minute (docs/decisions/checkpoints.md). Everything that is not
// known here is refused: links to elsewhere, filters, chunks, other types, more than two dimensions. Nothing is copied:
// all results look into the image, so memory stays proportional to it. Sources: the HDF5 File Format Specification,
// version 3.0, sections II.B (superblock 2), IV.A.1.b (object header 2), IV.A.2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scree::io {

/// Limits of a file; far above what a checkpoint needs, low enough that a hostile one cannot keep us busy.
inline constexpr std::size_t k_most_datasets = 1024;     ///< beyond, the library takes seconds to link them
inline constexpr std::size_t k_most_messages = 1 << 16;  ///< header messages in all: an array has about six
inline constexpr std::size_t k_deepest_group = 8;
inline constexpr std::size_t k_longest_link = 200;    ///< of one part of a path
inline constexpr std::size_t k_longest_text = 32768;  ///< of a text in an attribute: HDF5 keeps them within 64 KiB

/// What is wrong, to be put behind the name of the file: "is truncated: ...".
struct Hdf5Error {
  std::string what;
};

enum class Hdf5Type { f64, i64, u32, u8, text, other };

/// Numbers that lie in the image. A scalar has rank 0 and one row; a text is one row of bytes, padded with zeros.
struct Hdf5Data {
  Hdf5Type type = Hdf5Type::other;
  int rank = 0;
  std::uint64_t rows = 1, width = 1;
  std::span<const std::byte> bytes;
};

struct Hdf5Attribute {
  std::string_view name;
  Hdf5Data data;
};
/// Values of scalar attributes; nothing if there is none of this name and type.
std::optional<std::string> text_of(std::span<const Hdf5Attribute> attributes, std::string_view name);
std::optional<std::int64_t> integer_of(std::span<const Hdf5Attribute> attributes, std::string_view name);
std::optional<double> number_of(std::span<const Hdf5Attribute> attributes, std::string_view name);

struct Hdf5Dataset {
  std::string path;
  Hdf5Data data;
  std::vector<Hdf5Attribute> attributes;
};

/// Parts of letters, digits and signs, joined by '/': neither empty, "." nor "..", no control characters, not too deep.
bool is_plain_path(std::string_view path);

/// The two are apart so that a file of a newer format can still say so: the attributes of the root stay readable for
/// ever. Both throw Hdf5Error.
std::vector<Hdf5Attribute> root_attributes(std::span<const std::byte> image);
std::vector<Hdf5Dataset> all_datasets(std::span<const std::byte> image);

}  // namespace scree::io
