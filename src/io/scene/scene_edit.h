// Replaces values of a scene in the texts of its files.
//
// A value is found in the joined tables of the scene and is replaced only at its own place in its text. So the scene
// reader reads the result with all checks, line numbers in messages stay valid, comments remain, and a checkpoint
// contains the scene that was actually run.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "io/text/input_errors.h"
#include "io/scene/scene_include.h"
#include "io/scene/scene_text.h"
#include "io/scene/section.h"

namespace scree::io {

/// The place of a value: a byte range of one of the texts.
struct Spot {
  std::size_t text = 0, begin = 0, end = 0;
};

struct Edit {
  Spot spot;
  std::string value;  ///< TOML
};

class EditableScene {
 public:
  /// All files of the scene, the main file first (ReadResult::texts). They must be TOML.
  explicit EditableScene(std::vector<SceneText> texts);

  /// The value at a path (scene_path.h); refused if it does not exist or is a table under its own header.
  std::variant<Spot, Refused> find(std::string_view path) const;
  /// Two spots must not overlap.
  std::vector<SceneText> edited(std::vector<Edit> edits) const;

  const std::vector<SceneText>& texts() const { return texts_; }
  bool is_good() const { return table_.has_value(); }

 private:
  std::vector<SceneText> texts_;
  Source source_;
  std::optional<toml::table> table_;
};

}  // namespace scree::io
