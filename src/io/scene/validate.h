// The rules of scene files for scenes that were made in C++: the scene is written (io/scene/scene_writer.h) and read, and
// a finding of the reader has the path of the value in place of its line. So a rule is written once and has one
// sentence.
#pragma once

#include <vector>

#include "io/scene/scene_text.h"
#include "io/scene/scene_writer.h"

namespace scree::io {

/// The texts that a checkpoint of the scene needs; like those of a scene that was read.
std::vector<SceneText> texts_of(const sim::Scene& scene);

/// What the reader would say of a file with this scene: values out of their ranges, names that there are not, keys that
/// contradict each other, what the stepper refuses. Empty if the scene is sound. Opens no file.
std::vector<Finding> validate(const sim::Scene& scene);

}  // namespace scree::io
