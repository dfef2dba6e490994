// Rings, patches, sectors and least squares for the angle of repose. See repose.h for the method.
#include "analysis/repose.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace scree::analysis {
namespace {

constexpr double k_pi = std::numbers::pi;
constexpr double k_patch = 2.0;  // length of a patch along its ring, in diameters; few patches have no grain
constexpr int k_sectors = 12;
constexpr double k_flank_high = 0.80, k_flank_low = 0.20;  // of the relief
// Minimum height of the flank above the lowest ring, in diameters; below it there is a single layer.
constexpr double k_min_height = 1.0;
constexpr double k_min_relief = 1.5;  // in diameters; a smaller relief consists of single grains
constexpr int k_min_rings = 3;        // a line through fewer points has no error
constexpr std::int64_t k_min_bodies = 20;

bool is_free(const sim::BodyView& b) { return b.locks != sim::k_lock_all; }

/// One ring of the surface: its patches, each with its height above the ground.
struct Ring {
  double r = 0.0;  // mean radius of the ring
  std::vector<double> patches;
};

struct Line {
  double slope = 0.0, at_axis = 0.0;
};

/// Least-squares line through (r, z); the slope is unset if the points do not define a line.
Line fit(std::span<const ProfilePoint> points) {
  double r_mean = 0, z_mean = 0, rr = 0, rz = 0;
  for (const ProfilePoint& p : points) {
    r_mean += p.r / static_cast<double>(points.size());
    z_mean += p.z / static_cast<double>(points.size());
  }
  for (const ProfilePoint& p : points) {
    rr += (p.r - r_mean) * (p.r - r_mean);
    rz += (p.r - r_mean) * (p.z - z_mean);
  }
  if (!(rr > 0)) return {k_unset, k_unset};
  return {rz / rr, z_mean - rz / rr * r_mean};
}

double angle_of(const Line& line) { return std::atan(-line.slope) * 180 / k_pi; }

std::vector<Ring> make_rings(std::span<const sim::BodyView> bodies, const Vec3d& centre, double radius, double d,
                             std::int64_t& counted) {
  std::vector<Ring> rings(static_cast<std::size_t>(std::max(radius / d, 0.0)));
  for (std::size_t k = 0; k < rings.size(); ++k) {
    rings[k].r = (static_cast<double>(k) + 0.5) * d;
    rings[k].patches.assign(static_cast<std::size_t>(std::max(1.0, std::round(2 * k_pi * rings[k].r / (k_patch * d)))),
                            0.0);
  }
  for (const sim::BodyView& b : bodies) {
    const Vec3d q = b.position - centre;
    const double r = std::hypot(q.x, q.y);
    if (!is_free(b) || !(r <= radius) || !std::isfinite(q.z) || !(q.z + b.radius > 0)) continue;
    ++counted;
    const auto k = static_cast<std::size_t>(r / d);
    if (k >= rings.size()) continue;  // in the last, incomplete ring
    std::vector<double>& patches = rings[k].patches;
    const double turn = std::atan2(q.y, q.x) / (2 * k_pi) + 0.5;  // 0..1
    double& top =
        patches[std::min(static_cast<std::size_t>(turn * static_cast<double>(patches.size())), patches.size() - 1)];
    top = std::max(top, q.z + b.radius);
  }
  return rings;
}

/// Standard error of the mean of the sectors' angles over rings first..last; unset with fewer than three sectors.
double error_from_sectors(std::span<const Ring> rings) {
  std::vector<double> angles;
  for (int sector = 0; sector < k_sectors; ++sector) {
    std::vector<ProfilePoint> points;
    for (const Ring& ring : rings) {
      double sum = 0;
      int found = 0;
      for (std::size_t k = 0; k < ring.patches.size(); ++k) {
        const double middle = (static_cast<double>(k) + 0.5) / static_cast<double>(ring.patches.size());
        if (static_cast<int>(middle * k_sectors) != sector) continue;
        sum += ring.patches[k];
        ++found;
      }
      if (found > 0) points.push_back({ring.r, sum / found});
    }
    if (points.size() >= k_min_rings) angles.push_back(angle_of(fit(points)));
  }
  if (angles.size() < 3) return k_unset;
  const auto n = static_cast<double>(angles.size());
  double mean = 0, square = 0;
  for (const double a : angles) mean += a / n;
  for (const double a : angles) square += (a - mean) * (a - mean);
  return std::sqrt(square / (n - 1) / n);
}

void fit_range(Repose& result, std::span<const Ring> rings, std::size_t first, std::size_t last) {
  const Line line = fit(std::span(result.profile).subspan(first, last - first));
  result.angle = angle_of(line);
  result.error = error_from_sectors(rings.subspan(first, last - first));
  result.tip_height = line.at_axis;
  if (line.slope < 0 && line.at_axis > 0) result.foot_radius = -line.at_axis / line.slope;
  result.flank_inner = result.profile[first].r;
  result.flank_outer = result.profile[last - 1].r;
}

}  // namespace

double mean_free_diameter(std::span<const sim::BodyView> bodies) {
  double sum = 0;
  std::int64_t count = 0;
  for (const sim::BodyView& b : bodies) {
    if (!is_free(b)) continue;
    sum += 2 * b.radius;
    ++count;
  }
  return count > 0 ? sum / static_cast<double>(count) : 0.0;
}

Repose measure_repose(std::span<const sim::BodyView> bodies, const Vec3d& centre, double radius, double diameter) {
  Repose result;
  if (!(diameter > 0) || !(radius >= k_min_rings * diameter)) {
    result.why = "the region is less than three grain diameters wide, or there are no grains";
    return result;
  }
  const std::vector<Ring> rings = make_rings(bodies, centre, radius, diameter, result.bodies);
  for (const Ring& ring : rings) {
    double sum = 0;
    for (const double z : ring.patches) sum += z;
    result.profile.push_back({ring.r, sum / static_cast<double>(ring.patches.size())});
  }
  if (result.bodies < k_min_bodies) {
    result.why = "only " + std::to_string(result.bodies) + " free bodies are in the region";
    return result;
  }
  const auto by_height = [](const ProfilePoint& p, const ProfilePoint& q) { return p.z < q.z; };
  const auto [lowest, highest] = std::minmax_element(result.profile.begin(), result.profile.end(), by_height);
  result.height = highest->z;
  const double relief = highest->z - lowest->z, floor = lowest->z;
  const auto peak = static_cast<std::size_t>(highest - result.profile.begin());

  if (relief < k_min_relief * diameter) {
    result.state = HeapState::flat;
    result.why = "the surface rises by less than 1.5 grain diameters; the line is fitted to all of it";
    fit_range(result, rings, 0, rings.size());
    return result;
  }
  const double high = floor + k_flank_high * relief,
               low = floor + std::max(k_flank_low * relief, k_min_height * diameter);
  std::size_t first = peak;
  while (first < rings.size() && result.profile[first].z > high) ++first;
  std::size_t last = first;  // one past the flank
  while (last < rings.size() && result.profile[last].z >= low) ++last;
  if (last - first < k_min_rings) {
    result.state = HeapState::short_flank;
    result.why = "the flank is only " + std::to_string(last - first) + " grain diameters wide";
    return result;
  }
  result.state = HeapState::heap;
  fit_range(result, rings, first, last);
  return result;
}

}  // namespace scree::analysis
