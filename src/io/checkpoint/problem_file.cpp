#include "io/checkpoint/problem_file.h"

#include <fmt/format.h>

#include "io/checkpoint/checkpoint_image.h"
#include "io/text/whole_file.h"
#include "solve/saved.h"
#include "scree/version.h"

namespace scree::io {

void write_problem(const std::filesystem::path& path, const solve::Problem& problem, const solve::Impulses& guess,
                   std::int64_t step, double time) {
  Checkpoint checkpoint{{}, std::string(version()), step, time, {}};
  solve::put(checkpoint.state, problem, guess);
  WholeFile file(path, Survives::the_machine);  // a resumed run does not solve this step a second time
  with_checkpoint_image(checkpoint, [&](std::span<const std::byte> image) { file.write(image); });
  file.put_in_place();
}

SavedProblem read_problem(const std::filesystem::path& path) {
  const Checkpoint checkpoint = read_checkpoint(path);
  try {
    SavedProblem saved{solve::problem_of(checkpoint.state), {}, checkpoint.step, checkpoint.time};
    saved.guess = solve::guess_of(checkpoint.state, saved.problem);
    return saved;
  } catch (const ArchiveError& error) {
    const bool of_a_run = checkpoint.state.find("bodies/id") != nullptr;
    throw CheckpointError{fmt::format("{} cannot be solved: {}{}", path.string(), error.what,
                                      of_a_run ? "; it is the checkpoint of a run" : "")};
  }
}

}  // namespace scree::io
