#include "io/scene/validate.h"

#include "io/scene/scene_reader.h"

namespace scree::io {

std::vector<SceneText> texts_of(const sim::Scene& scene) { return {{"scene.toml", write_scene(scene).text}}; }

std::vector<Finding> validate(const sim::Scene& scene) {
  WrittenScene written = write_scene(scene);
  const std::vector<SceneText> texts = {{"scene.toml", std::move(written.text)}};
  const ReadResult read = read_scene_texts(texts);
  std::vector<Finding> findings = std::move(written.faults);
  for (const InputError& problem : read.problems) findings.push_back({written.path_at(problem.line), problem.sentence});
  return findings;
}

}  // namespace scree::io
