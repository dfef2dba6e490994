// The first contact of an advance that is deeper than the guard allows.
#pragma once

#include "state/body.h"

namespace scree::contact {

struct OverlapAlarm {
  state::Id a{}, b{};  ///< b: none at a wall
  int wall = -1;
  double overlap = 0.0;        ///< [m]
  double fraction = 0.0;       ///< of the smaller radius
  bool between_steps = false;  ///< the bodies passed through each other within the step; no evaluation saw it
  double distance = 0.0;       ///< relative displacement in that step, if so [m]
  int steps_ago = 0;           ///< steps made since
};

}  // namespace scree::contact
