// Evaluates the rules of [stop], which end a run before time.end. [Santos2020, II.B; santos.md, "Packings"]
//
// A gas at rest is not a packing: no rule is met before contacts carry a force or, under a barostat, before the
// pressure has reached its target. The two rules about the backbone are not met if all bodies are rattlers.
#pragma once

#include <optional>
#include <string>

#include "sim/views.h"

namespace scree::analysis {

/// The first rule that is met, as text with its numbers; empty if none is met. The frame must be one of the engine,
/// with its surroundings. `cell` is the report of a stepper that strains the cell.
std::string rule_met(const sim::Scene& scene, const sim::Frame& frame, const std::optional<step::CellReport>& cell);

}  // namespace scree::analysis
