// Is a heap at rest, so that its angle is an angle of repose?
//
// A body moves if its kinetic energy of translation is above a hundredth of m g d, the energy of a fall by a
// hundredth of the mean diameter d. Rotation does not count: without spinning friction a grain spins on the spot
// for ever, and the surface stays. A heap is at rest if streams have brought all of their bodies and at most one
// in a hundred of its bodies moves: single grains may still roll at its foot. The same region as in repose.h;
// bodies that are locked altogether do not count.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "sim/simulation.h"

namespace scree::analysis {

struct HeapRest {
  bool at_rest = true;
  std::int64_t moving = 0;   ///< bodies of the region that move
  std::int64_t to_come = 0;  ///< bodies that streams have not brought yet
  std::string why{};         ///< a sentence if it is not at rest
};

/// `centre`, `radius`, `diameter` as of measure_repose; `gravity` is its magnitude [m/s^2].
HeapRest measure_heap_rest(std::span<const sim::BodyView> bodies, std::span<const sim::StreamCount> streams,
                           const Vec3d& centre, double radius, double diameter, double gravity);

}  // namespace scree::analysis
