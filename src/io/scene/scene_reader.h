// Reads scene files: TOML text -> sim::Scene, or all errors in it.
//
// All errors of a file are reported together, each with place, value, reason and the nearest valid word. (A TOML syntax
// error is reported alone, because the text after it cannot be trusted.) No key is ignored, no arm of a rolling
// coefficient is assumed, and no number is accepted without its unit unless the scene has units = "reduced". A scene
// may include other files (scene_include.h); it reads nothing outside its folder unless the user allows it (confine.h).
// tests/data/all_words.toml shows every table and key; the parameters of a law come from its `fields` (`scree laws`).
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "io/text/input_errors.h"
#include "io/text/read_options.h"
#include "io/scene/scene_text.h"
#include "sim/scene.h"

namespace scree::io {

struct ReadResult {
  std::optional<sim::Scene> scene{};  ///< present if and only if there are no errors
  InputErrors problems{};
  /// all files of the scene in the order of reading, the main file first; without data files
  std::vector<SceneText> texts{};
};

ReadResult read_scene(const std::filesystem::path& path, const ReadOptions& options = {});

/// `file_name` is used in messages; relative paths in the scene are relative to `folder`.
ReadResult read_scene_text(std::string_view text, std::string_view file_name, const std::filesystem::path& folder,
                           const ReadOptions& options = {});

/// Reads a scene from the texts of an earlier ReadResult, without accessing the disk. Data files are not opened:
/// `scene.files` lists them, and a cell that comes from one has no bounds.
ReadResult read_scene_texts(std::span<const SceneText> texts, const ReadOptions& options = {});

/// The same, with data files opened: their names are relative to `folder`.
ReadResult read_scene_texts(std::span<const SceneText> texts, const std::filesystem::path& folder,
                            const ReadOptions& options);

}  // namespace scree::io
