// Solvers of the cone complementarity problem: functions on plain data with a common signature.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

#include "solve/problem.h"
#include "solve/residual.h"

namespace scree::solve {

enum class Method {
  /// accelerated projected gradient with restart: the default; fastest at 1e-3 to 1e-4 m/s (docs/decisions/apgd.md)
  apgd,
  gauss_seidel,      ///< the paper's fixed-point iteration (46), with a scaled cone and step sizes that converge
  barzilai_borwein,  ///< spectral projected gradient
  newton,            ///< an interior-point method, polished by semismooth Newton steps; for tight tolerances
};
inline constexpr std::array<std::string_view, 4> k_method_choices = {"apgd", "gauss-seidel", "barzilai-borwein",
                                                                     "newton"};

struct Settings {
  Method method = Method::apgd;
  double tolerance = 1e-6;  ///< of the rms residual [m/s]
  std::int64_t max_iterations = 1000;
  std::string_view isa{};  ///< instruction set of the kernels; "" selects the best available
};

struct Outcome {
  std::vector<Twist> velocities;  ///< of the bodies
  std::int64_t iterations = 0;
  Residual residual;              ///< of the returned impulses
  std::vector<double> residuals;  ///< of each contact, then of each row [m/s]
  bool reached = false;           ///< residual.rms <= tolerance
};

/// `impulses` is the guess (as many contacts and rows as the problem, or empty for none) and is replaced by the
/// solution. The bits of the solution do not depend on the number of OpenMP threads or on the instruction set.
Outcome solve(const Problem& problem, Impulses& impulses, const Settings& settings);

}  // namespace scree::solve
