#include "analysis/radial.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "analysis/near_pairs.h"

namespace scree::analysis {
namespace {

constexpr double k_range = 5.0;  // in mean diameters; at larger distances packings have no order

/// Volume of a sphere, or area of a disk.
double volume_within(double r, Dimension dimension) {
  return dimension == Dimension::three ? 4.0 / 3.0 * std::numbers::pi * r * r * r : std::numbers::pi * r * r;
}

}  // namespace

Radial measure_radial(const sim::Frame& frame, const Region& region, double range, std::int64_t bins) {
  Radial result;
  const std::size_t n = frame.bodies.size();
  if (!region.is_periodic())
    return {.why = "g(r) needs a cell that is periodic along all axes, since walls cut off shells"};
  if (n < 2) return {.why = "there are fewer than two bodies"};
  double diameter = 0.0;
  std::vector<Vec3d> centres;
  for (const sim::BodyView& b : frame.bodies)
    centres.push_back(b.position), diameter += 2.0 * b.radius / static_cast<double>(n);
  const double reach = std::min(is_set(range) ? range : k_range * diameter, 0.5 * min_width(region));
  result.bin = reach / static_cast<double>(bins);
  result.g.assign(static_cast<std::size_t>(bins), 0.0);
  each_near(region, centres, reach, [&](std::size_t, std::size_t, const Vec3d& d) {
    result.g[std::min(static_cast<std::size_t>(norm(d) / result.bin), result.g.size() - 1)] += 1.0;
  });
  const double pairs = 0.5 * static_cast<double>(n) * static_cast<double>(n - 1);
  for (std::size_t k = 0; k < result.g.size(); ++k) {
    const double inner = static_cast<double>(k) * result.bin,
                 shell =
                     volume_within(inner + result.bin, region.dimension()) - volume_within(inner, region.dimension());
    result.g[k] /= pairs * shell / volume(region);
  }
  return result;
}

}  // namespace scree::analysis
