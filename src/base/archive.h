// Named arrays of numbers: the content of a checkpoint, independent of any file format.
//
// The engine writes its state into an archive and restores it from one; io/checkpoint/checkpoint.h stores archives in
// files. A law, a stepper or a shape that needs more state adds an array; existing arrays stay as they are.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace scree {

/// An array is missing from an archive, or its type or length is wrong.
struct ArchiveError {
  std::string what;
};

struct Array {
  using Values = std::variant<std::vector<double>, std::vector<std::int64_t>, std::vector<std::uint32_t>,
                              std::vector<std::uint8_t>>;
  std::string name;       ///< a path: "bodies/velocity"
  std::size_t width = 1;  ///< numbers per row
  Values values;

  std::size_t size() const {
    return std::visit([](const auto& v) { return v.size(); }, values);
  }
};

class Archive {
 public:
  template <class T>
  void put(std::string name, std::vector<T> values, std::size_t width = 1) {
    arrays_.push_back({std::move(name), width, std::move(values)});
  }
  void add(Array array) { arrays_.push_back(std::move(array)); }
  const std::vector<Array>& arrays() const { return arrays_; }

  const Array* find(std::string_view name) const {
    for (const Array& a : arrays_)
      if (a.name == name) return &a;
    return nullptr;
  }
  /// The numbers of one array. Throws ArchiveError unless the array exists, has type T and has `width` numbers per row.
  template <class T>
  const std::vector<T>& get(std::string_view name, std::size_t width = 1) const {
    const Array* a = find(name);
    if (!a) throw ArchiveError{"there is no array " + std::string(name)};
    const auto* values = std::get_if<std::vector<T>>(&a->values);
    if (!values || a->width != width || values->size() % width != 0)
      throw ArchiveError{"the array " + std::string(name) + " has the wrong type or width"};
    return *values;
  }
  /// As above; also throws unless the array has exactly `rows` rows.
  template <class T>
  const std::vector<T>& get_rows(std::string_view name, std::size_t rows, std::size_t width = 1) const {
    const auto& values = get<T>(name, width);
    if (values.size() != rows * width)
      throw ArchiveError{"the array " + std::string(name) + " has " + std::to_string(values.size() / width) +
                         " rows; expected " + std::to_string(rows)};
    return values;
  }

 private:
  std::vector<Array> arrays_;
};

}  // namespace scree
