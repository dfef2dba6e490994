// `scree sweep`: one scene in many variants, side by side (docs/sweeps.md).
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "io/text/read_options.h"

namespace scree::app {

struct SweepArguments {
  std::filesystem::path study{}, out{};
  std::filesystem::path resume{};  ///< the folder of a sweep, instead of the two
  int threads = 1;                 ///< of each run
  int jobs = 0;                    ///< runs side by side; 0: as many as the cores have room for
  std::string isa{};
  double checkpoint_every = -1.0;  ///< wall seconds; negative: what the scene says
  bool list = false, collect = false;
  std::string only{};         ///< "3,5-7"; empty: all
  std::string export_to{};    ///< "slurm", "snakemake"
  bool skip_refused = false;  ///< run what can be run, though the reader refuses some variants
  bool overwrite = false;
  bool quiet = false;
  std::int64_t point = 0;  ///< the child's part: run this one in this process; 0: none
  int progress_to = -1;    ///< a file descriptor that takes its progress
  io::ReadOptions reading{};
};
int sweep_command(const SweepArguments& arguments);

}  // namespace scree::app
