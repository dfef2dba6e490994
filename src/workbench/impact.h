// An oblique impact of two free bodies, integrated with small steps.
//
// The bodies approach with a given relative velocity and angular velocities. The normal and the arms R are constant,
// since a collision is short. The integrator is the leapfrog of `velocity-verlet-lammps` for the relative motion:
// velocities at half steps move the contact (workbench/driven.h), and its loads change the velocities.
#pragma once

#include <numbers>
#include <vector>

#include "workbench/driven.h"

namespace scree::contact {

struct ImpactSpec {
  double speed = 0.1;                      ///< of a relative to b [m/s]
  double angle = 0.25 * std::numbers::pi;  ///< between the velocity and the normal [rad]
  Vec3d spin_a{};                          ///< in the frame of the contact: z is the normal [rad/s]
  int steps = 2000;                        ///< per collision
};

struct ImpactPoint {
  Waypoint at;
  Driven driven;
  double kinetic = 0.0;  ///< of the relative motion and both spins [J]
};

struct Impact {
  std::vector<ImpactPoint> points{};
  double duration = 0.0;            ///< [s]
  double normal_restitution = 0.0;  ///< separation speed after / approach speed before
  /// -(slip velocity after . before) / |before|^2; 1: full reversal, 0: sticking, -1: no friction
  double slide_restitution = 0.0;
  double energy_before = 0.0, energy_after = 0.0;  ///< [J]
};
/// Throws std::runtime_error if the bodies do not separate.
Impact impact(const law::Model& model, const DrivenPair& pair, const ImpactSpec& spec);

}  // namespace scree::contact
