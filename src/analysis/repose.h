// Angle of repose of a heap about a vertical axis, from its mean surface profile.
//
// 1. The region is divided into rings one grain diameter d wide, and the rings into patches 2 d long, so that all
//    patches have the same area. The surface in a patch is the highest top (z + radius) of the free bodies whose
//    centres are above it, or the ground if there is none. Equal areas are needed since the maximum of many grains is
//    higher than the maximum of few: with patches that grow with r (fixed sectors) every heap would appear flatter.
// 2. The profile is the mean over the patches of a ring. Its relief is the difference of its highest and its lowest
//    value. The lowest value is the ground on a bare plate, and the rim on a layer or on a plate covered to its edge.
// 3. The flank is the part in which the profile decreases from 80 % to 20 % of the relief: above it the tip is rounded
//    by the impact of grains, below it single grains are spread out. It also ends at a height of one diameter, since
//    the top of a single layer has the height d whatever the slope. A straight line is fitted by least squares; angle =
//    atan(-slope).
// 4. The error is the standard error of the mean over the angles of 12 sectors on the same flank. It is statistical
//    only: for synthetic cones higher than 3 d the angle is correct within 1 deg, for lower ones up to 2 deg too flat.
// Bodies with all degrees of freedom locked are the ground and are not counted. The heap must be at rest, since a
// falling grain counts as surface.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/simulation.h"

namespace scree::analysis {

enum class HeapState {
  heap,         ///< angle and error are valid
  flat,         ///< relief below 1.5 d: the line is fitted to the whole covered profile
  short_flank,  ///< fewer than 3 rings in the flank: no angle
  no_heap,      ///< too few free bodies in the region: no angle
};

struct ProfilePoint {
  double r = 0.0;  ///< distance from the axis [m]
  double z = 0.0;  ///< mean surface above the ground [m]
};

struct Repose {
  HeapState state = HeapState::no_heap;
  std::string why{};                            ///< the reason if the state is not `heap`
  double angle = k_unset;                       ///< [deg]; unset if there is none
  double error = k_unset;                       ///< standard error of the angle [deg]
  double height = 0.0;                          ///< highest value of the mean profile above the ground [m]
  double foot_radius = k_unset;                 ///< radius at which the fitted line reaches the ground [m]; or unset
  double tip_height = k_unset;                  ///< height of the fitted line at the axis, above the ground [m]
  double flank_inner = 0.0, flank_outer = 0.0;  ///< radii between which the line was fitted [m]
  std::vector<ProfilePoint> profile{};
  std::int64_t bodies = 0;  ///< free bodies in the region
};

/// `centre` is the foot of the axis on the ground; `radius` is that of the measured region, `diameter` the mean grain
/// diameter [m].
Repose measure_repose(std::span<const sim::BodyView> bodies, const Vec3d& centre, double radius, double diameter);

/// Twice the mean radius of the free bodies; 0 without any.
double mean_free_diameter(std::span<const sim::BodyView> bodies);

}  // namespace scree::analysis
