// One table of a scene file, asked for its keys one by one. Internal to the scene reader.
//
// A section remembers which keys were asked for; whatever else stands in the table is reported by finish(), so no key can be
// ignored in silence and no list of valid keys has to be kept beside the code. A getter returns nothing if the key is absent
// or wrong; if it is wrong, the problem has been noted. A key that must be there is announced by require(); its absence is
// reported by finish(), unless a misspelt key explains it.
#pragma once

#include <cstdint>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/field.h"
#include "base/vec3.h"
#include "io/problems.h"
#include "io/toml.h"
#include "sim/scene.h"

namespace scree::io {

/// The text that is being read, and what has been found wrong with it.
struct Source {
  std::string file;
  std::string_view text;
  std::filesystem::path folder;
  sim::Units units = sim::Units::si;
  Problems problems{};

  void problem(Place place, std::string sentence) { problems.add(file, place, std::move(sentence)); }
  /// A value as the person wrote it; shortened if long.
  std::string written(const toml::node& node) const;
};

inline Place place_of(const toml::source_region& region) {
  return {static_cast<int>(region.begin.line), static_cast<int>(region.begin.column)};
}
inline Place place_of(const toml::node& node) { return place_of(node.source()); }

/// What a number must be, beyond being a number.
struct NumberSpec {
  std::string_view unit = "1";
  Range range = Range::any;
  std::string_view says{};  ///< a sentence for the message
};

/// One text of a list, with its place.
struct ListItem {
  std::string text;
  Place place;
};

class Section {
 public:
  Section(Source& source, const toml::table& table, std::string path);

  /// The value under a key, which from now on is a known one.
  const toml::node* find(std::string_view name);
  bool has(std::string_view name) { return find(name) != nullptr; }
  void require(std::initializer_list<std::string_view> names);

  std::optional<double> quantity(std::string_view name, const NumberSpec& spec);
  std::optional<Vec3d> vector(std::string_view name, std::string_view unit);
  std::optional<std::int64_t> integer(std::string_view name, std::int64_t low, std::int64_t high);
  std::optional<bool> flag(std::string_view name);
  std::optional<std::string> text(std::string_view name);
  std::optional<int> word(std::string_view name, std::span<const std::string_view> words);
  /// Texts of an array. Not an array, or an item that is no text: a problem.
  std::optional<std::vector<ListItem>> texts(std::string_view name);
  /// Bits of the words that stand in an array, each at most once.
  std::optional<unsigned> word_set(std::string_view name, std::span<const std::string_view> words);
  /// A table under a key, not an array of tables.
  std::optional<Section> section(std::string_view name);
  /// Every table of [[name]].
  std::vector<Section> sections(std::string_view name);

  /// Read a number at any place, for values with a grammar of their own.
  std::optional<double> quantity_at(const toml::node& node, std::string_view name, const NumberSpec& spec);

  /// Report what nobody asked for, and what was required and is not there.
  void finish();
  /// Keys nobody asked for, for a caller that explains them himself; he calls forgive() for the required keys he explains.
  std::vector<const toml::key*> unknown_keys() const;
  void mark_known(std::string_view name) { known_.emplace_back(name); }
  void forgive(std::string_view name) { std::erase(required_, name); }

  std::string path_of(std::string_view name) const;
  const std::string& path() const { return path_; }
  Place place() const { return place_of(*table_); }
  /// Of the value under the key; of the section if it is absent.
  Place place(std::string_view name) const;
  Place key_place(std::string_view name) const;
  std::string written(std::string_view name) const;
  void problem(Place place, std::string sentence) { source_->problem(place, std::move(sentence)); }
  Source& source() const { return *source_; }

 private:
  void wrong_type(const toml::node& node, std::string_view name, std::string_view due);
  bool check_range(const toml::node& node, std::string_view name, double value, const NumberSpec& spec);

  Source* source_;
  const toml::table* table_;
  std::string path_;
  std::vector<std::string> known_, required_;
};

}  // namespace scree::io
