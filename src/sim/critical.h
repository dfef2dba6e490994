// The critical time step of every stage of every contact in a scene, and the step chosen from it.
//
// Near rest a stage is an oscillator: spring k, dashpot c, effective mass (or inertia) m. An explicit step of central
// differences with a dashpot is stable below (2/w)(sqrt(1 + z^2) - z), w = sqrt(k/m), z = c/(2 sqrt(k m)). A body in several
// contacts has a lower limit than a pair; the safety factor covers that.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sim/scene.h"

namespace scree::sim {

struct CriticalStep {
  std::string stage;    ///< "normal", "slide", "roll" or "spin"; "near_field" or "drag" of forces beyond contact
  std::string between;  ///< the two materials, or material and "plane"; of drag the material alone
  double step = 0.0;    ///< [s]
  double stiffness = 0.0, damping = 0.0, mass = 0.0;  ///< of the oscillator, in the stage's own units
};

/// For a Hertz contact the stiffness depends on the overlap; it is taken at this share of the smaller radius.
inline constexpr double k_reference_overlap = 0.05;

/// Sorted, worst (smallest) first. Pairs the lightest body of each material with the lightest and the heaviest of the
/// other; near fields at the distance at which these touch. Empty if there is nothing that has a stiffness or drags.
std::vector<CriticalStep> critical_steps(const Scene& scene);

/// How long Hertz's elastic collision at a speed takes. [Campello2015, eq. 50]
struct HertzCollision {
  std::string between;
  double duration = 0.0;  ///< 2.87 (m_eff^2 / (R_eff E_eff^2 speed))^(1/5) [s]
};
inline constexpr double k_steps_a_collision = 20.0;  ///< the same equation
/// Of all pairs that can touch with the normal law "hertz"; shortest first.
std::vector<HertzCollision> hertz_collisions(const Scene& scene, double speed);

inline constexpr std::int64_t k_most_steps = 1'000'000'000'000'000;  ///< of a run: exact as a double, years of computing

/// The scene's own step; or a twentieth of the shortest Hertz collision at time.impact_speed; or safety x the smallest critical step. A step that is chosen is never longer than the run.
/// Throws BuildError if there is nothing to choose from, or the run would take more than k_most_steps.
double chosen_step(const Scene& scene);

}  // namespace scree::sim
