// Reads the declared keys of a table (scene/tables.h) into its struct, with their units, ranges and words. Internal to
// the scene reader, whose read_* functions add what follows from several keys together.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "io/scene/scene_draft.h"
#include "scene/tables.h"

namespace scree::io {

class Keys {
 public:
  Keys(Section& section, const scene::Table& table, Draft& draft)
      : section_(&section), table_(&table), draft_(&draft) {}

  /// Every key that fills a member by itself. What is absent or wrong leaves its member as it is.
  void read(void* into);
  /// One of them, whether it does so or not: false if it is absent or wrong.
  bool read(std::string_view name, void* into);
  /// It was there and right when it was read.
  bool is_good(std::string_view name) const { return (good_ >> index_of(name) & 1U) != 0; }
  /// So was every key that must be given.
  bool are_complete() const { return complete_; }

  // The value of one key, for a table whose code knows what to do with it.
  std::optional<double> number(std::string_view name);
  /// With a unit, and a hint, that follow from other keys.
  std::optional<double> number(std::string_view name, std::string_view unit, std::string_view hint = {});
  std::optional<Vec3d> vector(std::string_view name);
  std::optional<std::int64_t> count(std::string_view name);
  std::optional<unsigned> word(std::string_view name);  ///< flags, too; of a set its bits

  Section& section() const { return *section_; }
  const scene::Key& key(std::string_view name) const;

 private:
  std::size_t index_of(std::string_view name) const;
  bool read(const scene::Key& key, void* into);
  void announce(const scene::Key& key);

  Section* section_;
  const scene::Table* table_;
  Draft* draft_;
  std::uint64_t good_ = 0;  ///< a bit for each key, in their order
  bool complete_ = true;
};

}  // namespace scree::io
