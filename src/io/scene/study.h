// A study: one scene, and which of its values are varied how (docs/sweeps.md). TOML text -> Study, or everything that
// is wrong with it.
//
// Values are kept as the TOML text that takes the place of the scene's own value. Keys that change together are one
// axis; all axes make a product, the last one changes fastest.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/text/problems.h"
#include "io/text/read_options.h"
#include "io/scene/scene_edit.h"

namespace scree::io {

inline constexpr std::int64_t k_most_runs = 100'000;  // of one study; each has a folder of its own

/// One key of the scene and its values.
struct Varied {
  std::string key{};
  std::vector<std::string> values{};  ///< TOML
  Spot spot{};
};

/// Keys that change together; all have equally many values.
using Axis = std::vector<Varied>;

struct Study {
  std::string title{};
  std::string name{}, text{};            ///< of the study's own file
  std::filesystem::path scene_folder{};  ///< relative names in the scene are taken from there
  EditableScene scene;
  std::vector<Axis> axes{};
  std::vector<std::string> measures{};  ///< paths into summary.json; empty: all that is not of the machine
  std::vector<Place> measure_places{};  ///< of each in the study's file

  std::int64_t runs() const;
  std::vector<std::string> keys() const;                    ///< of all axes
  std::vector<std::string> values(std::int64_t run) const;  ///< of all keys; runs count from 0
};

struct StudyResult {
  std::optional<Study> study{};  ///< there if and only if there are no problems
  Problems problems{};
  /// There if and only if all problems are in `measure`, and without those measures: the others can be asked after in
  /// the scene, so that all is told at once.
  std::optional<Study> but_for_measures{};
};
/// The scenes themselves are not checked here, only that they have the keys.
StudyResult read_study(const std::filesystem::path& path, const ReadOptions& options = {});

/// Does a path into summary.json lead to what depends on the machine and on the moment? A table must not hold that: it
/// is the same, bit for bit, however often a sweep was interrupted.
bool is_of_the_machine(std::string_view measure);

/// What [[vary]] says about the values of its key; nothing, with problems noted, if it is wrong.
std::optional<std::vector<std::string>> read_values(Section& vary);

}  // namespace scree::io
