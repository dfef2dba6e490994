// The names that the summary.json of a run can contain, determined before the run; a sweep checks its columns against
// them.
//
// There is no separate list of names. The functions that write summaries of runs are called with empty results and with
// all parts that the scene requests.
#pragma once

#include <set>
#include <string>

#include <nlohmann/json.hpp>

#include "analysis/cone.h"
#include "analysis/heap_rest.h"
#include "analysis/repose.h"
#include "sim/scene.h"

namespace scree::app {

/// The part of a summary that [measure.repose] adds.
nlohmann::json repose_json(const analysis::Repose& repose, const analysis::ConeAngles& cone,
                           const analysis::HeapRest& rest);

/// Path -> value: `energy.lost.slide`, `cell.length[0]`.
nlohmann::json flattened(const nlohmann::json& summary);

/// All paths that can occur in the summary of a finished run of this scene.
std::set<std::string> summary_names(const sim::Scene& scene);

/// Why a measure is not among these names, as the end of a sentence; empty if it is.
std::string why_not_measured(const std::string& measure, const std::set<std::string>& names);

}  // namespace scree::app
