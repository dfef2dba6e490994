// A study: one scene and the variation of some of its values (docs/sweeps.md). TOML text -> Study, or all errors in it.
//
// Values are stored as the TOML text that replaces the value of the scene. Keys that change together form one axis; the
// runs are the product of all axes, the last axis changing fastest.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/text/input_errors.h"
#include "io/text/read_options.h"
#include "io/scene/scene_edit.h"

namespace scree::io {

inline constexpr std::int64_t k_max_runs = 100'000;  // of one study; each run has its own folder

/// One key of the scene and its values.
struct Varied {
  std::string key{};
  std::vector<std::string> values{};  ///< TOML
  Spot spot{};
};

/// Keys that change together, with equal numbers of values.
using Axis = std::vector<Varied>;

struct Study {
  std::string title{};
  std::string name{}, text{};            ///< of the study's own file
  std::filesystem::path scene_folder{};  ///< relative names in the scene are relative to this folder
  EditableScene scene;
  std::vector<Axis> axes{};
  /// paths into summary.json; empty: everything that does not depend on the machine
  std::vector<std::string> measures{};
  std::vector<Place> measure_places{};  ///< place of each measure in the study file

  std::int64_t runs() const;
  std::vector<std::string> keys() const;                    ///< of all axes
  std::vector<std::string> values(std::int64_t run) const;  ///< of all keys; runs count from 0
};

struct StudyResult {
  std::optional<Study> study{};  ///< present if and only if there are no errors
  InputErrors problems{};
  /// Present if and only if all errors are in `measure`; without the wrong measures. The caller can then check the
  /// remaining measures against the scene, so that all errors are reported together.
  std::optional<Study> but_for_measures{};
};
/// Does not check the scenes, only whether they contain the keys.
StudyResult read_study(const std::filesystem::path& path, const ReadOptions& options = {});

/// Whether a path into summary.json selects a value that depends on the machine or on the time of the run. A table must
/// not contain such values, because it must be bit-identical however often a sweep was interrupted.
bool is_of_the_machine(std::string_view measure);

/// The values that [[vary]] gives for its key; empty, with errors recorded, if they are wrong.
std::optional<std::vector<std::string>> read_values(Section& vary);

}  // namespace scree::io
