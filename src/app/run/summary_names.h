// What can stand in the summary.json of a run, known before it is made: columns of a sweep are checked by it.
//
// The names are not kept in a list beside the code: summaries are written by the functions that runs use, of nothing,
// with all parts that the scene asks for.
#pragma once

#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "analysis/cone.h"
#include "analysis/heap_rest.h"
#include "analysis/repose.h"
#include "sim/scene.h"

namespace scree::app {

/// What [measure.repose] adds to a summary.
nlohmann::json repose_json(const analysis::Repose& repose, const analysis::ConeAngles& cone,
                           const analysis::HeapRest& rest);

/// Path -> value: `energy.lost.slide`, `cell.length[0]`.
nlohmann::json flattened(const nlohmann::json& summary);

/// All paths that the summary of a finished run of this scene can have.
std::set<std::string> summary_names(const sim::Scene& scene);

/// Why a measure is not among these names, as the end of a sentence; empty if it is.
std::string why_not_measured(const std::string& measure, const std::set<std::string>& names);

}  // namespace scree::app
