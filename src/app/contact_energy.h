// `scree contact --energy`: does any law create energy? The tests of tests/law/ ask the same function.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "contact/closed_paths.h"

namespace scree::app {

struct EnergyRow {
  std::string stage, law;
  contact::Created driven, undamped;  ///< as preset, and with empty dashpots
};
/// Random closed paths for every smooth law (or for those named) with the presets of contact/presets.h. Steps are of a leg. Throws std::runtime_error for a law that there is not.
std::vector<EnergyRow> energy_rows(const std::vector<std::string>& laws, std::uint64_t paths, int steps);
std::string energy_text(const std::vector<std::string>& laws, std::uint64_t paths, int steps);

}  // namespace scree::app
