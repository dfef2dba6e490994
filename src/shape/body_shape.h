// The shapes that a body and a wall can have: the enumerations of scenes, states, searches, contacts, frames and
// pictures.
#pragma once

#include <cstdint>

namespace scree::shape {

enum class BodyShape : std::uint8_t { sphere, ellipsoid, box };
enum class WallForm : std::uint8_t { plane, cylinder };  ///< and those added at run time (pair_table.h)

}  // namespace scree::shape
