// The first contact of an advance whose overlap exceeds the limit of the guard.
#pragma once

#include "state/body.h"

namespace scree::contact {

struct OverlapAlarm {
  state::Id a{}, b{};  ///< b: none at a wall
  int wall = -1;
  double overlap = 0.0;        ///< [m]
  double fraction = 0.0;       ///< of the smaller radius
  bool between_steps = false;  ///< the bodies passed through each other within a step, between two evaluations
  double distance = 0.0;       ///< relative displacement in that step, if `between_steps` [m]
  int steps_ago = 0;           ///< number of steps since then
};

}  // namespace scree::contact
