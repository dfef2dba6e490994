// `scree contact --energy`: tests whether a law creates energy. The tests in tests/law/ call the same function.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "workbench/closed_paths.h"

namespace scree::app {

struct EnergyRow {
  std::string stage, law;
  contact::Created driven, undamped;  ///< with the preset parameters, and without dashpots
  const law::Descriptor* descriptor = nullptr;
  bool creates = false;  ///< the law declares that it creates energy on such paths with these parameters
};
struct EnergySearch {
  std::uint64_t paths = 1000;
  int steps = 100;  ///< steps of one leg
  /// duration of one leg [s]; slow, so that dissipation by dashpots is small and cannot hide created energy
  double leg = 1e-2;
  std::string stage{};  ///< stage in which law names are searched first; empty: all stages
};
/// Drives every smooth law (or the named ones) along random closed paths with the presets of workbench/presets.h.
/// Throws std::runtime_error for an unknown law.
std::vector<EnergyRow> energy_rows(const std::vector<std::string>& laws, const EnergySearch& search);
std::string energy_text(const std::vector<std::string>& laws, const EnergySearch& search);

}  // namespace scree::app
