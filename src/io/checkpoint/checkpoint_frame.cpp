#include "io/checkpoint/checkpoint_frame.h"

#include <fmt/format.h>

#include "io/checkpoint/checkpoint.h"
#include "io/scene/scene_reader.h"
#include "sim/run.h"

namespace scree::io {

sim::Simulation simulation_of(const Checkpoint& checkpoint, const sim::Options& options) {
  const ReadResult read = read_scene_texts(checkpoint.scene);
  if (!read.scene) throw CheckpointError{"the scene in the checkpoint cannot be read:\n" + read.problems.text()};
  try {
    sim::Simulation simulation(*read.scene, checkpoint.state, options);
    const std::int64_t steps = simulation.steps_done();
    if (steps != checkpoint.step || simulation.time() != checkpoint.time)
      throw ArchiveError{
          fmt::format("the header of the file gives step {} (t = {}), but clock/steps is {} and clock/time_and_step {}",
                      checkpoint.step, checkpoint.time, steps, simulation.time())};
    if (const std::int64_t last = sim::plan_run(*read.scene, simulation.step()).steps; steps > last)
      throw ArchiveError{
          fmt::format("clock/steps, row 0, is {}, but the run of its scene ends with step {}", steps, last)};
    return simulation;
  } catch (const ArchiveError& error) {
    throw CheckpointError{"the checkpoint does not fit its scene: " + error.what};
  }
}

sim::Frame frame_of_checkpoint(const std::filesystem::path& path) {
  return simulation_of(read_checkpoint(path), {}).frame();
}

}  // namespace scree::io
