#include "app/sweep/sweep.h"

#include <memory>

#include <CLI/CLI.hpp>

#include "app/options.h"

void scree::app::options::sweep(CLI::App& word, int& code) {
  const auto a = std::make_shared<SweepArguments>();
  auto* study = word.add_option("study", a->study, "study file (TOML, docs/sweeps.md)");
  auto* out = word.add_option("--out", a->out, "folder for the plan, the runs and the table")->type_name("DIR");
  auto* resume = word.add_option("--resume", a->resume, "resume the sweep of this folder")
                     ->type_name("DIR")
                     ->excludes(study)
                     ->excludes(out);
  word.add_option("--jobs", a->jobs, "concurrent runs; default: number of cores / threads")->check(CLI::Range(1, 4096));
  word.add_option("--threads", a->threads, "threads of each run (the result does not depend on it)")
      ->check(CLI::Range(1, 1024))
      ->capture_default_str();
  add_isa(word, a->isa, "instruction set of the contact kernels (see --version)");
  word.add_option("--checkpoint-every", a->checkpoint_every,
                  "wall-clock seconds between two checkpoints of a run (default: the value of the scene)")
      ->check(CLI::NonNegativeNumber);
  auto* list = word.add_flag("--list", a->list, "list the runs and, for a folder, their states; run nothing");
  auto* only =
      word.add_option("--only", a->only, "execute only these runs and write no table: 3,5-7")->type_name("RUNS");
  auto* collect = word.add_flag("--collect", a->collect, "write the table from the existing results; run nothing")
                      ->needs(resume)
                      ->excludes(list)
                      ->excludes(only);
  word.add_option("--export", a->export_to,
                  "plan the runs and write an array job or a workflow that executes them; run nothing")
      ->check(CLI::IsMember({"slurm", "snakemake"}))
      ->excludes(list)
      ->excludes(only)
      ->excludes(collect);
  word.add_flag("--skip-refused", a->skip_refused, "run the valid variants if some variants of the scene are rejected");
  word.add_flag("--overwrite", a->overwrite, "allow a folder that contains another sweep, which is removed");
  word.add_flag("--quiet", a->quiet, "no progress");
  word.add_option("--point", a->point, "run this one in this process")
      ->check(CLI::PositiveNumber)
      ->needs(resume)
      ->group("");
  word.add_option("--progress-to", a->progress_to, "file descriptor for its progress")->group("");
  add_reading(word, a->reading);
  word.callback([a, &code, study, out, resume, list] {
    if (resume->empty() && (study->empty() || (out->empty() && list->empty())))
      throw CLI::RequiredError("a study and --out DIR, or --resume DIR");
    code = sweep_command(*a);
  });
}
