// The packing in series.csv: a few of its numbers in every row, for scenes that ask for them (measure.packing.series).
#pragma once

#include <string>
#include <vector>

#include "analysis/packing.h"
#include "sim/simulation.h"

namespace scree::app {

/// Names with units, as packing.json has them; shares of mobilised contacts are those of carrying ones.
std::vector<std::string> packing_columns(sim::Units units);
/// Their values now, without g(r), which would take longer than all the rest. Of a state that is not finite nothing is
/// known.
std::vector<double> packing_values(const sim::Simulation& simulation);

}  // namespace scree::app
