// One contact at the last evaluation, for outputs and analysis. Observation does not change the state.
#pragma once

#include <cstdint>

#include "base/vec3.h"
#include "law/contract.h"
#include "state/body.h"

namespace scree::contact {

using law::Mode;

/// Loads on a, as the last evaluation applied them, at the current positions.
struct Observed {
  state::Slot a = 0, b = 0;  ///< b: index of the wall at a plane
  bool plane = false;
  std::uint16_t model = 0;
  Vec3d branch;  ///< from the centre of b, or the foot on the plane, to the centre of a
  Vec3d normal;
  double overlap = 0.0, smaller_radius = 0.0, normal_force = 0.0;
  Vec3d friction, roll_torque;
  Vec3d roll_torque_b;  ///< on b: -roll_torque, except for laws that track the contact point on each body
  double spin_torque = 0.0;
  Vec3d arm_a, arm_b;  ///< from the centres to the points where friction acts; arm_b is 0 at a plane [m]
  // Elongation of the springs: of sliding [m], of rolling ([m]; [rad] on a for laws that use the roll angle), of
  // spinning [rad].
  Vec3d stretch, roll_stretch;
  double spin_angle = 0.0;
  Mode slide = Mode::none, roll = Mode::none, spin = Mode::none;
  // Nonsmooth contacts only: residual of the solver, and the gap that the convex problem opens.
  double residual = 0.0, opening = 0.0;  ///< [m/s], [m]
};

/// The contact with the largest ratio of overlap to smaller radius.
struct Deepest {
  state::Slot a = 0, b = 0;  ///< b: index of the wall at a plane
  bool plane = false;
  double overlap = 0.0, fraction = 0.0;
};

}  // namespace scree::contact
