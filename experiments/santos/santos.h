// The experiments on Santos2020.
#pragma once

#include <cstdint>
#include <span>

#include "experiments/expected.h"
#include "experiments/registry.h"

namespace scree::experiments::santos {

Result table_1(const Settings& settings);
Result two_spheres(const Settings& settings);
// Packings of spheres under a constant pressure (packings.h). Figures 3 and 4 use the same packings, which are computed
// once.
Result figure_3(const Settings& settings);
Result figure_4(const Settings& settings);
Result figure_5(const Settings& settings);

/// Spin and torque of the first of two spheres that roll against each other, recorded with LAMMPS (29Sep2021).
/// tests/experiments/santos_test.cpp compares these rows with the complete series in tests/data/santos.
struct Recorded {
  std::int64_t step;
  double spin, torque;  ///< about y
};
std::span<const Recorded> recorded_stick();
std::span<const Recorded> recorded_slip();

}  // namespace scree::experiments::santos
