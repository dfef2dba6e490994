// What `scree run` cannot give is said before the run, not missed after it. All print a sentence and return true if
// they refuse.
#pragma once

#include "app/commands.h"
#include "sim/scene.h"

namespace scree::app {

/// Where --save-problem puts its file.
std::filesystem::path problem_path(const RunArguments& arguments);

bool refuse_data(const RunArguments& arguments, const sim::Scene& scene);
/// `steps_done`: of the checkpoint that the run goes on from.
bool refuse_problem(const RunArguments& arguments, const sim::Scene& scene, std::int64_t steps_done);

}  // namespace scree::app
