// `scree contact --energy`: does any law create energy? The tests of tests/law/ ask the same function.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "workbench/closed_paths.h"

namespace scree::app {

struct EnergyRow {
  std::string stage, law;
  contact::Created driven, undamped;  ///< as preset, and with empty dashpots
  const law::Descriptor* descriptor = nullptr;
  bool creates = false;  ///< the law says that it does on such paths, with these parameters
};
struct EnergySearch {
  std::uint64_t paths = 1000;
  int steps = 100;      ///< of a leg
  double leg = 1e-2;    ///< time of one [s]; so slow that dashpots take little beside springs, and hide little
  std::string stage{};  ///< in which names of laws are looked for first; empty: in all
};
/// Random closed paths for every smooth law (or for those named) with the presets of workbench/presets.h. Throws
/// std::runtime_error for a law that there is not.
std::vector<EnergyRow> energy_rows(const std::vector<std::string>& laws, const EnergySearch& search);
std::string energy_text(const std::vector<std::string>& laws, const EnergySearch& search);

}  // namespace scree::app
