#include "app/analyse/packing_series.h"

#include <cmath>
#include <string_view>

#include <fmt/format.h>

namespace scree::app {
namespace {

using analysis::Packing;

struct Column {
  std::string_view name, unit;
  double (*value)(const Packing&);
};
constexpr Column k_columns[] = {
    {"volume_fraction", "1", [](const Packing& p) { return p.volume_fraction; }},
    {"coordination", "1", [](const Packing& p) { return p.backbone.coordination; }},
    {"coordination_with_rattlers", "1", [](const Packing& p) { return p.backbone.coordination_with_rattlers; }},
    {"rattler_share", "1", [](const Packing& p) { return p.backbone.rattler_fraction(); }},
    {"pressure", "Pa", [](const Packing& p) { return p.pressure(); }},
    {"mobilised_slide", "1", [](const Packing& p) { return p.carrying.slide.fraction(); }},
    {"mobilised_roll", "1", [](const Packing& p) { return p.carrying.roll.fraction(); }},
    {"mobilised_spin", "1", [](const Packing& p) { return p.carrying.spin.fraction(); }}};

}  // namespace

std::vector<std::string> packing_columns(sim::Units units) {
  std::vector<std::string> names;
  for (const Column& column : k_columns)
    names.push_back(
        fmt::format("{} [{}]", column.name, column.unit == "1" || units == sim::Units::si ? column.unit : "reduced"));
  return names;
}

std::vector<double> packing_values(const sim::Simulation& simulation) {
  if (!std::isfinite(simulation.report().ledger.present())) return std::vector<double>(std::size(k_columns), k_unset);
  const Packing packing = analysis::measure_packing(
      simulation.frame(), {.settings = simulation.scene().packing, .parts = analysis::Parts::without_radial});
  std::vector<double> values;
  for (const Column& column : k_columns) values.push_back(column.value(packing));
  return values;
}

}  // namespace scree::app
