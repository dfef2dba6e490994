// The critical time step of every stage of every contact in a scene, and the step chosen from it.
//
// Near rest a stage is an oscillator: spring k, dashpot c, effective mass (or inertia) m. An explicit step of central
// differences with a dashpot is stable below (2/w)(sqrt(1 + z^2) - z), w = sqrt(k/m), z = c/(2 sqrt(k m)). A body in several
// contacts has a lower limit than a pair; the safety factor covers that.
#pragma once

#include <string>
#include <vector>

#include "sim/scene.h"

namespace scree::sim {

struct CriticalStep {
  std::string stage;    ///< "normal", "slide", "roll" or "spin"
  std::string between;  ///< the two materials, or material and "plane"
  double step = 0.0;    ///< [s]
  double stiffness = 0.0, damping = 0.0, mass = 0.0;  ///< of the oscillator, in the stage's own units
};

/// For a Hertz contact the stiffness depends on the overlap; it is taken at this share of the smaller radius.
inline constexpr double k_reference_overlap = 0.05;

/// Sorted, worst (smallest) first. Pairs the lightest body of each material with the lightest and the heaviest of the
/// other. Empty if nothing can touch, or nothing that touches has a stiffness.
std::vector<CriticalStep> critical_steps(const Scene& scene);

/// The scene's own step, or safety x the smallest critical step. Throws BuildError if there is nothing to choose from.
double chosen_step(const Scene& scene);

}  // namespace scree::sim
