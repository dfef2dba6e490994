// All pairs of points within a distance of each other, including periodic images: for g(r), and for the contacts of
// frames that do not contain them.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "analysis/region.h"

namespace scree::analysis {

/// Calls f(i, j, p_i - p_j) with i < j for every pair and every periodic image of it with a distance below `reach`. A
/// point and its own images are not a pair. The region may be narrower than `reach`.
void each_near(const Region& region, std::span<const Vec3d> points, double reach,
               const std::function<void(std::size_t, std::size_t, const Vec3d&)>& f);

/// Contacts between spheres, found by distance. Loads, modes and contacts with walls are not known.
std::vector<sim::ContactView> touching_spheres(const sim::Frame& frame, const Region& region);

}  // namespace scree::analysis
