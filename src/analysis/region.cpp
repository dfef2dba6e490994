#include "analysis/region.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace scree::analysis {
namespace {

constexpr double k_across = 1e-9;  // tolerance of the normal of a plane that is perpendicular to an axis

/// Positions of the walls perpendicular to an axis: the highest that faces up, and the lowest that faces down.
std::optional<std::pair<double, double>> between_walls(const sim::Surroundings& around, std::size_t axis) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  double low = -infinite, high = infinite;
  for (const sim::PlaneView& plane : around.planes) {
    const double along = plane.normal.*k_axes[axis], at = plane.point.*k_axes[axis];
    if (along > 1.0 - k_across) low = std::max(low, at);
    if (along < k_across - 1.0) high = std::min(high, at);
  }
  if (!(low > -infinite && high < infinite && low < high)) return std::nullopt;
  return std::pair{low, high};
}

std::pair<double, double> around_bodies(const sim::Frame& frame, std::size_t axis) {
  if (frame.bodies.empty()) return {0.0, 0.0};
  double low = std::numeric_limits<double>::max(), high = -low;
  for (const sim::BodyView& b : frame.bodies) {
    low = std::min(low, b.position.*k_axes[axis] - b.radius),
    high = std::max(high, b.position.*k_axes[axis] + b.radius);
  }
  return {low, high};
}

/// Locks of a disk with this axis: it stays in its plane and rotates about its axis only.
sim::Locks locks_of_disk(std::size_t axis) {
  return static_cast<sim::Locks>((1u << axis) | (0b111000u & ~(1u << (3 + axis))));
}

std::optional<std::size_t> flat_axis_of(const sim::Frame& frame) {
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const sim::Locks disk = locks_of_disk(axis);
    std::size_t free = 0;
    const bool all = std::all_of(frame.bodies.begin(), frame.bodies.end(), [&](const sim::BodyView& b) {
      free += b.locks != sim::k_lock_all;
      return (b.locks & disk) == disk;
    });
    if (all && free > 0) return axis;
  }
  return std::nullopt;
}

}  // namespace

bool Region::is_periodic() const {
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (axis != flat_axis && !cell.periodic[axis]) return false;
  return true;
}

Region region_of(const sim::Frame& frame) {
  Region region{.cell = cell_of(frame.cell), .flat_axis = flat_axis_of(frame)};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    if (frame.cell.periodic[axis]) {
      region.bounds[axis] = Bounds::periodic;
      continue;
    }
    const auto walls = frame.surroundings ? between_walls(*frame.surroundings, axis) : std::nullopt;
    if (walls) region.bounds[axis] = Bounds::walls;
    const auto [low, high] = walls ? *walls : around_bodies(frame, axis);
    // The length stays finite even if the difference overflows, since 0 x infinity would give NaN.
    region.cell.low.*k_axes[axis] = low,
    region.cell.length.*k_axes[axis] = std::min(high - low, std::numeric_limits<double>::max());
  }
  return region;
}

double volume(const Region& region) {
  double product = 1.0;
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (axis != region.flat_axis) product *= region.cell.length.*k_axes[axis];
  return product;
}

Vec3d widths(const Region& region) { return region.cell.heights(); }

double min_width(const Region& region) {
  double width = std::numeric_limits<double>::infinity();
  for (std::size_t axis = 0; axis < 3; ++axis)
    if (region.cell.periodic[axis]) width = std::min(width, widths(region).*k_axes[axis]);
  return width;
}

Vec3d fraction(const Region& region, const Vec3d& position) {
  const Vec3d p = region.cell.upright(position), &l = region.cell.length;
  return {p.x / l.x, p.y / l.y, p.z / l.z};
}

namespace {

double section_of(const sim::BodyView& body, std::size_t across) {
  if (body.shape == shape::BodyShape::sphere) return std::numbers::pi * body.radius * body.radius;
  const Vec3d& h = body.half_axes;
  const auto axes = state::axes_of(body.orientation);
  Vec3d n;  // the normal of the plane, in the frame of the body
  for (int k = 0; k < 3; ++k) n.*k_axes[k] = axes.axis[k].*k_axes[across];
  // The volume of an ellipsoid is 4/3 x its central cross-section normal to n x half its width along n.
  if (body.shape == shape::BodyShape::ellipsoid) {
    return std::numbers::pi * h.x * h.y * h.z /
           std::sqrt(h.x * h.x * n.x * n.x + h.y * h.y * n.y * n.y + h.z * h.z * n.z * n.z);
  }
  for (int k = 0; k < 3; ++k)
    if (std::abs(n.*k_axes[k]) > 1.0 - k_across) return 4.0 * h.x * h.y * h.z / (h.*k_axes[k]);
  return k_unset;
}

}  // namespace

double volume_of(const sim::BodyView& body, std::optional<std::size_t> flat_axis) {
  if (flat_axis) return section_of(body, *flat_axis);
  const Vec3d& h = body.half_axes;
  switch (body.shape) {
    case shape::BodyShape::sphere: return 4.0 / 3.0 * std::numbers::pi * body.radius * body.radius * body.radius;
    case shape::BodyShape::ellipsoid: return 4.0 / 3.0 * std::numbers::pi * h.x * h.y * h.z;
    case shape::BodyShape::box: return 8.0 * h.x * h.y * h.z;
  }
  return 0.0;
}

}  // namespace scree::analysis
