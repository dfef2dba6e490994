#include "analysis/cone.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace scree::analysis {
namespace {

constexpr double k_degrees = 180.0 / std::numbers::pi;
constexpr double k_inner = 0.15, k_outer = 0.85;  // of B: between the tip and the foot

struct Centre {
  double x, y, z, r;
};

/// Sorted by x, so that only a strip has to be searched.
std::vector<char> covered(const std::vector<Centre>& centres, double reach) {
  std::vector<std::size_t> order(centres.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::size_t p, std::size_t q) { return centres[p].x < centres[q].x; });
  std::vector<char> result(centres.size(), 0);
  for (std::size_t p = 0; p < order.size(); ++p)
    for (std::size_t q = p + 1; q < order.size() && centres[order[q]].x - centres[order[p]].x < reach; ++q) {
      const Centre &a = centres[order[p]], &b = centres[order[q]];
      if (std::hypot(a.x - b.x, a.y - b.y) >= reach || a.z == b.z) continue;
      result[a.z < b.z ? order[p] : order[q]] = 1;
    }
  return result;
}

}  // namespace

ConeAngles measure_cone(std::span<const sim::BodyView> bodies, const Vec3d& foot) {
  std::vector<Centre> centres;
  double radius = 0.0, mean_z = 0.0, mean_r = 0.0;
  for (const sim::BodyView& b : bodies) {
    if (b.locks == sim::k_lock_all) continue;
    const Vec3d p = b.position - foot;
    centres.push_back({p.x, p.y, p.z, std::hypot(p.x, p.y)});
    radius += b.radius, mean_z += p.z, mean_r += centres.back().r;
  }
  ConeAngles angles{.bodies = static_cast<std::int64_t>(centres.size())};
  if (centres.empty()) return angles;
  const auto count = static_cast<double>(centres.size());
  radius /= count, mean_z /= count, mean_r /= count;
  angles.by_means = k_degrees * std::atan2(2.0 * (mean_z - radius), mean_r);

  const std::vector<char> hidden = covered(centres, radius);
  const double b = 2.0 * mean_r;
  double n = 0.0, sum_r = 0.0, sum_z = 0.0, sum_rr = 0.0, sum_rz = 0.0;
  for (std::size_t i = 0; i < centres.size(); ++i) {
    const Centre& c = centres[i];
    if (hidden[i] || c.r <= k_inner * b || c.r >= k_outer * b) continue;
    n += 1.0, sum_r += c.r, sum_z += c.z, sum_rr += c.r * c.r, sum_rz += c.r * c.z;
  }
  angles.on_flank = static_cast<std::int64_t>(n);
  const double spread = n * sum_rr - sum_r * sum_r;
  if (n >= 3.0 && spread > 0.0) angles.by_surface = -k_degrees * std::atan((n * sum_rz - sum_r * sum_z) / spread);
  return angles;
}

}  // namespace scree::analysis
