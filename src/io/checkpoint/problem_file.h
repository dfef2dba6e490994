// A contact problem in a file of its own, in the container of checkpoints (io/checkpoint/checkpoint.h): checked as these are, told
// by `scree inspect`, solved by `scree solve`.
#pragma once

#include <filesystem>

#include "io/checkpoint/checkpoint.h"
#include "solve/problem.h"

namespace scree::io {

struct SavedProblem {
  solve::Problem problem;
  solve::Impulses guess;  ///< of the problem's lengths, or empty
  std::int64_t step = 0;  ///< of the run it comes from
  double time = 0.0;      ///< [s]
};

/// Throws WriteError; then a former file is as it was.
void write_problem(const std::filesystem::path& path, const solve::Problem& problem, const solve::Impulses& guess,
                   std::int64_t step = 0, double time = 0.0);
/// Throws CheckpointError.
SavedProblem read_problem(const std::filesystem::path& path);

}  // namespace scree::io
