// `scree sweep`: runs many variants of one scene in parallel (docs/sweeps.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "io/text/read_options.h"

namespace scree::app {

struct SweepArguments {
  std::filesystem::path study{}, out{};
  std::filesystem::path resume{};  ///< the folder of a sweep, instead of `study` and `out`
  int threads = 1;                 ///< threads of each run
  int jobs = 0;                    ///< concurrent runs; 0: number of cores / threads
  std::string isa{};
  double checkpoint_every = -1.0;  ///< wall-clock interval [s]; negative: the value of the scene
  bool list = false, collect = false;
  std::string only{};         ///< "3,5-7"; empty: all
  std::string export_to{};    ///< "slurm", "snakemake"
  bool skip_refused = false;  ///< run the valid variants even if the reader rejects others
  bool overwrite = false;
  bool quiet = false;
  std::int64_t point = 0;  ///< in a child process: the run to execute; 0: none
  int progress_to = -1;    ///< file descriptor to which a child process writes its progress
  io::ReadOptions reading{};
};
int sweep_command(const SweepArguments& arguments);

}  // namespace scree::app
