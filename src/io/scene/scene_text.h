// One file of a scene as it was read: a checkpoint carries all of them, so that a run can go on without the disk's
// files.
#pragma once

#include <string>

namespace scree::io {

/// `name` is relative to the scene's folder (absolute for a file elsewhere that the user allowed).
struct SceneText {
  std::string name, text;
};

}  // namespace scree::io
