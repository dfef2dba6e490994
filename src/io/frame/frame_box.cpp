#include "io/frame/frame_box.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "shape/box.h"

namespace scree::io {
namespace {

/// Extent of a body from its centre along a world axis; its radius if the orientation in the file is not valid.
double reach(const sim::BodyView& b, std::size_t k) {
  const auto& q = b.orientation;
  const double length = std::hypot(std::hypot(q[0], q[1]), std::hypot(q[2], q[3]));
  if (b.shape == shape::BodyShape::sphere || !(length > 0.0) || !std::isfinite(length)) return b.radius;
  Vec3d axis{};
  axis.*k_axes[k] = 1.0;
  const double w = q[0] / length, x = q[1] / length, y = q[2] / length, z = q[3] / length;
  return b.shape == shape::BodyShape::box ? shape::support(shape::make_box(w, x, y, z, b.half_axes), axis)
                                          : shape::support(shape::make_ellipsoid(w, x, y, z, b.half_axes), axis);
}

}  // namespace

sim::Box box_around(const sim::Frame& frame) {
  constexpr double largest = std::numeric_limits<double>::max();
  constexpr double k_face = 1e-12;  // [edge length] rounding error of a body on an inclined face
  sim::Box box = frame.cell.bounds;
  const state::Cell given{.periodic = {}, .low = box.low, .length = box.high - box.low, .tilt = frame.cell.tilt};
  const bool tilted = given.tilt.any() && given.length.x > 0.0 && given.length.y > 0.0 && given.length.z > 0.0;
  for (std::size_t k = 0; k < 3; ++k) {
    if (frame.cell.periodic[k]) continue;
    const auto inside = [&, axis = k_axes[k]](const sim::BodyView& b) {
      if (!tilted) return box.low.*axis <= b.position.*axis && b.position.*axis <= box.high.*axis;
      // with inclined edges, bodies inside the cell may lie outside its bounds
      const double along = given.upright(b.position).*axis;
      return -k_face * given.length.*axis <= along && along <= (1.0 + k_face) * given.length.*axis;
    };
    if (box.low.*k_axes[k] < box.high.*k_axes[k] && std::all_of(frame.bodies.begin(), frame.bodies.end(), inside))
      continue;
    double low = largest, high = -largest;
    for (const auto& b : frame.bodies) {
      const double extent = reach(b, k);
      low = std::min(low, b.position.*k_axes[k] - extent);
      high = std::max(high, b.position.*k_axes[k] + extent);
    }
    if (frame.bodies.empty()) low = 0.0, high = 1.0;
    low = std::clamp(low, -largest, largest), high = std::clamp(high, -largest, largest);
    // a tiny body far away: its extent is below the rounding of its position
    if (!(low < high)) low = std::nextafter(low, -largest), high = std::nextafter(high, largest);
    box.low.*k_axes[k] = low, box.high.*k_axes[k] = high;
  }
  return box;
}

TiltedBounds bounds_around(const state::Tilt& t) {
  return {{std::min({0.0, t.xy, t.xz, t.xy + t.xz}), std::min(0.0, t.yz), 0.0},
          {std::max({0.0, t.xy, t.xz, t.xy + t.xz}), std::max(0.0, t.yz), 0.0}};
}

Vec3d unwrapped(const sim::CellSpec& cell, const state::ImageFlags& image, Vec3d position) {
  if (image == state::ImageFlags{0, 0, 0}) return position;  // also correct for an infinite box
  const Vec3d way =
      state::Cell{.periodic = {}, .low = {}, .length = cell.bounds.high - cell.bounds.low, .tilt = cell.tilt}.edges(
          image);
  for (const auto axis : k_axes)  // with image 0, adding 0 would still turn -0 into 0
    if (way.*axis != 0.0) position.*axis += way.*axis;
  return position;
}

}  // namespace scree::io
