// Fig. 5: volume fraction and coordination as functions of the applied pressure. It shows that P = 1e-4 k_n/d is a low
// pressure: below it both change little.
#include <algorithm>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "experiments/santos/packing_report.h"
#include "experiments/santos/santos.h"

namespace scree::experiments::santos {
namespace {

constexpr double k_little = 0.004;  // bound of the paper on the change of phi from 1e-4 to 1e-7

/// Groups of one friction state, sorted by pressure.
std::vector<Group> over_pressure(const std::vector<Group>& groups, State friction) {
  std::vector<Group> line;
  for (const Group& g : groups)
    if (friction.pressure = g.state.pressure; g.state == friction) line.push_back(g);
  std::sort(line.begin(), line.end(),
            [](const Group& a, const Group& b) { return a.state.pressure < b.state.pressure; });
  return line;
}

std::vector<std::vector<Group>> lines_over_pressure(const std::vector<Group>& groups) {
  std::vector<std::vector<Group>> lines;
  for (const Group& g : groups)
    if (g.state.pressure == k_usual_pressure) lines.push_back(over_pressure(groups, g.state));
  return lines;
}

draw::Chart chart_of(const std::vector<std::vector<Group>>& lines, Quantity quantity, std::string y_label) {
  draw::Chart chart{.x_label = "pressure P [k_n/d]",
                    .y_label = std::move(y_label),
                    .x_scale = draw::Scale::logarithmic,
                    .width = 620,
                    .height = 440};
  for (const auto& line : lines) {
    State friction = line.front().state;
    friction.pressure = k_usual_pressure;
    draw::Series series{.label = "μ_s, μ_r, μ_t = " + describe(friction), .mark = draw::Mark::line_and_dots};
    for (const Group& g : line)
      series.x.push_back(g.state.pressure), series.y.push_back((g.*quantity).mean),
          series.y_error.push_back((g.*quantity).count > 1 ? (g.*quantity).error() : 0.0);
    chart.series.push_back(std::move(series));
  }
  return chart;
}

/// Tolerance of the change. A few small packings cannot resolve 0.004, so three standard errors of the difference are
/// added for them.
double allowed_change(const Group& p, const Group& q, Scale scale) {
  return scale == Scale::quick ? k_little + 3.0 * std::hypot(p.volume_fraction.error(), q.volume_fraction.error())
                               : k_little;
}

void add_changes(Result& result, const std::vector<Group>& line, Scale scale) {
  const auto usual =
      std::find_if(line.begin(), line.end(), [](const Group& g) { return g.state.pressure == k_usual_pressure; });
  const std::string friction = describe(usual->state);
  for (const Group& g : line) {
    if (g.state.pressure == k_usual_pressure) continue;
    const double fraction = g.volume_fraction.mean - usual->volume_fraction.mean,
                 coordination = g.coordination.mean - usual->coordination.mean;
    const std::string what = fmt::format("change of phi from P = 1e-4 to {:g}, {}", g.state.pressure, friction);
    if (g.state.pressure < k_usual_pressure)
      result.add(within(what, std::string("0.004 or less, down to 1e-7"), 0.0, fraction, "1",
                        allowed_change(g, *usual, scale),
                        fmt::format("deviation of a seed {:.2g}{}", g.volume_fraction.deviation,
                                    scale == Scale::quick ? "; three standard errors on top of 0.004" : "")));
    else
      result.add(
          reported(what, {}, k_unset, fraction, "1", g.state.pressure == 1e-3 ? "at most 0.006 in the reference" : ""));
    result.add(reported(fmt::format("change of Z from P = 1e-4 to {:g}, {}", g.state.pressure, friction), {}, k_unset,
                        coordination, "1", g.state.pressure == 1e-3 ? "0.2 to 0.4 in the reference" : ""));
  }
  const auto rises = [&](Quantity quantity) { return (line.back().*quantity).mean > ((*usual).*quantity).mean; };
  result.add(statement(
      fmt::format("a pressure of {:g} makes it denser and adds contacts, {}", line.back().state.pressure, friction),
      std::string("yes"), rises(&Group::volume_fraction) && rises(&Group::coordination)));
}

}  // namespace

Result figure_5(const Settings& settings) {
  const Protocol protocol = pressure_protocol(settings.scale);
  const auto folder = settings.folder.parent_path() / "santos-pressures" / word_of(settings.scale);
  const Packings packings = make_packings(protocol, folder, settings);
  Result result;
  add_common_checks(result, packings, protocol);
  if (!result.error.empty()) return result;
  const std::vector<Group> groups = grouped(packings.made);
  const auto lines = lines_over_pressure(groups);
  add_known_checks(result, groups, settings.scale, &Group::volume_fraction, "phi", &Known::volume_fraction,
                   &Known::fraction_tolerance);
  add_known_checks(result, groups, settings.scale, &Group::coordination, "Z", &Known::coordination,
                   &Known::coordination_tolerance);
  for (const auto& line : lines) add_changes(result, line, settings.scale);
  result.figure = {
      .heading = fmt::format("Fig. 5: packings over pressure; {} spheres, {} seeds", protocol.bodies, protocol.seeds),
      .panels = {chart_of(lines, &Group::volume_fraction, "volume fraction φ"),
                 chart_of(lines, &Group::coordination, "coordination Z without rattlers")},
      .columns = 1};
  result.tables = {table_of(groups), table_of(packings.made)};
  return result;
}

}  // namespace scree::experiments::santos
