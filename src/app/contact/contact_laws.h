// Which laws `scree contact` puts side by side: words of the command line, or rules of a scene, into models with a
// label.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "workbench/presets.h"
#include "sim/scene.h"

namespace scree::app {

struct LawCase {
  std::string label;  ///< as it was written
  std::string stage;  ///< that it is about
  law::Model model;
};
struct Fault {
  std::string sentence;
};

/// `walton`, `roll.spring`, `walton:unloading=unscaled:coefficient=0.5`: a law by its name, with its stage before it
/// where several stages have the name, and parameters other than those of the preset behind it. `stage` is where a name
/// is looked for first; empty: everywhere.
std::variant<LawCase, Fault> law_case(const std::string& words, const std::string& stage, const contact::Grain& grain);
/// All smooth laws of a stage.
std::vector<LawCase> all_cases(const std::string& stage, const contact::Grain& grain);

/// The rule between two materials of a scene, "glass,steel".
std::variant<LawCase, Fault> scene_case(const sim::Scene& scene, const std::string& between);

}  // namespace scree::app
