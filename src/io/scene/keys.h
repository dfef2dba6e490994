// Reads the declared keys of a table (scene/tables.h) into its struct, with units, ranges and choices. Internal to the
// scene reader, whose read_* functions add the rules between several keys.
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

  /// Reads every key that sets a member directly. The member of a key that is absent or wrong is not changed.
  void read(void* into);
  /// Reads one key, whether or not read(into) would read it. False if it is absent or wrong.
  bool read(std::string_view name, void* into);
  /// Whether the key was present and valid when it was read.
  bool is_good(std::string_view name) const { return (good_ >> index_of(name) & 1U) != 0; }
  /// Whether every required key was present and valid.
  bool are_complete() const { return complete_; }

  // The value of one key, for tables whose code interprets it.
  std::optional<double> number(std::string_view name);
  /// With a unit and a hint that depend on other keys.
  std::optional<double> number(std::string_view name, std::string_view unit, std::string_view hint = {});
  std::optional<Vec3d> vector(std::string_view name);
  std::optional<std::int64_t> count(std::string_view name);
  std::optional<unsigned> word(std::string_view name);  ///< index of the choice; for a flag 0 or 1; for a set its bits

  Section& section() const { return *section_; }
  const scene::Key& key(std::string_view name) const;

 private:
  std::size_t index_of(std::string_view name) const;
  bool read(const scene::Key& key, void* into);
  void announce(const scene::Key& key);

  Section* section_;
  const scene::Table* table_;
  Draft* draft_;
  std::uint64_t good_ = 0;  ///< one bit for each key, in the order of the table
  bool complete_ = true;
};

}  // namespace scree::io
