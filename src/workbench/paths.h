// Closed-form paths of a driven contact (workbench/driven.h).
//
//   press          the overlap increases to `overlap` and decreases until the bodies separate
//   shear          sliding back and forth at constant overlap
//   shear-varying  the same with an overlap that oscillates twice per cycle: with variation > 0 the normal force is
//                  smaller during unloading than during loading, with variation < 0 it is larger
//   roll, spin     rolling or spinning back and forth at constant overlap
//   turn           one slide by the amplitude, then the normal moves around a cone; shows how a law rotates its spring
//
// All paths except `press` begin with a quarter of a period in which the overlap increases.
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "workbench/driven.h"

namespace scree::contact {

enum class PathKind { press, shear, shear_varying, roll, spin, turn };
inline constexpr std::array<std::string_view, 6> k_path_choices = {"press", "shear", "shear-varying",
                                                                   "roll",  "spin",  "turn"};

struct PathSpec {
  PathKind kind = PathKind::shear;
  double overlap = 0.0;          ///< maximum for `press`, mean for the other paths [m]
  double amplitude = 0.0;        ///< of the oscillation: [m], for spin [rad]; not used by `press`
  double variation = 0.5;        ///< amplitude of the overlap / overlap
  double cone = 0.3;             ///< half angle of the cone of `turn` [rad]
  int cycles = 2, steps = 1000;  ///< number of cycles; steps per cycle
  double period = 0.1;           ///< of a cycle [s]
};
/// The waypoints after each step, for a new contact.
std::vector<Waypoint> path(const PathSpec& spec);

/// A straight leg at constant speed: appends `steps` waypoints after `from`; the last of them is `to`.
void add_leg(std::vector<Waypoint>& points, const Waypoint& from, const Waypoint& to, int steps);
/// A straight leg to each corner, beginning with a new contact at time 0 with zero displacements.
std::vector<Waypoint> path_by_legs(const std::vector<Waypoint>& corners, int steps);

/// The displacement by sliding [m], rolling [m] or spinning [rad] at which a contact with this overlap begins to slip.
/// For a law without a spring, which slips at once: a thousandth of the effective radius, or of a radian.
double slip_distance(const law::Model& model, const DrivenPair& pair, double overlap, PathKind kind);

}  // namespace scree::contact
