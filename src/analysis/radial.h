// The radial distribution function g(r): how much more often than by chance two centres are a distance r apart.
//
//   g = pairs found in a shell / (N (N - 1)/2 x volume of the shell / V)
//
// so that points thrown at random have g = 1 in the mean, exactly. Only in regions that are periodic along all axes: at
// a wall a shell is cut off, and a corrected g would be one of the walls as well. Up to half the least width of the
// cell, beyond which a shell meets its own image.
#pragma once

#include <string>
#include <vector>

#include "analysis/region.h"

namespace scree::analysis {

struct Radial {
  std::string why{};  ///< a sentence if there is none
  double bin = 0.0;   ///< width of a shell [m]; shell k begins at k x bin
  std::vector<double> g{};
};

/// `range` unset: five mean diameters, or half the cell if that is less. A range beyond half the cell is cut to it.
Radial measure_radial(const sim::Frame& frame, const Region& region, double range, std::int64_t bins);

}  // namespace scree::analysis
