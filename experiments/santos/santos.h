// The experiments on Santos2020.
#pragma once

#include <cstdint>
#include <span>

#include "experiments/registry.h"

namespace scree::experiments::santos {

Result table_1(const Settings& settings);
Result two_spheres(const Settings& settings);

/// What LAMMPS (29Sep2021) recorded of the first of two spheres that roll against each other. tests/experiments/santos_test.cpp holds these
/// rows against the whole series, tests/data/santos.
struct Recorded {
  std::int64_t step;
  double spin, torque;  ///< about y
};
std::span<const Recorded> recorded_stick();
std::span<const Recorded> recorded_slip();

}  // namespace scree::experiments::santos
