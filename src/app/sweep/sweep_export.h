// A sweep for other machines: an array job of Slurm, or a workflow of Snakemake. Both call `scree sweep --resume .
// --only N` for the runs and `--collect` for the table, so they give the table that a sweep on one machine gives.
#pragma once

#include <string>

#include "app/sweep/sweep.h"
#include "app/sweep/sweep_folder.h"

namespace scree::app {

inline constexpr const char *k_slurm_file = "sweep.sbatch", *k_slurm_submit = "submit.sh", *k_snakefile = "Snakefile";
// of an array job: Slurm's MaxArraySize is 1001 unless a cluster says otherwise
inline constexpr std::int64_t k_most_tasks = 1000;

/// `threads`, `isa` and `checkpoint_every` of the arguments go into the command of each run.
std::string slurm_text(const Sweep& sweep, const SweepArguments& arguments);
std::string slurm_submit_text();
std::string snakemake_text(const Sweep& sweep, const SweepArguments& arguments);

/// Writes the files into the folder of the sweep and returns what a person has to do with them.
std::string export_sweep(const Sweep& sweep, const SweepArguments& arguments);

}  // namespace scree::app
