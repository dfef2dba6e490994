// A contact problem of one nonsmooth step as a file, in the container of checkpoints (io/checkpoint/checkpoint.h) and
// with the same checks. `scree inspect` describes it, `scree solve` solves it.
#pragma once

#include <filesystem>

#include "io/checkpoint/checkpoint.h"
#include "solve/problem.h"

namespace scree::io {

struct SavedProblem {
  solve::Problem problem;
  solve::Impulses guess;  ///< sized for the problem, or empty
  std::int64_t step = 0;  ///< of the run that wrote the problem
  double time = 0.0;      ///< [s]
};

/// Throws WriteError; a former file is then unchanged.
void write_problem(const std::filesystem::path& path, const solve::Problem& problem, const solve::Impulses& guess,
                   std::int64_t step = 0, double time = 0.0);
/// Throws CheckpointError.
SavedProblem read_problem(const std::filesystem::path& path);

}  // namespace scree::io
