// A measured packing for people and for programs: `scree analyse`, and runs with [measure.packing].
#pragma once

#include <filesystem>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "analysis/packing.h"

namespace scree::app {

inline constexpr const char* k_packing_files[] = {"packing.json", "packing_forces.csv", "packing_radial.csv",
                                                  "packing.png"};

/// docs/analysis.md lists the keys. What is not known is null.
nlohmann::json packing_json(const analysis::Packing& packing);
/// With a blank before it; nothing in a scene of reduced units.
std::string pressure_unit(const analysis::Packing& packing, sim::Units units);
std::string packing_text(const analysis::Packing& packing, sim::Units units);
/// The files above into a folder that is there; those for which nothing is known are left out. Throws what io throws.
void write_packing_files(const std::filesystem::path& folder, const analysis::Packing& packing, sim::Units units);

/// A line for each of those that are left out, with the reason; for people.
std::string missing_packing_files(const analysis::Packing& packing);

}  // namespace scree::app
