// The packing columns of series.csv, for scenes with measure.packing.series = true.
#pragma once

#include <string>
#include <vector>

#include "analysis/packing.h"
#include "sim/simulation.h"

namespace scree::app {

/// Names with units, as in packing.json. Fractions of mobilised contacts refer to the force-carrying contacts.
std::vector<std::string> packing_columns(sim::Units units);
/// Current values. g(r) is not computed, since it would take longer than all other quantities together. All values are
/// NaN if the state is not finite.
std::vector<double> packing_values(const sim::Simulation& simulation);

}  // namespace scree::app
