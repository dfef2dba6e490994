// Does a law create energy? Random closed paths, and what a driver gets out of them.
//
// A path begins and ends with bodies that do not touch, and on it every displacement returns to where it began:
// overlap, slide, roll, spin, tilt. In between it goes along straight legs between random places, on each of which some
// of them rest (so that loading under one pressure and unloading under another are common). Over such a path the work
// of the driver is what the contact took for good. Where it is negative the contact gave energy away that nobody had
// put in.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "workbench/driven.h"

namespace scree::contact {

/// How far paths go at most; one path goes up to 1/16 .. 1 of it. Displacements of zero are not moved at all.
struct PathReach {
  double overlap = 0.0;                        ///< [m]
  double slide = 0.0, roll = 0.0, spin = 0.0;  ///< [m], [m], [rad]
  double tilt = 0.0;                           ///< [rad]
  double time = 0.0;                           ///< of a leg, up to twice as long or short [s]
  int steps = 100;                             ///< of a leg
};
std::vector<Waypoint> random_closed_path(const PathReach& reach, std::uint64_t seed, std::uint64_t which);

/// Of one stage, over many paths. Shares are of the most that the stage stored on the path; where a law stores nothing,
/// of the work done.
struct Created {
  double worst = 0.0;          ///< largest share of energy created on one path, by the driver's work; 0: none on any
  double by_books = 0.0;       ///< the same by the law's own books: -(lost + dragged)
  double open = 0.0;           ///< largest |work - stored - lost - dragged|
  std::uint64_t where = 0;     ///< the worst path
  std::uint64_t creating = 0;  ///< paths that created more than k_noise
};
/// The trapezoid's own error is below this: 4e-5 for Hertz's normal force at 100 steps a leg, less elsewhere.
inline constexpr double k_noise = 1e-4;
struct EnergyOfPaths {
  std::uint64_t paths = 0;
  std::array<Created, 4> stages{};  ///< in the order of k_accounts
};
EnergyOfPaths energy_of_paths(const law::Model& model, const DrivenPair& pair, const PathReach& reach,
                              std::uint64_t paths, std::uint64_t seed);

}  // namespace scree::contact
