// A scene with some of its values replaced, as the texts that a person would have written.
//
// A value is found in the joined tables of the scene, but it is replaced in the text that it stands in, at its own
// place and nowhere else. So the ordinary reader reads the result with all its checks, its messages keep their lines,
// comments stay, and a checkpoint carries what was really run.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "io/text/problems.h"
#include "io/scene/scene_include.h"
#include "io/scene/scene_text.h"
#include "io/scene/section.h"

namespace scree::io {

/// Where a value stands: bytes of one of the texts.
struct Spot {
  std::size_t text = 0, begin = 0, end = 0;
};

struct Edit {
  Spot spot;
  std::string value;  ///< TOML
};

class EditableScene {
 public:
  /// All files of the scene, the main one first (ReadResult::texts). They must be TOML.
  explicit EditableScene(std::vector<SceneText> texts);

  /// The value at a path (scene_path.h); refused if there is none, or if it is a table under a header of its own.
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
