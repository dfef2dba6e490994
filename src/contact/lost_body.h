// The failure of the physics after which no usable state remains.
#pragma once

#include "base/vec3.h"
#include "state/body.h"

namespace scree::contact {

/// The position of a body is NaN or beyond all bounds: the run is unstable, and its state is not usable.
struct LostBody {
  state::Id id;
  Vec3d position, velocity;
};

}  // namespace scree::contact
