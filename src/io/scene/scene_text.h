// The text of one file of a scene. A checkpoint contains the texts of all files, so that a run can resume without the
// files on the disk.
#pragma once

#include <string>

namespace scree::io {

/// `name` is relative to the folder of the scene (absolute for a file elsewhere that the user allowed).
struct SceneText {
  std::string name, text;
};

}  // namespace scree::io
