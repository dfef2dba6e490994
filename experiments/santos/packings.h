// Packings of spheres that a constant pressure makes out of a gas, as a study of one scene. [Santos2020, II.B;
// docs/specs/santos.md]
//
// Units are reduced: k_n = 1, d = 1, m = 1, tau = sqrt(m/k_n) = 1. Spheres are thrown into a periodic cell at phi =
// 0.05, at rest; the barostat presses them together until they bear its pressure. Each packing is a run of a sweep: it
// can be interrupted, and is made once for all figures that look at it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "experiments/santos/friction_grid.h"
#include "experiments/santos/packing_table.h"

namespace scree::experiments::santos {

/// Of P: so near must each component of the pressure tensor come before a packing is done. The paper says "exactly",
/// after 2e5 tau. A knock of a rattler is some 1e-4 of P in a packing of 500 spheres, so that it is mostly these that a
/// packing waits for; they become slower and rarer, and after 10,000 to 30,000 tau a look falls between two of them.
inline constexpr double k_pressure_tolerance = 1e-6;
/// Of the wide surveys (`--scale medium`; Fig. 5 also when `quick`), which would take three times as long: phi and Z
/// are final long before.
inline constexpr double k_survey_tolerance = 1e-3;

struct Protocol {
  std::string title{};
  int bodies = 0, seeds = 0;  ///< of each packing; packings of each state
  double patience = 1.0;      ///< times the paper's 2e5 tau: the longest that a packing may take
  double pressure_tolerance = k_pressure_tolerance;
  std::vector<State> states{};
};
/// Of Fig. 3 and 4.
Protocol friction_protocol(Scale scale);
/// Of Fig. 5.
Protocol pressure_protocol(Scale scale);

/// A run that no rule of rest has ended by then is ended [tau].
double longest_time(const Protocol& protocol, const State& state);

/// The same bytes for the same protocol: a sweep knows its study by them.
std::string scene_text(const Protocol& protocol);
std::string study_text(const Protocol& protocol);

/// Writes scene.toml and study.toml into the folder, which is made, and has the study swept into its folder `sweep`.
Packings make_packings(const Protocol& protocol, const std::filesystem::path& folder, const Settings& settings);

/// Where packings of Fig. 3 and 4 are kept: beside the folders of both experiments.
std::filesystem::path shared_folder(const Settings& settings);

}  // namespace scree::experiments::santos
