// Scene files: TOML text -> sim::Scene, or everything that is wrong with it.
//
// All problems of a file are reported in one go, each with its place, what, why, and the nearest valid word. (An error
// of TOML syntax is the exception: the text after it cannot be trusted, so it comes alone.) No key is ignored, no
// default arm of a rolling coefficient is invented, no number is taken without its unit unless the scene says units =
// "reduced". A scene may include other files (scene_include.h); it reads nothing outside of its folder without the
// user's word (confine.h). tests/data/all_words.toml shows every table and key; the laws' own words come from their
// `fields` (`scree laws`).
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "io/text/problems.h"
#include "io/text/read_options.h"
#include "io/scene/scene_text.h"
#include "sim/scene.h"

namespace scree::io {

struct ReadResult {
  std::optional<sim::Scene> scene{};  ///< there if and only if there are no problems
  Problems problems{};
  /// all files of the scene in the order read, the main one first; data files are not among them
  std::vector<SceneText> texts{};
};

ReadResult read_scene(const std::filesystem::path& path, const ReadOptions& options = {});

/// `file_name` is used in messages; relative paths inside the scene are taken from `folder`.
ReadResult read_scene_text(std::string_view text, std::string_view file_name, const std::filesystem::path& folder,
                           const ReadOptions& options = {});

/// A scene out of the texts that a former reading gave, without touching the disk. Data files are not opened:
/// `scene.files` says which there were, and a cell that comes from one has no bounds.
ReadResult read_scene_texts(std::span<const SceneText> texts, const ReadOptions& options = {});

/// The same, with data files opened: their names are taken from `folder`.
ReadResult read_scene_texts(std::span<const SceneText> texts, const std::filesystem::path& folder,
                            const ReadOptions& options);

}  // namespace scree::io
