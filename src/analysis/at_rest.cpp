#include "analysis/at_rest.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "analysis/repose.h"
#include "analysis/rest.h"
#include "analysis/region.h"

namespace scree::analysis {
namespace {

constexpr double k_rounding = 1e-9;  // of times that are sums of steps

bool at_its_pressure(const sim::Scene& scene, const std::optional<step::CellReport>& cell) {
  if (sim::stepper_of(scene).cell != sim::CellMotion::target_pressure || !cell) return true;
  const auto& [p, s] = std::pair{scene.nph.pressure, scene.nph.shear};
  const step::Pressure& now = cell->pressure;
  const double scale =
      std::max({std::abs(p.x), std::abs(p.y), std::abs(p.z), std::abs(s.xy), std::abs(s.xz), std::abs(s.yz)});
  const double off = std::max({std::abs(now.xx - p.x), std::abs(now.yy - p.y), std::abs(now.zz - p.z),
                               std::abs(now.xy - s.xy), std::abs(now.xz - s.xz), std::abs(now.yz - s.yz)});
  return off <= scene.stop.pressure_tolerance * scale;
}

Rest rest_of(const sim::Scene& scene, const sim::Frame& frame) {
  const auto rules =
      friction_rules(frame.surroundings->friction, mean_free_diameter(frame.bodies), scene.packing.mode_threshold);
  const Backbone backbone =
      find_backbone(frame, frame.contacts, ends_of(frame, frame.contacts), region_of(frame).dimension(),
                    [&](const sim::ContactView& c) { return rules[static_cast<std::size_t>(c.model)].active; });
  return measure_rest(frame, backbone, distribute_forces(frame.contacts, backbone.carries).mean, scene.gravity);
}

}  // namespace

std::string rule_met(const sim::Scene& scene, const sim::Frame& frame, const std::optional<step::CellReport>& cell) {
  const sim::StopSpec& stop = scene.stop;
  const bool presses = std::any_of(frame.contacts.begin(), frame.contacts.end(),
                                   [](const sim::ContactView& c) { return c.normal_force > 0.0; });
  if (frame.time < stop.after * (1.0 - k_rounding) || !presses || !at_its_pressure(scene, cell)) return {};
  const Rest rest = rest_of(scene, frame);
  const auto met = [](double limit, double now) { return is_set(limit) && now < limit; };
  const auto sentence = [](const char* what, double now, double limit) {
    return fmt::format("{} {:.3g} < {:.3g}", what, now, limit);
  };
  if (met(stop.kinetic_energy, rest.kinetic)) return sentence("kinetic_energy", rest.kinetic, stop.kinetic_energy);
  if (!is_set(rest.unbalanced)) return {};  // all bodies are rattlers
  if (met(stop.backbone_kinetic_energy, rest.kinetic_of_backbone))
    return sentence("backbone_kinetic_energy", rest.kinetic_of_backbone, stop.backbone_kinetic_energy);
  if (met(stop.unbalanced_force, rest.unbalanced))
    return sentence("unbalanced_force", rest.unbalanced, stop.unbalanced_force);
  return {};
}

}  // namespace scree::analysis
