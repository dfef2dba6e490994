// One axis of a chart: its range, and ticks at round numbers with their labels.
#pragma once

#include <string>
#include <vector>

#include "draw/chart.h"

namespace scree::draw {

struct Tick {
  double value = 0.0;
  std::string label;
};

struct Axis {
  Scale scale = Scale::linear;
  double low = 0.0, high = 1.0;
  std::vector<Tick> ticks;
  std::string factor;  ///< power of ten that belongs to the unit, "10⁻⁶" say; empty for 1

  /// Position along the axis, 0..1.
  double fraction(double value) const;
  bool shows(double value) const;  ///< whether the axis can represent the value
};

/// An axis for the values with about `count` ticks. A given range is used as it is; a range computed from data is
/// extended to round numbers.
Axis make_axis(Scale scale, const std::vector<double>& values, const ChartRange& range, int count);

}  // namespace scree::draw
