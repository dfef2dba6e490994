// Angle of repose of a heap about a vertical axis, from its mean surface profile.
//
// 1. The region is cut into rings one grain diameter d wide and the rings into patches of 2 d along the ring, so that
//    all
//    patches have the same area. The surface in a patch is the highest top (z + radius) of a free body whose centre is
//        over
//    it; without one it is the ground. Equal areas matter: the highest of many grains lies higher than the highest of
//        few,
//    and a patch that grows with r (a fixed sector) would make every heap look flatter.
// 2. The profile is the mean over the patches of a ring. Its relief is its highest minus its lowest value: on a bare
//    plate
//    the lowest is the ground, on a layer or on a plate that grains cover to the edge it is the rim.
// 3. The flank is where the profile falls from 80 % to 20 % of the relief: above, the tip is rounded by the impact of
//    grains; below, single grains run out (and never below one diameter: the top of a single layer is d high whatever
//        the
//    slope). A straight line is fitted to it by least squares; angle = atan(-slope).
// 4. The error is the standard error of the mean of the angles that 12 sectors give over the same flank.
//    It is statistical only: synthetic cones higher than 3 d come back within 1 deg, lower ones up to 2 deg too flat.
// Fixed bodies (all freedoms locked) are the ground and are not counted. Measure at rest: a falling grain is a surface
// too.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "sim/simulation.h"

namespace scree::analysis {

enum class HeapState {
  heap,         ///< angle and error hold
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
  std::string why{};                            ///< a sentence where the state is not `heap`
  double angle = k_unset;                       ///< [deg]; unset if there is none
  double error = k_unset;                       ///< standard error of the angle [deg]
  double height = 0.0;                          ///< highest value of the mean profile above the ground [m]
  double foot_radius = k_unset;                 ///< where the fitted line meets the ground [m]; unset if it does not
  double tip_height = k_unset;                  ///< where the fitted line meets the axis, above the ground [m]
  double flank_inner = 0.0, flank_outer = 0.0;  ///< radii between which the line was fitted [m]
  std::vector<ProfilePoint> profile{};
  std::int64_t bodies = 0;  ///< free bodies in the region
};

/// `centre` is the foot of the axis, on the ground; `radius` that of the region looked at; `diameter` the mean grain's
/// [m].
Repose measure_repose(std::span<const sim::BodyView> bodies, const Vec3d& centre, double radius, double diameter);

/// Twice the mean radius of the free bodies; 0 without any.
double mean_free_diameter(std::span<const sim::BodyView> bodies);

}  // namespace scree::analysis
