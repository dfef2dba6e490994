// May a run end before its time? The rules of a scene's [stop], asked of one moment. [Santos2020, II.B; santos.md,
// "Packings"]
//
// A gas at rest is no packing: no rule is met before contacts press, nor, under a barostat, before the pressure is the
// one that is asked for. The two rules of the backbone need one: a packing of rattlers alone meets neither.
#pragma once

#include <optional>
#include <string>

#include "sim/views.h"

namespace scree::analysis {

/// The first rule that is met, in words with its numbers; empty: none. The frame is one of the engine, which knows its
/// surroundings. `cell` is what the stepper says of a cell that it strains.
std::string rule_met(const sim::Scene& scene, const sim::Frame& frame, const std::optional<step::CellReport>& cell);

}  // namespace scree::analysis
