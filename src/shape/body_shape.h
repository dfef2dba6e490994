// The shapes of bodies and walls: enumerations used by scenes, states, neighbour search, contacts, frames and
// rendering.
#pragma once

#include <cstdint>

namespace scree::shape {

enum class BodyShape : std::uint8_t { sphere, ellipsoid, box };
enum class WallShape : std::uint8_t { plane, cylinder };  ///< further values are added at run time (pair_table.h)

}  // namespace scree::shape
