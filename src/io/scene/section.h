// One table of a scene file, whose keys are read one by one. Internal to the scene reader.
//
// A section records which keys were read. finish() reports every other key of the table, so no key is silently ignored
// and no separate list of valid keys is necessary. A getter returns an empty value if the key is absent or wrong; if it
// is wrong, the error has been recorded. Required keys are announced by require(); finish() reports those that are
// absent, unless a misspelt key explains it.
#pragma once

#include <cstdint>
#include <deque>
#include <filesystem>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/field.h"
#include "base/vec3.h"
#include "io/text/input_errors.h"
#include "io/text/read_options.h"
#include "io/text/toml.h"
#include "sim/scene.h"

namespace scree::io {

/// One file of the scene: its name in messages, its text, and where its lines begin.
struct SourceFile {
  SourceFile(std::string name_, std::string text_);
  /// Byte offset in the text. Columns count UTF-8 characters.
  std::size_t offset_of(std::size_t line, std::size_t column) const;
  std::string name, text;
  std::vector<std::size_t> line_begins;
};

/// Whether files may be opened; not while a scene is read from a checkpoint.
enum class Disk { open, closed };

/// The text being read and the errors found in it.
struct Source {
  std::string file;                 ///< the main file, in messages
  std::string_view what = "scene";  ///< kind of the text, in messages
  std::filesystem::path folder{};
  ReadOptions options{};
  Disk disk = Disk::open;
  std::deque<SourceFile> files{};  ///< the main file first
  sim::Units units = sim::Units::si;
  InputErrors problems{};

  void problem(Place place, std::string_view sentence) {
    problems.add(place.file.empty() ? std::string_view(file) : place.file, place, sentence);
  }
  /// A value as written in the file; shortened if long.
  std::string written(const toml::node& node) const;
  /// `heap.toml:5:1`.
  std::string describe(Place place) const;
  /// `line 5`, or `line 5 of parts/glass.toml` if it is in another file than `from`.
  std::string line_of(Place place, Place from) const;
};

inline Place place_of(const toml::source_region& region) {
  return {static_cast<int>(region.begin.line), static_cast<int>(region.begin.column),
          region.path != nullptr ? std::string_view(*region.path) : std::string_view()};
}
inline Place place_of(const toml::node& node) { return place_of(node.source()); }

/// Whether units = "reduced" applies to a number. It does not apply to wall-clock times.
enum class UnitsOf { scene, world };

/// Requirements on a number.
struct NumberSpec {
  std::string_view unit = "1";
  Range range = Range::any;
  std::string_view description{};  ///< a phrase for the message
  UnitsOf units = UnitsOf::scene;
};

/// One text of a list, with its place.
struct ListItem {
  std::string text;
  Place place;
};

class SectionList;

class Section {
 public:
  Section(Source& source, const toml::table& table, std::string path);

  /// The value of a key, which is thereby recorded as known.
  const toml::node* find(std::string_view name);
  bool has(std::string_view name) { return find(name) != nullptr; }
  void require(std::initializer_list<std::string_view> names);

  std::optional<double> quantity(std::string_view name, const NumberSpec& spec);
  std::optional<Vec3d> vector(std::string_view name, std::string_view unit);
  std::optional<std::int64_t> integer(std::string_view name, std::int64_t low, std::int64_t high);
  std::optional<bool> flag(std::string_view name);
  std::optional<std::string> text(std::string_view name);
  std::optional<int> word(std::string_view name, std::span<const std::string_view> words);
  /// The texts of an array. An error if it is not an array or an item is not a text.
  std::optional<std::vector<ListItem>> texts(std::string_view name);
  /// Bits of the choices in an array, each at most once.
  std::optional<unsigned> word_set(std::string_view name, std::span<const std::string_view> words);
  /// A table under a key, not an array of tables.
  std::optional<Section> section(std::string_view name);
  /// All tables of [[name]], for `for (Section& section : root.sections(name))`.
  SectionList sections(std::string_view name);

  /// Reads a number at any place, for values with their own grammar.
  std::optional<double> quantity_at(const toml::node& node, std::string_view name, const NumberSpec& spec);

  /// Reports unknown keys, and required keys that are absent.
  void finish();
  /// Keys that have not been read, for a caller that reports them itself; it calls drop_requirement() for the required
  /// keys that they explain.
  std::vector<const toml::key*> unknown_keys() const;
  void mark_known(std::string_view name) { known_.emplace_back(name); }
  void drop_requirement(std::string_view name) { std::erase(required_, name); }

  std::string path_of(std::string_view name) const;
  const std::string& path() const { return path_; }
  Place place() const { return place_of(*table_); }
  /// Place of the value of the key; of the section if the key is absent.
  Place place(std::string_view name) const;
  Place key_place(std::string_view name) const;
  std::string written(std::string_view name) const;
  void problem(Place place, std::string_view sentence) { source_->problem(place, sentence); }
  Source& source() const { return *source_; }

 private:
  void wrong_type(const toml::node& node, std::string_view name, std::string_view due);
  bool check_range(const toml::node& node, std::string_view name, double value, const NumberSpec& spec);

  Source* source_;
  const toml::table* table_;
  std::string path_;
  std::vector<std::string> known_, required_;
};

/// The tables of a list, one at a time: a section needs far more memory than a short table of the file, and a list may
/// have a million tables.
class SectionList {
 public:
  /// The tables of a list, or one table that should have been a list; empty if both pointers are null.
  SectionList(Source& source, std::string path, const toml::array* list, const toml::table* one = nullptr)
      : source_(&source), path_(std::move(path)), list_(list), one_(one) {}

  struct End {};
  class Iterator {
   public:
    explicit Iterator(const SectionList& list) : list_(&list) { take(); }
    Section& operator*() { return *section_; }
    Iterator& operator++() {
      ++at_;
      take();
      return *this;
    }
    bool operator!=(End) const { return section_.has_value(); }

   private:
    void take();
    const SectionList* list_;
    std::size_t at_ = 0;
    std::optional<Section> section_{};
  };
  Iterator begin() const { return Iterator(*this); }
  End end() const { return {}; }

 private:
  Source* source_;
  std::string path_;
  const toml::array* list_;
  const toml::table* one_;
};

}  // namespace scree::io
