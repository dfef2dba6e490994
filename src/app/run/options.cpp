#include <memory>

#include <CLI/CLI.hpp>

#include "app/commands.h"
#include "app/options.h"

void scree::app::options::run(CLI::App& word, int& code) {
  const auto a = std::make_shared<RunArguments>();
  auto* scene = word.add_option("scene", a->scene, "scene file (TOML)");
  auto* out = word.add_option("--out", a->out, "folder for the results");
  auto* resume = word.add_option("--resume", a->resume, "resume the run of this folder from its newest checkpoint")
                     ->excludes(scene)
                     ->excludes(out);
  word.add_option("--checkpoint-every", a->checkpoint_every,
                  "wall-clock seconds between two checkpoints (default: the value of the scene)")
      ->check(CLI::NonNegativeNumber);
  add_threads(word, a->threads);
  add_isa(word, a->isa, "instruction set of the contact kernels (see --version)");
  word.add_flag("--overwrite", a->overwrite, "allow a folder that contains another run");
  word.add_flag("--quiet", a->quiet, "no progress");
  word.add_flag("--data", a->data, "also write the last state as a LAMMPS data file, final.data");
  auto* problem = word.add_option("--save-problem", a->save_problem,
                                  "save the contact problem of this step (stepper nonsmooth), for `scree solve`")
                      ->type_name("STEP")
                      ->check(CLI::PositiveNumber);
  word.add_option("--problem", a->problem_file,
                  "file for the contact problem, instead of problem_STEP.h5 in the folder")
      ->type_name("FILE")
      ->needs(problem);
  add_reading(word, a->reading);
  word.callback([a, &code, scene, out, resume] {
    if (resume->empty() && (scene->empty() || out->empty()))
      throw CLI::RequiredError("a scene and --out DIR, or --resume DIR");
    code = run_command(*a);
  });
}
