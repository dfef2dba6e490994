// Applies the rules of scene files to scenes that were built in C++: writes the scene (io/scene/scene_writer.h), reads
// it, and replaces the line of each error by the path of the value. So each rule exists once, with one message.
#pragma once

#include <vector>

#include "io/scene/scene_text.h"
#include "io/scene/scene_writer.h"

namespace scree::io {

/// The texts of the scene for a checkpoint, like those of a scene that was read from files.
std::vector<SceneText> texts_of(const sim::Scene& scene);

/// The errors that the reader reports for a file with this scene: values outside their ranges, unknown names, keys that
/// contradict each other, features that the stepper does not support. Empty if the scene is valid. Opens no file.
std::vector<Finding> validate(const sim::Scene& scene);

}  // namespace scree::io
