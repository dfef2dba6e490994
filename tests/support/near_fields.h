// Near fields that tests share.
#pragma once

#include <cmath>

#include "sim/scene.h"

namespace scree::test {

/// Lennard and Jones's: attraction 24 depth size^6 r^-7, repulsion 48 depth size^12 r^-13; the force is zero at 2^(1/6)
/// size.
inline sim::NearFieldSpec lennard_jones(double size, double depth, double cutoff) {
  return {.attraction = 24 * depth * std::pow(size, 6),
          .attraction_power = 7,
          .repulsion = 48 * depth * std::pow(size, 12),
          .repulsion_power = 13,
          .cutoff = cutoff,
          .fade_from = 0.9 * cutoff};
}

}  // namespace scree::test
