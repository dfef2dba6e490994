#include "analysis/heap_rest.h"

#include <cmath>

#include <fmt/format.h>

namespace scree::analysis {
namespace {

constexpr double k_moving_energy = 0.01;    // over m g d
constexpr double k_moving_fraction = 0.01;  // maximum fraction of moving bodies in a heap at rest

}  // namespace

HeapRest measure_heap_rest(std::span<const sim::BodyView> bodies, std::span<const sim::StreamCount> streams,
                           const Vec3d& centre, double radius, double diameter, double gravity) {
  HeapRest rest;
  for (const sim::StreamCount& s : streams) rest.to_come += s.asked - s.delivered;
  std::int64_t count = 0;
  for (const sim::BodyView& b : bodies) {
    const Vec3d q = b.position - centre;
    if (b.locks == sim::k_lock_all || !(std::hypot(q.x, q.y) <= radius) || !(q.z + b.radius > 0)) continue;
    ++count;
    if (0.5 * norm2(b.velocity) > k_moving_energy * gravity * diameter) ++rest.moving;
  }
  const bool moves = static_cast<double>(rest.moving) > k_moving_fraction * static_cast<double>(count);
  rest.at_rest = !moves && rest.to_come == 0;
  if (rest.at_rest) return rest;
  rest.why = "the heap is not at rest: ";
  if (moves) rest.why += fmt::format("{} of {} bodies in the region move", rest.moving, count);
  if (rest.to_come > 0)
    rest.why += fmt::format("{}{} bodies of streams are still to come", moves ? ", " : "", rest.to_come);
  return rest;
}

}  // namespace scree::analysis
