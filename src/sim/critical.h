// The critical time step of every stage of every contact in a scene, and the step chosen from it.
//
// Near rest a stage of a pair is an oscillator: spring k, dashpot c, effective mass (or inertia) m. An explicit
// step of central differences is stable below (2/w)(sqrt(1 + z^2) - z), w = sqrt(k/m). z = c/(2 sqrt(k m)) if the
// dashpot is evaluated with the velocity of half a step before, and twice that if it is evaluated with the velocity
// that velocity-verlet predicts. A body with many contacts has a lower limit: critical_packing.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scene.h"

namespace scree::sim {

struct CriticalStep {
  std::string stage;    ///< "normal", "slide", "roll", "spin" of a pair; "packing"; non-contact: "near_field", "drag"
  std::string between;  ///< the two materials, or material and "plane"; for drag the material alone
  double step = 0.0;    ///< [s]
  double stiffness = 0.0, damping = 0.0, mass = 0.0;  ///< of the oscillator, in the stage's own units
};

/// The stiffness of a Hertz contact depends on the overlap. It is evaluated at this fraction of the smaller radius.
inline constexpr double k_reference_overlap = 0.05;

inline constexpr std::string_view k_packing_stage = "packing";

/// Critical steps of the scene, smallest first. Pairs the lightest body of each material with the lightest and the
/// heaviest body of the other; near fields are evaluated at the distance at which the two bodies touch. Empty if the
/// scene has neither a stiffness nor drag.
std::vector<CriticalStep> critical_steps(const Scene& scene);

/// The normal laws for which Hertz's collision time is defined, as in a message: `"hertz"`, joined by "or".
std::string laws_with_collision_time();
/// Duration of Hertz's elastic collision at a given speed. [Campello2015, eq. 50]
struct HertzCollision {
  std::string between;
  double duration = 0.0;  ///< 2.87 (m_eff^2 / (R_eff E_eff^2 speed))^(1/5) [s]
};
inline constexpr double k_steps_a_collision = 20.0;  ///< steps per collision, from the same equation
/// Collision times of all pairs that can touch under such a law; shortest first.
std::vector<HertzCollision> hertz_collisions(const Scene& scene, double speed);

/// Maximum of an automatic step, as a fraction of the critical step of a packing. At the critical step itself the
/// shortest waves neither grow nor decay; at 0.8 of it they decay, and the overlaps of Hertz contacts may be twice
/// the reference overlap. docs/decisions/critical-step.md
inline constexpr double k_packing_fraction = 0.8;

/// Maximum number of steps of a run: below 2^53, so that it is exact as a double, and years of computing.
inline constexpr std::int64_t k_max_steps = 1'000'000'000'000'000;

/// The step given in the scene; or a twentieth of the shortest Hertz collision at time.impact_speed; or the smaller of
/// safety x the smallest critical step of a pair and k_packing_fraction x that of a packing. An automatic step is
/// never longer than the run. Throws BuildError if no step follows from the scene, or if the run would take more than
/// k_max_steps.
double chosen_step(const Scene& scene);
/// Is the automatic step limited by the stability of a packing, and so shorter than safety x the smallest critical
/// step of a pair?
bool packing_decides(const Scene& scene);

}  // namespace scree::sim
