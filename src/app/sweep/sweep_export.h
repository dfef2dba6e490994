// Export of a sweep as a Slurm array job or a Snakemake workflow. Both call `scree sweep --resume . --only N` for the
// runs and `--collect` for the table, so the table equals that of a sweep on one machine.
#pragma once

#include <string>

#include "app/sweep/sweep.h"
#include "app/sweep/sweep_folder.h"

namespace scree::app {

inline constexpr const char *k_slurm_file = "sweep.sbatch", *k_slurm_submit = "submit.sh", *k_snakefile = "Snakefile";
// tasks of an array job; the default MaxArraySize of Slurm is 1001
inline constexpr std::int64_t k_max_tasks = 1000;

/// The command of each run contains `threads`, `isa` and `checkpoint_every` of the arguments.
std::string slurm_text(const Sweep& sweep, const SweepArguments& arguments);
std::string slurm_submit_text();
std::string snakemake_text(const Sweep& sweep, const SweepArguments& arguments);

/// Writes the files into the folder of the sweep and returns the command that starts them.
std::string export_sweep(const Sweep& sweep, const SweepArguments& arguments);

}  // namespace scree::app
