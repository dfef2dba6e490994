// Experiments of TasoraAnitescu2013: rolling and spinning friction in steps that solve a cone complementarity problem.
// Closed forms and reference numbers come from docs/specs/tasora.md ("spec"), chapters 5 to 7.
#pragma once

#include "experiments/expected.h"
#include "experiments/registry.h"

namespace scree::experiments::tasora {

Result disk(const Settings& settings);
Result guideway(const Settings& settings);
Result heap(const Settings& settings);

}  // namespace scree::experiments::tasora
