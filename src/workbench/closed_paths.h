// Tests whether a law creates energy: random closed paths and the work done along them.
//
// A path begins and ends with bodies that do not touch, and every displacement returns to its initial value: overlap,
// slide, roll, spin, tilt. In between, the path consists of straight legs between random waypoints. On each leg some of
// the displacements are constant, so that loading under one normal force and unloading under another are frequent. Over
// a closed path the work done on the contact is the energy that the contact dissipated. If it is negative, the contact
// created energy.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "workbench/driven.h"

namespace scree::contact {

/// Largest displacements. One path uses a random fraction between 1/16 and 1 of them. A displacement of zero stays
/// constant.
struct PathReach {
  double overlap = 0.0;                        ///< [m]
  double slide = 0.0, roll = 0.0, spin = 0.0;  ///< [m], [m], [rad]
  double tilt = 0.0;                           ///< [rad]
  double time = 0.0;                           ///< duration of a leg, varied randomly by a factor of 1/2 to 2 [s]
  int steps = 100;                             ///< per leg
};
std::vector<Waypoint> random_closed_path(const PathReach& reach, std::uint64_t seed, std::uint64_t which);

/// Created energy of one stage, over many paths, relative to the largest energy that the stage stored on the path (for
/// laws that store none: relative to the largest work).
struct Created {
  double worst = 0.0;          ///< largest energy created on one path, from the work; 0: none on any path
  double by_books = 0.0;       ///< the same from the losses that the law returns: -(slip + viscous loss)
  double open = 0.0;           ///< largest |work - stored - slip loss - viscous loss|
  std::uint64_t where = 0;     ///< number of the path with the largest created energy
  std::uint64_t creating = 0;  ///< number of paths that created more than k_noise
};
/// Upper bound of the error of the trapezoidal rule: it is 4e-5 for the Hertzian normal force with 100 steps per leg,
/// and less for other laws.
inline constexpr double k_noise = 1e-4;
struct EnergyOfPaths {
  std::uint64_t paths = 0;
  std::array<Created, 4> stages{};  ///< in the order of k_accounts
};
EnergyOfPaths energy_of_paths(const law::Model& model, const DrivenPair& pair, const PathReach& reach,
                              std::uint64_t paths, std::uint64_t seed);

}  // namespace scree::contact
