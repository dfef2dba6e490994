// Experiments of Campello2015: rotations as vectors, stick-slip friction by springs, an implicit stepper. Closed forms and reference numbers
// come from the specification of that paper ("spec"); its findings about the print are C1 to C23.
#pragma once

#include "experiments/registry.h"

namespace scree::experiments::campello {

Result rotations(const Settings& settings);

}  // namespace scree::experiments::campello
