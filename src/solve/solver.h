// Solvers of the cone complementarity problem: functions on plain data, one signature for all.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "solve/problem.h"
#include "solve/residual.h"

namespace scree::solve {

enum class Method {
  /// accelerated projected gradient with restart: the default; best at 1e-3 to 1e-4 (docs/decisions/nonsmooth.md)
  apgd,
  gauss_seidel,      ///< the paper's fixed point iteration (46), with the cone scaled and safe steps
  barzilai_borwein,  ///< spectral projected gradient
  newton,            ///< an interior-point method, polished by semismooth Newton steps; for tight tolerances
};
inline constexpr std::array<std::string_view, 4> k_method_words = {"apgd", "gauss-seidel", "barzilai-borwein",
                                                                   "newton"};

struct Settings {
  Method method = Method::apgd;
  double tolerance = 1e-6;  ///< of the rms residual [m/s]
  std::int64_t most_iterations = 1000;
  std::string_view isa{};  ///< kernels to use; "" takes the best
};

struct Outcome {
  std::vector<Twist> velocities;  ///< of the bodies
  std::int64_t iterations = 0;
  Residual residual;              ///< of what is returned
  std::vector<double> residuals;  ///< the same of each contact, then of each row [m/s]
  bool reached = false;           ///< residual.rms <= tolerance
};

/// `impulses` holds the guess (of the problem's lengths, or empty for none) and gets the answer. The same bits for any
/// number of threads (OpenMP's) and any instruction set.
Outcome solve(const Problem& problem, Impulses& impulses, const Settings& settings);

}  // namespace scree::solve
