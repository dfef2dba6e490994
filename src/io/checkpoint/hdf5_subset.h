// A strict reader of the part of HDF5 that Scree writes: plain groups, contiguous arrays of four number types, a few
// attributes.
//
// Why not the HDF5 library: it reads every feature that HDF5 ever had and is not hardened against hostile files;
// fuzzing the version of Debian 12 finds out-of-bounds reads within a minute (docs/decisions/checkpoint-reader.md).
// This reader refuses everything else: external links, filters, chunks, other types, more than two dimensions. It
// copies nothing; all results are views into the image, so memory stays proportional to the file. Source: HDF5 File
// Format Specification, version 3.0, sections II.B (superblock 2), IV.A.1.b (object header 2), IV.A.2.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace scree::io {

/// Limits of a file: far above what a checkpoint needs, and low enough to bound the work on a hostile file.
inline constexpr std::size_t k_max_datasets = 1024;  ///< above this number the HDF5 library takes seconds to link them
inline constexpr std::size_t k_max_messages = 1 << 16;  ///< header messages in total; an array has about six
inline constexpr std::size_t k_deepest_group = 8;
inline constexpr std::size_t k_longest_link = 200;    ///< [bytes] of one part of a path
inline constexpr std::size_t k_longest_text = 32768;  ///< [bytes] of a text attribute; HDF5 limits attributes to 64 KiB

/// The error, as a continuation of the file name: "is truncated: ...".
struct Hdf5Error {
  std::string what;
};

enum class Hdf5Type { f64, i64, u32, u8, text, other };

/// Numbers stored in the image. A scalar has rank 0 and one row; a text is one row of bytes, padded with zeros.
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
/// Values of scalar attributes; empty if there is no attribute of this name and type.
std::optional<std::string> text_of(std::span<const Hdf5Attribute> attributes, std::string_view name);
std::optional<std::int64_t> integer_of(std::span<const Hdf5Attribute> attributes, std::string_view name);
std::optional<double> number_of(std::span<const Hdf5Attribute> attributes, std::string_view name);

struct Hdf5Dataset {
  std::string path;
  Hdf5Data data;
  std::vector<Hdf5Attribute> attributes;
};

/// Whether a path consists of plain names joined by '/': none empty, "." or "..", none too long, no control characters,
/// and at most k_deepest_group parts.
bool is_plain_path(std::string_view path);

/// Two functions, because the attributes of the root must stay readable in all future formats: they contain the format
/// number, by which a file of a newer format is recognised. Both throw Hdf5Error.
std::vector<Hdf5Attribute> root_attributes(std::span<const std::byte> image);
std::vector<Hdf5Dataset> all_datasets(std::span<const std::byte> image);

}  // namespace scree::io
