// One axis of a chart: its range, round numbers for its ticks, and their words.
#pragma once

#include <string>
#include <vector>

#include "draw/chart.h"

namespace scree::draw {

struct Tick {
  double value = 0.0;
  std::string words;
};

struct Axis {
  Scale scale = Scale::linear;
  double low = 0.0, high = 1.0;
  std::vector<Tick> ticks;
  std::string factor;  ///< power of ten that belongs to the unit, "10⁻⁶" say; empty for 1

  /// Place along the axis, 0..1.
  double share(double value) const;
  bool shows(double value) const;  ///< can the value be on this axis at all?
};

/// An axis over the values; about `count` ticks. A given range is kept, one from data is widened to round numbers.
Axis make_axis(Scale scale, const std::vector<double>& values, const ChartRange& range, int count);

}  // namespace scree::draw
