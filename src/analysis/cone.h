// Two angles of a small heap about a vertical axis, for heaps of some hundred grains, where a profile by rings
// (repose.h) has too few grains a ring. Estimators of docs/specs/tasora.md, 7; R is the mean radius, r the horizontal
// distance of a centre from the axis, all free bodies count.
//
//   psi_m = atan(2 (mean z - R) / mean r)
//       A full cone of foot radius B and height H has mean z = H/4 and mean r = B/2, so the ratio is
//                                           H/B: exact for a cone of centres, biased where walls hold the heap.
//   psi_s = -atan(slope)        of a straight line through z(r), by least squares, over the uncovered bodies (no higher
//                                           centre within R of theirs horizontally) with 0.15 B < r < 0.85 B, B = 2
//                                               mean r.
//
// psi_s is steeper than psi_m: the tip of a poured heap is sharp, and its foot runs out.
#pragma once

#include <cstdint>
#include <span>

#include "sim/views.h"

namespace scree::analysis {

struct ConeAngles {
  double by_means = k_unset;    ///< psi_m [deg]; unset without free bodies
  double by_surface = k_unset;  ///< psi_s [deg]; unset with fewer than 3 uncovered bodies on the flank
  std::int64_t bodies = 0;      ///< free ones
  std::int64_t on_flank = 0;    ///< that psi_s was fitted to
};

/// `foot` is where the axis meets the ground.
ConeAngles measure_cone(std::span<const sim::BodyView> bodies, const Vec3d& foot);

}  // namespace scree::analysis
