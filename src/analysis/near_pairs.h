// All pairs of points that are near each other, through every periodic image: for g(r), and for contacts of frames that
// came without them.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "analysis/region.h"

namespace scree::analysis {

/// Calls f(i, j, p_i - p_j) with i < j for every pair and every image of it that is nearer than `reach`. Images of a
/// point itself do not count. A region may be as narrow as it likes.
void each_near(const Region& region, std::span<const Vec3d> points, double reach,
               const std::function<void(std::size_t, std::size_t, const Vec3d&)>& f);

/// Contacts of spheres by their distance alone; loads and modes are not known, and neither are walls.
std::vector<sim::ContactView> touching_spheres(const sim::Frame& frame, const Region& region);

}  // namespace scree::analysis
