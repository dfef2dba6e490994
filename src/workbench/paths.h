// Paths along which a contact is driven (workbench/driven.h), in closed form.
//
//   press          in to the overlap and out again, until the bodies part
//   shear          sliding back and forth at constant overlap
//   shear-varying  the same while the overlap swings twice a cycle: variation > 0 unloads under less pressure than it
//       loads, < 0 under more
//   roll, spin     rolling, spinning back and forth at constant overlap
//   turn          sliding once by the amplitude, then the normal goes round a cone: what does a law do with its spring?
//
// All but `press` begin with a quarter of a period in which the bodies are pressed together.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "workbench/driven.h"

namespace scree::contact {

enum class PathKind { press, shear, shear_varying, roll, spin, turn };
inline constexpr std::array<std::string_view, 6> k_path_words = {"press", "shear", "shear-varying",
                                                                 "roll",  "spin",  "turn"};

struct PathSpec {
  PathKind kind = PathKind::shear;
  double overlap = 0.0;          ///< largest of `press`, mean of the others [m]
  double amplitude = 0.0;        ///< of what goes back and forth: [m]; rad for spin; not used by `press`
  double variation = 0.5;        ///< of the overlap, as a share of it
  double cone = 0.3;             ///< half the angle of the cone of `turn` [rad]
  int cycles = 2, steps = 1000;  ///< steps in a cycle
  double period = 0.1;           ///< of a cycle [s]
};
/// Waypoints from the first step on; the contact is new before them.
std::vector<Waypoint> path(const PathSpec& spec);

/// Straight from one place to another at constant speed: waypoints behind `from`, the last of them `to`.
void add_leg(std::vector<Waypoint>& points, const Waypoint& from, const Waypoint& to, int steps);
/// Such a leg to each corner, the first one from a new contact at time 0, where everything is 0.
std::vector<Waypoint> path_by_legs(const std::vector<Waypoint>& corners, int steps);

/// How far a contact at this overlap slides (rolls, spins) before it slips: [m], [m], [rad]. A law without a spring
/// slips at once; it is told a thousandth of the effective radius, or of a radian.
double slip_distance(const law::Model& model, const DrivenPair& pair, double overlap, PathKind kind);

}  // namespace scree::contact
