// Choices of a scene as those of solvers and steppers. No cast from one enumeration to another goes by position alone.
#pragma once

#include <fmt/format.h>

#include "sim/scene.h"
#include "sim/simulation.h"
#include "solve/solver.h"
#include "step/explicit.h"

namespace scree::sim {

/// The solver by its word in a scene, which is also the word of the command line.
inline solve::Method method_of(const NonsmoothSpec& spec) {
  using solve::Method, solve::k_method_words;
  static_assert(k_solver_words == k_method_words);
  static_assert(k_method_words[static_cast<std::size_t>(Method::apgd)] == "apgd" &&
                k_method_words[static_cast<std::size_t>(Method::gauss_seidel)] == "gauss-seidel" &&
                k_method_words[static_cast<std::size_t>(Method::barzilai_borwein)] == "barzilai-borwein" &&
                k_method_words[static_cast<std::size_t>(Method::newton)] == "newton");
  return static_cast<Method>(spec.solver);
}

/// The scheme of an explicit stepper.
inline step::Scheme scheme_of(StepperKind stepper) {
  switch (stepper) {
    case StepperKind::velocity_verlet:
      return step::Scheme::velocity_verlet;
    case StepperKind::velocity_verlet_lammps:
      return step::Scheme::velocity_verlet_lammps;
    case StepperKind::symplectic_euler:
      return step::Scheme::symplectic_euler;
    case StepperKind::nonsmooth:
    case StepperKind::trapezoid:
    case StepperKind::nph:
    case StepperKind::deform:
      break;
  }
  throw BuildError{
      fmt::format("the stepper \"{}\" is not an explicit one", k_stepper_words[static_cast<std::size_t>(stepper)])};
}

}  // namespace scree::sim
