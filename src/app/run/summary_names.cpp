#include "app/run/summary_names.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/analyse/packing_report.h"
#include "io/text/nearest.h"
#include "io/scene/study.h"
#include "io/frame/tables.h"

namespace scree::app {
namespace {

void flatten(const nlohmann::json& value, const std::string& path, nlohmann::json& flat) {
  if (value.is_object())
    for (const auto& [key, item] : value.items()) flatten(item, path.empty() ? key : path + "." + key, flat);
  else if (value.is_array())
    for (std::size_t i = 0; i < value.size(); ++i) flatten(value[i], fmt::format("{}[{}]", path, i), flat);
  else
    flat[path] = value;
}

/// A packing with all optional parts.
analysis::Packing full_packing() {
  analysis::Packing packing;
  packing.modes = {.slide = true, .roll = true, .spin = true}, packing.modes_known = true;
  packing.stress.emplace(), packing.forces.emplace(), packing.rest.emplace();
  packing.radial.why = "not measured";
  return packing;
}

}  // namespace

nlohmann::json repose_json(const analysis::Repose& r, const analysis::ConeAngles& cone,
                           const analysis::HeapRest& rest) {
  return {
      {"angle_deg", r.angle},  {"error_deg", r.error},       {"height", r.height},           {"bodies", r.bodies},
      {"why", r.why},          {"psi_m_deg", cone.by_means}, {"psi_s_deg", cone.by_surface}, {"at_rest", rest.at_rest},
      {"moving", rest.moving}, {"to_come", rest.to_come},    {"why_not_at_rest", rest.why}};
}

nlohmann::json flattened(const nlohmann::json& summary) {
  nlohmann::json flat = nlohmann::json::object();
  flatten(summary, "", flat);
  return flat;
}

std::set<std::string> summary_names(const sim::Scene& scene) {
  step::StepReport report;
  const sim::StepperDescriptor& stepper = sim::stepper_of(scene);
  if (stepper.is_rigid()) report.solver.emplace();
  if (stepper.is_implicit) report.sweeps.emplace();
  if (stepper.moves_cell()) report.cell.emplace();
  nlohmann::json summary =
      io::summary_json(scene, report, {.streams = std::vector<sim::StreamCount>(scene.streams.size())}, {}, 1);
  if (scene.repose.wanted) summary["repose"] = repose_json({}, {}, {});
  if (scene.packing.wanted) summary["packing"] = packing_json(full_packing());
  const nlohmann::json flat = flattened(summary);
  std::set<std::string> names;
  for (const auto& [path, value] : flat.items())
    if (!io::is_of_the_machine(path)) names.insert(path);
  return names;
}

std::string why_not_measured(const std::string& measure, const std::set<std::string>& names) {
  if (names.contains(measure)) return {};
  for (const std::string_view part : {"packing", "repose"})
    // '/' follows '.' in ASCII, so equal bounds mean that no name begins with "part."
    if (measure.starts_with(part) &&
        names.lower_bound(fmt::format("{}.", part)) == names.lower_bound(fmt::format("{}/", part)))
      return fmt::format("is measured only if the scene has [measure.{}]", part);
  const auto inside = [&](const std::string& name) {
    return name.size() > measure.size() && name.starts_with(measure) &&
           (name[measure.size()] == '.' || name[measure.size()] == '[');
  };
  if (const auto part = std::find_if(names.begin(), names.end(), inside); part != names.end())
    return fmt::format("is not a single number; use one of its parts, such as \"{}\"", *part);
  const std::vector<std::string_view> words(names.begin(), names.end());
  const std::string meant = io::did_you_mean(measure, words);
  return fmt::format("is in no summary.json of this scene{}",
                     meant.empty() ? "; those are " + io::listed(words, "and") : meant);
}

}  // namespace scree::app
