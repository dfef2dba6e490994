// A .vtp file of Scree as named arrays, for its readers. Every size is checked against the actual content, and the end
// of the file must be present, so that a truncated file is refused.
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "io/text/input_errors.h"
#include "io/text/read_file.h"
#include "io/text/read_options.h"
#include "io/frame/vtk_layout.h"
#include "sim/views.h"

namespace scree::io {

/// Thrown by VtpFile and its users; read_vtp converts it to an InputError.
struct VtpFault {
  std::string sentence;
};

class VtpFile {
 public:
  /// All arrays together may unpack to at most `limit` bytes.
  VtpFile(std::string_view text, std::uint64_t limit);

  bool has(std::string_view name) const { return !tag_of(name).empty(); }

  /// The bytes of an array, which must have this type.
  std::string bytes(std::string_view name, VtkLayout layout) const;
  template <class T>
  std::vector<T> values(std::string_view name, std::optional<std::size_t> due = {}) const {
    const std::string all = bytes(name, vtk_layout(T{}));
    std::vector<T> values(all.size() / sizeof(T));
    if (all.size() % sizeof(T) != 0 || values.size() != due.value_or(values.size()))
      throw VtpFault{fmt::format("is damaged: the array `{}` has the wrong length", name)};
    if (!values.empty()) std::memcpy(values.data(), all.data(), all.size());
    return values;
  }
  std::vector<std::string> texts(std::string_view name) const;

  /// `count` rows whose members are arrays of the file: each(row, column) calls column(name, unit, member) for all of
  /// them.
  template <class Row, class Each>
  std::vector<Row> rows(std::size_t count, Each each) const {
    std::vector<std::string> columns;
    each(Row{}, [&](const char* name, const char*, const auto& value) {
      columns.push_back(bytes(name, vtk_layout(value)));
      if (columns.back().size() != count * sizeof value)
        throw VtpFault{fmt::format("is damaged: the array `{}` does not have {} rows", name, count)};
    });
    std::vector<Row> rows(count);
    for (std::size_t i = 0; i < count; ++i) {
      auto column = columns.begin();
      each(rows[i], [&](const char*, const char*, auto& value) {
        std::memcpy(&value, (column++)->data() + i * sizeof value, sizeof value);
      });
    }
    return rows;
  }

 private:
  /// The tag of an array, empty if there is none. Names of arrays are unique in files of Scree.
  std::string_view tag_of(std::string_view name) const;

  std::string_view header_, section_;
  std::uint64_t limit_;
  mutable std::uint64_t unpacked_ = 0;  ///< total so far [bytes]
};

/// The common content of files of bodies and of contacts: step, time, units, cell, names, report of the solver.
sim::Frame frame_without_rows(const VtpFile& file);

/// frame_of(file) for the file at a path, or an error.
template <class F>
std::variant<sim::Frame, InputError> read_vtp(const std::filesystem::path& path, std::uint64_t unpacked_limit,
                                              F frame_of) {
  const auto read = read_regular_file(path, k_any_size);
  const auto* text = std::get_if<std::string>(&read);
  if (!text) return InputError{path.string(), 1, 1, "the file cannot be opened; is the path right?"};
  try {
    return frame_of(VtpFile(*text, unpacked_limit));
  } catch (const VtpFault& fault) {
    return InputError{path.string(), 1, 1, fault.sentence};
  }
}

}  // namespace scree::io
