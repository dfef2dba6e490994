// A measured packing as text, as JSON and as files: output of `scree analyse` and of runs with [measure.packing].
#pragma once

#include <filesystem>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "analysis/packing.h"

namespace scree::app {

inline constexpr const char* k_packing_files[] = {"packing.json", "packing_forces.csv", "packing_radial.csv",
                                                  "packing.png"};

/// docs/analysis.md lists the keys. A quantity that is not known is null.
nlohmann::json packing_json(const analysis::Packing& packing);
/// The unit with a leading blank; empty for a scene in reduced units.
std::string pressure_unit(const analysis::Packing& packing, sim::Units units);
std::string packing_text(const analysis::Packing& packing, sim::Units units);
/// Writes the files above into an existing folder, except files without data. Throws the exceptions of io.
void write_packing_files(const std::filesystem::path& folder, const analysis::Packing& packing, sim::Units units);

/// One line for each file that was not written, with the reason.
std::string missing_packing_files(const analysis::Packing& packing);

}  // namespace scree::app
