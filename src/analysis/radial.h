// The radial distribution function g(r): the frequency of pairs of centres at a distance r, relative to random points.
//
//   g = pairs found in a shell / (N (N - 1)/2 x volume of the shell / V)
//
// so that the expectation for random points is exactly g = 1. It is computed only in regions that are periodic along
// all axes: a wall cuts off shells, and a corrected g would depend on the walls. The range is at most half the smallest
// width of the cell, beyond which a shell overlaps its own image.
#pragma once

#include <string>
#include <vector>

#include "analysis/region.h"

namespace scree::analysis {

struct Radial {
  std::string why{};  ///< why there is no g(r); empty if there is
  double bin = 0.0;   ///< width of a shell [m]; shell k begins at k x bin
  std::vector<double> g{};
};

/// `range` unset: five mean diameters. The range is never more than half the cell.
Radial measure_radial(const sim::Frame& frame, const Region& region, double range, std::int64_t bins);

}  // namespace scree::analysis
