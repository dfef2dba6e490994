// Scene files: TOML text -> sim::Scene, or everything that is wrong with it.
//
// All problems of a file are reported in one go, each with its place, what, why, and the nearest valid word. (An error of TOML
// syntax is the exception: the text after it cannot be trusted, so it comes alone.) No key is ignored, no default arm of a
// rolling coefficient is invented, no number is taken without its unit unless the scene says units = "reduced".
// tests/data/all_words.toml shows every table and key; the laws' own words come from their `fields` (`scree laws`).
#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "io/problems.h"
#include "sim/scene.h"

namespace scree::io {

struct ReadResult {
  std::optional<sim::Scene> scene;  ///< there if and only if there are no problems
  Problems problems;
};

ReadResult read_scene(const std::filesystem::path& path);

/// `file_name` is used in messages; relative paths inside the scene are taken from `folder`.
ReadResult read_scene_text(std::string_view text, std::string_view file_name, const std::filesystem::path& folder);

}  // namespace scree::io
