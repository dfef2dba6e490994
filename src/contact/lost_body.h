// How a run blows up: the one failure of the physics that leaves no state to go on with.
#pragma once

#include "base/vec3.h"
#include "state/body.h"

namespace scree::contact {

/// A body is nowhere (NaN) or beyond all bounds: the run has blown up, and the state is of no use any more.
struct LostBody {
  state::Id id;
  Vec3d position, velocity;
};

}  // namespace scree::contact
