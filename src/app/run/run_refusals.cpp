#include "app/run/run_refusals.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/run/run_folder.h"
#include "app/shell_text.h"
#include "io/checkpoint/checkpoint.h"
#include "io/checkpoint/problem_file.h"
#include "sim/critical.h"
#include "sim/run.h"

namespace scree::app {

std::filesystem::path problem_path(const RunArguments& arguments) {
  return arguments.problem_file.empty() ? arguments.out / problem_name(arguments.save_problem) : arguments.problem_file;
}

namespace {

/// Why the contact problem cannot be written to this file; empty if it can. It may replace only another contact
/// problem, and only with --overwrite: the name could be that of the scene or of a result.
std::string why_not_there(const RunArguments& arguments) {
  const std::filesystem::path& file = arguments.problem_file;
  if (file.empty()) return {};
  if (is_run_output(file, arguments.out))
    return "this is the name of another result of a run in that folder; choose another name";
  std::error_code ignored;
  if (!std::filesystem::exists(std::filesystem::symlink_status(file, ignored))) return {};
  if (!arguments.overwrite) return "the file exists; choose another name, or use --overwrite";
  try {
    io::read_problem(file);
    return {};
  } catch (const io::CheckpointError&) {
    return "the file exists and is not a contact problem, so it is not overwritten; choose another name";
  }
}

}  // namespace

/// final.data has atom_style sphere, so it can store only spheres.
bool refuse_data(const RunArguments& arguments, const sim::Scene& scene) {
  const auto ellipsoids = [](const sim::RandomFill& fill) { return fill.semi_axes.x > 0.0; };
  if (!arguments.data || (scene.solids.empty() && std::none_of(scene.randoms.begin(), scene.randoms.end(), ellipsoids)))
    return false;
  fmt::print(stderr,
             "scree: --data can store only spheres, and this scene has ellipsoids or boxes; omit it: `scree convert` "
             "writes a .dump or .vtp file from the checkpoint\n");
  return true;
}

bool refuse_problem(const RunArguments& arguments, const sim::Scene& scene, std::int64_t steps_done) {
  if (arguments.save_problem <= 0) return false;
  if (const sim::StepperDescriptor& stepper = sim::stepper_of(scene); !stepper.is_rigid()) {
    fmt::print(stderr,
               "scree: --save-problem applies to the stepper {}; this scene has \"{}\", whose steps solve no contact "
               "problem\n",
               sim::steppers_that([](const sim::StepperDescriptor& d) { return d.is_rigid(); }), stepper.word);
    return true;
  }
  const std::int64_t steps = sim::plan_run(scene, sim::chosen_step(scene)).steps;
  if (arguments.save_problem > steps) {
    fmt::print(stderr, "scree: --save-problem {}: the run ends with step {}\n", arguments.save_problem, steps);
    return true;
  }
  if (const std::string why = why_not_there(arguments); !why.empty()) {
    fmt::print(stderr, "scree: --problem {}: {}\n", shown(arguments.problem_file), why);
    return true;
  }
  if (arguments.save_problem <= steps_done) {
    fmt::print(stderr,
               "scree: --save-problem {}: the run resumes from step {}, which is later; start a new run to save this "
               "problem\n",
               arguments.save_problem, steps_done);
    return true;
  }
  return false;
}

}  // namespace scree::app
