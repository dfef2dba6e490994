// The shapes that a body can have: the one enumeration of scenes, states, searches, contacts, frames and pictures.
#pragma once

#include <cstdint>

namespace scree::shape {

enum class BodyShape : std::uint8_t { sphere, ellipsoid, box };

}  // namespace scree::shape
