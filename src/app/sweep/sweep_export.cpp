#include "app/sweep/sweep_export.h"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "app/exit_codes.h"
#include "app/shell_text.h"
#include "io/text/whole_file.h"

namespace scree::app {
namespace {

/// Settings of a run as command-line options.
std::string options_text(const SweepArguments& arguments) {
  std::string text = fmt::format("--threads {}", arguments.threads);
  if (!arguments.isa.empty()) text += fmt::format(" --isa {}", arguments.isa);
  if (arguments.checkpoint_every >= 0.0) text += fmt::format(" --checkpoint-every {}", arguments.checkpoint_every);
  return text;
}

}  // namespace

std::string slurm_text(const Sweep& sweep, const SweepArguments& arguments) {
  const std::int64_t a_task = (sweep.count() + k_max_tasks - 1) / k_max_tasks,
                     tasks = (sweep.count() + a_task - 1) / a_task;
  return fmt::format(R"text(#!/bin/bash
# {count} runs of a sweep as an array job; written by `scree sweep --export slurm`. Submit it by ./{submit} in this folder.
# A task that was stopped, or whose time limit was reached, resumes from its checkpoint when the job is submitted again; completed runs are skipped.
# SCREE is the program, if it is not in the PATH.
#SBATCH --job-name=scree-sweep
#SBATCH --array=1-{tasks}
#SBATCH --ntasks=1
#SBATCH --cpus-per-task={threads}
#SBATCH --signal=TERM@60
#SBATCH --output=slurm-%A_%a.log
set -eu
cd "${{SLURM_SUBMIT_DIR:-.}}"
first=$(( (SLURM_ARRAY_TASK_ID - 1) * {a_task} + 1 ))
last=$(( first + {a_task} - 1 ))
if [ "$last" -gt {count} ]; then last={count}; fi
exec ${{SLURM_JOB_ID:+srun}} "${{SCREE:-scree}}" sweep --resume . --only "$first-$last" --jobs 1 {options} --quiet
)text",
                     fmt::arg("count", sweep.count()), fmt::arg("submit", k_slurm_submit), fmt::arg("tasks", tasks),
                     fmt::arg("threads", arguments.threads), fmt::arg("options", options_text(arguments)),
                     fmt::arg("a_task", a_task));
}

std::string slurm_submit_text() {
  return fmt::format(R"text(#!/bin/bash
# Submits the array job of this folder, and after it, even if tasks failed, the job that writes the table.
set -eu
cd "$(dirname "$0")"
job=$(sbatch --parsable {sbatch})
sbatch --parsable --dependency="afterany:${{job%%;*}}" --ntasks=1 --job-name=scree-table --output=slurm-table.log --wrap '"${{SCREE:-scree}}" sweep --resume . --collect'
)text",
                     fmt::arg("sbatch", k_slurm_file));
}

std::string snakemake_text(const Sweep& sweep, const SweepArguments& arguments) {
  return fmt::format(
      R"text(# {count} runs of a sweep as a workflow; written by `scree sweep --export snakemake`. In this folder: snakemake --cores all
# A run that fails is listed in the table with its reason (exit code {incomplete}) and does not stop the others.
# SCREE is the program, if it is not in the PATH.
import os

scree = os.environ.get("SCREE", "scree")
runs = ["{{:0{width}}}".format(number) for number in range(1, {count} + 1)]


rule table:
    input:
        expand("runs/{{run}}/outcome.json", run=runs),
    output:
        "table.csv",
        "table.json",
    shell:
        "{{scree}} sweep --resume . --collect || [ $? -eq {incomplete} ]"


rule point:
    output:
        "runs/{{run}}/outcome.json",
    threads: {threads}
    shell:
        "{{scree}} sweep --resume . --only {{wildcards.run}} --jobs 1 {options} --quiet || [ $? -eq {incomplete} ]"
)text",
      fmt::arg("count", sweep.count()), fmt::arg("incomplete", static_cast<int>(k_incomplete)),
      fmt::arg("width", sweep.run_name(1).size()), fmt::arg("threads", arguments.threads),
      fmt::arg("options", options_text(arguments)));
}

std::string export_sweep(const Sweep& sweep, const SweepArguments& arguments) {
  namespace fs = std::filesystem;
  if (arguments.export_to == "snakemake") {
    io::write_whole_file(sweep.folder / k_snakefile, {snakemake_text(sweep, arguments)}, io::Survives::the_machine);
    return fmt::format("  cd {} && snakemake --cores all", shell_word(sweep.folder));
  }
  io::write_whole_file(sweep.folder / k_slurm_file, {slurm_text(sweep, arguments)}, io::Survives::the_machine);
  io::write_whole_file(sweep.folder / k_slurm_submit, {slurm_submit_text()}, io::Survives::the_machine);
  fs::permissions(sweep.folder / k_slurm_submit, fs::perms::owner_exec | fs::perms::group_exec, fs::perm_options::add);
  return fmt::format("  {}", shell_word(sweep.folder / k_slurm_submit));
}

}  // namespace scree::app
