// The laws that `scree contact` compares: converts arguments of the command line, or contact rules of a scene, into
// labelled models.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "workbench/presets.h"
#include "sim/scene.h"

namespace scree::app {

struct LawCase {
  std::string label;  ///< as written on the command line
  std::string stage;  ///< stage of the law
  law::Model model;
};
struct Fault {
  std::string sentence;
};

/// `walton`, `roll.spring`, `walton:unloading=unscaled:coefficient=0.5`: a law by its name. The stage precedes the name
/// if several stages have a law of this name; parameters that differ from the preset follow it. Names are searched
/// first in `stage`; empty: in all stages.
std::variant<LawCase, Fault> law_case(const std::string& words, const std::string& stage, const contact::Grain& grain);
/// All smooth laws of a stage.
std::vector<LawCase> all_cases(const std::string& stage, const contact::Grain& grain);

/// The rule between two materials of a scene, "glass,steel".
std::variant<LawCase, Fault> scene_case(const sim::Scene& scene, const std::string& between);

}  // namespace scree::app
