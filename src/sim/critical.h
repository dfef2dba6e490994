// The critical time step of every stage of every contact in a scene, and the step chosen from it.
//
// Near rest a stage of a pair is an oscillator: spring k, dashpot c, effective mass (or inertia) m. An explicit
// step of central differences is stable below (2/w)(sqrt(1 + z^2) - z), w = sqrt(k/m), z = c/(2 sqrt(k m)) if the
// dashpot sees the velocity half a step old, and z twice that if it sees the velocity that velocity-verlet
// predicts. A body with many contacts has a lower limit: critical_packing.h.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sim/scene.h"

namespace scree::sim {

struct CriticalStep {
  std::string stage;    ///< "normal", "slide", "roll", "spin" of a pair; "packing"; "near_field", "drag" beyond contact
  std::string between;  ///< the two materials, or material and "plane"; of drag the material alone
  double step = 0.0;    ///< [s]
  double stiffness = 0.0, damping = 0.0, mass = 0.0;  ///< of the oscillator, in the stage's own units
};

/// For a Hertz contact the stiffness depends on the overlap; it is taken at this share of the smaller radius.
inline constexpr double k_reference_overlap = 0.05;

inline constexpr std::string_view k_packing_stage = "packing";

/// Sorted, worst (smallest) first. Pairs the lightest body of each material with the lightest and the heaviest of the
/// other; near fields at the distance at which these touch. Empty if there is nothing that has a stiffness or drags.
std::vector<CriticalStep> critical_steps(const Scene& scene);

/// Normal laws whose collisions last as Hertz's, as `"hertz"`; more are joined by "or".
std::string laws_with_collision_time();
/// How long Hertz's elastic collision at a speed takes. [Campello2015, eq. 50]
struct HertzCollision {
  std::string between;
  double duration = 0.0;  ///< 2.87 (m_eff^2 / (R_eff E_eff^2 speed))^(1/5) [s]
};
inline constexpr double k_steps_a_collision = 20.0;  ///< the same equation
/// Of all pairs that can touch with the normal law "hertz"; shortest first.
std::vector<HertzCollision> hertz_collisions(const Scene& scene, double speed);

/// Of the critical step of a packing, which an automatic step does not exceed. At the limit itself the shortest
/// waves neither grow nor decay; at 0.8 of it they decay, and Hertz contacts may be twice as deep as the
/// reference. docs/decisions/time-stepping.md
inline constexpr double k_packing_share = 0.8;

/// of a run: exact as a double, years of computing
inline constexpr std::int64_t k_most_steps = 1'000'000'000'000'000;

/// The scene's own step; or a twentieth of the shortest Hertz collision at time.impact_speed; or the smaller of
/// safety x the smallest critical step of a pair and k_packing_share x that of a packing. A step that is chosen
/// is never longer than the run. Throws BuildError if there is nothing to choose from, or the run would take more
/// than k_most_steps.
double chosen_step(const Scene& scene);
/// Is an automatic step shorter than safety x the smallest critical step of a pair, because a packing would be
/// unstable?
bool packing_decides(const Scene& scene);

}  // namespace scree::sim
