#include "io/checkpoint_frame.h"

#include "io/checkpoint.h"
#include "io/scene_reader.h"

namespace scree::io {

sim::Simulation simulation_of(const Checkpoint& checkpoint, const sim::Options& options) {
  const ReadResult read = read_scene_texts(checkpoint.scene);
  if (!read.scene) throw CheckpointError{"the scene in the checkpoint cannot be read:\n" + read.problems.text()};
  try {
    return sim::Simulation(*read.scene, checkpoint.state, options);
  } catch (const ArchiveError& error) {
    throw CheckpointError{"the checkpoint does not fit its scene: " + error.what};
  }
}

sim::Frame frame_of_checkpoint(const std::filesystem::path& path) { return simulation_of(read_checkpoint(path), {}).frame(); }

}  // namespace scree::io
