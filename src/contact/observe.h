// One contact as the last evaluation left it, for outputs and analysis. Looking changes nothing.
#pragma once

#include <cstdint>

#include "base/vec3.h"
#include "law/contract.h"
#include "state/body.h"

namespace scree::contact {

using law::Mode;

/// Loads are those on a that the last evaluation applied to the bodies, at the positions of now.
struct Observed {
  state::Slot a = 0, b = 0;  ///< b: index of the wall at a plane
  bool plane = false;
  std::uint16_t model = 0;
  Vec3d branch;  ///< from the centre of b, or the foot on the plane, to the centre of a
  Vec3d normal;
  double overlap = 0.0, smaller_radius = 0.0, normal_force = 0.0;
  Vec3d friction, roll_torque;
  Vec3d roll_torque_b;  ///< on b: minus that on a but for laws that follow the contact point on each body
  double spin_torque = 0.0;
  Vec3d arm_a, arm_b;  ///< from the centres to the points by which friction turns the bodies; arm_b is 0 at a plane [m]
  // What the springs hold: of sliding [m], of rolling ([m] or, for laws that roll by angle, [rad] of a) and of spinning
  // [rad].
  Vec3d stretch, roll_stretch;
  double spin_angle = 0.0;
  Mode slide = Mode::none, roll = Mode::none, spin = Mode::none;
  // Of the nonsmooth engine: what its solver left, and the gap that the convex problem opens.
  double residual = 0.0, opening = 0.0;  ///< [m/s], [m]
};

/// The contact with the largest overlap over the smaller radius.
struct Deepest {
  state::Slot a = 0, b = 0;  ///< b: index of the wall at a plane
  bool plane = false;
  double overlap = 0.0, share = 0.0;
};

}  // namespace scree::contact
