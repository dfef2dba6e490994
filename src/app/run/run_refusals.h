// Checks, before the run starts, that `scree run` can write the requested output. If it cannot, the functions print an
// error and return true.
#pragma once

#include "app/commands.h"
#include "sim/scene.h"

namespace scree::app {

/// The file that --save-problem writes.
std::filesystem::path problem_path(const RunArguments& arguments);

bool refuse_data(const RunArguments& arguments, const sim::Scene& scene);
/// `steps_done`: step of the checkpoint from which the run is resumed.
bool refuse_problem(const RunArguments& arguments, const sim::Scene& scene, std::int64_t steps_done);

}  // namespace scree::app
