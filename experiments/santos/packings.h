// Packings of spheres, compressed from a gas by a constant pressure, as a study of one scene. [Santos2020, II.B;
// docs/specs/santos.md]
//
// Units are reduced: k_n = 1, d = 1, m = 1, tau = sqrt(m/k_n) = 1. Spheres are placed at random in a periodic cell at
// phi = 0.05, at rest; the barostat compresses them until they support its pressure. Each packing is a run of a sweep:
// it can be interrupted, and all figures use the same packings.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/santos/friction_grid.h"
#include "experiments/santos/packing_table.h"

namespace scree::experiments::santos {

/// Over P: maximum deviation of each component of the pressure tensor in a finished packing. The paper states
/// "exactly", after 2e5 tau. A collision of a rattler changes the pressure by about 1e-4 P in a packing of 500 spheres,
/// and these collisions determine when the rule is met. They become slower and rarer; after 10,000 to 30,000 tau a
/// check falls between two of them.
inline constexpr double k_pressure_tolerance = 1e-6;
/// The same for the large surveys (`--scale medium`; for Fig. 5 also `quick`), which would otherwise take three times
/// as long; phi and Z are constant long before.
inline constexpr double k_survey_tolerance = 1e-3;

struct Protocol {
  std::string title{};
  int bodies = 0, seeds = 0;  ///< of each packing; packings of each state
  double time_factor = 1.0;   ///< maximum time of a packing over the 2e5 tau of the paper
  double pressure_tolerance = k_pressure_tolerance;
  std::vector<State> states{};
};
/// Of Fig. 3 and 4.
Protocol friction_protocol(Scale scale);
/// Of Fig. 5.
Protocol pressure_protocol(Scale scale);

/// Time at which a run ends if no stopping rule was met [tau].
double longest_time(const Protocol& protocol, const State& state);

/// Equal protocols give equal bytes, by which a sweep recognises its study.
std::string scene_text(const Protocol& protocol);
std::string study_text(const Protocol& protocol);

/// Creates the folder, writes scene.toml and study.toml into it, and runs the sweep in its subfolder `sweep`.
Packings make_packings(const Protocol& protocol, const std::filesystem::path& folder, const Settings& settings);

/// Folder of the packings of Fig. 3 and 4: next to the folders of both experiments.
std::filesystem::path shared_folder(const Settings& settings);

}  // namespace scree::experiments::santos
