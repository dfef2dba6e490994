// Two angles of a small heap about a vertical axis, for heaps of some hundred grains, whose rings (repose.h) have too
// few grains for a profile. Estimators of docs/specs/tasora.md, 7; R is the mean radius, r the horizontal distance of a
// centre from the axis; all free bodies count.
//
//   psi_m = atan(2 (mean z - R) / mean r)
//       A full cone of foot radius B and height H has mean z = H/4 and mean r = B/2, so that 2 mean z / mean r = H/B.
//       Exact for a cone of centres, biased where walls support the heap.
//   psi_s = -atan(slope)
//       Slope of a straight line z(r), fitted by least squares to the uncovered bodies (those without a higher centre
//       within a horizontal distance R) with 0.15 B < r < 0.85 B, B = 2 mean r.
//
// psi_s is steeper than psi_m, since the tip of a poured heap is sharp and its foot is spread out.
#pragma once

#include <cstdint>
#include <span>

#include "sim/views.h"

namespace scree::analysis {

struct ConeAngles {
  double by_means = k_unset;    ///< psi_m [deg]; unset without free bodies
  double by_surface = k_unset;  ///< psi_s [deg]; unset with fewer than 3 uncovered bodies on the flank
  std::int64_t bodies = 0;      ///< number of free bodies
  std::int64_t on_flank = 0;    ///< number of bodies in the fit of psi_s
};

/// `foot` is the intersection of the axis and the ground.
ConeAngles measure_cone(std::span<const sim::BodyView> bodies, const Vec3d& foot);

}  // namespace scree::analysis
