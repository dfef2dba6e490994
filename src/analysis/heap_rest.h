// Decides whether a heap is at rest, so that its angle is an angle of repose.
//
// A body moves if its translational kinetic energy exceeds 0.01 m g d, the energy of a fall by a hundredth of the mean
// diameter d. Rotation does not count: without spin friction a grain spins in place for ever while the surface is at
// rest. A heap is at rest if all streams have inserted all of their bodies and at most 1 % of its bodies move, since
// single grains may still roll at its foot. The region is that of repose.h; bodies with all degrees of freedom locked
// do not count.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "sim/simulation.h"

namespace scree::analysis {

struct HeapRest {
  bool at_rest = true;
  std::int64_t moving = 0;   ///< bodies of the region that move
  std::int64_t to_come = 0;  ///< bodies that streams have not inserted yet
  std::string why{};         ///< why the heap is not at rest; empty if it is
};

/// `centre`, `radius`, `diameter` as in measure_repose; `gravity` is its magnitude [m/s^2].
HeapRest measure_heap_rest(std::span<const sim::BodyView> bodies, std::span<const sim::StreamCount> streams,
                           const Vec3d& centre, double radius, double diameter, double gravity);

}  // namespace scree::analysis
