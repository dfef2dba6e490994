// Experiments of Campello2015: rotations as vectors, stick-slip friction by springs, an implicit stepper. Closed forms
// and reference numbers come from docs/specs/campello.md ("spec"); its remarks on the printed paper are C1 to C23.
#pragma once

#include "experiments/expected.h"
#include "experiments/registry.h"

namespace scree::experiments::campello {

Result rotations(const Settings& settings);  // rotations.cpp
Result spinning(const Settings& settings);   // spinning.cpp
Result three(const Settings& settings);      // three.cpp
Result container(const Settings& settings);  // container.cpp

}  // namespace scree::experiments::campello
