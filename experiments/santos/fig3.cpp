// Fig. 3: coordination without rattlers as a function of sliding, twisting, rolling, and rolling = twisting friction.
//
// Dashed: isostatic values of Table I. Thin: eq. 5, the rough estimate of the paper. The limits of the paper (6, 4,
// 3.291, 2.85, 2.50) are the smallest values found there, towards mu = 100.
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "experiments/santos/packing_report.h"
#include "experiments/santos/santos.h"

namespace scree::experiments::santos {
namespace {

using analysis::Dimension, analysis::Modes;

/// The isostatic values that bound the curves of a panel: with the fixed modes only, and with the varied mode.
std::vector<std::pair<Modes, const char*>> counts_of(Varied varied) {
  const std::pair<Modes, const char*> none{{}, "Table I: none"}, slide{{.slide = true}, "Table I: s"};
  switch (varied) {
    case Varied::slide: return {none, slide};
    case Varied::spin: return {slide, {{.slide = true, .spin = true}, "Table I: s + t"}};
    case Varied::roll: return {slide, {{.slide = true, .roll = true}, "Table I: s + r"}};
    case Varied::roll_and_spin: return {slide, {{.slide = true, .roll = true, .spin = true}, "Table I: s + r + t"}};
  }
  return {};
}

draw::Series guess(const Line& line, const draw::Series& ours) {
  draw::Series series{.mark = draw::Mark::line, .colour = ours.colour};
  constexpr int k_points = 100;
  for (int i = 0; i <= k_points; ++i) {
    const double value = k_axis_low * std::pow(k_axis_high / k_axis_low, static_cast<double>(i) / k_points);
    series.x.push_back(value), series.y.push_back(guess_of_coordination(state_at(line.varied, line.held, value)));
  }
  return series;
}

draw::Chart chart_of(const std::vector<Line>& lines, Varied varied, std::string title) {
  draw::Chart chart =
      friction_chart(lines, varied, &Group::coordination, std::move(title), "coordination Z without rattlers");
  chart.y_range = std::pair{0.8, 6.5};
  for (draw::Series& s : chart.series) s.mark = draw::Mark::dots;
  std::size_t next = 0;
  for (const Line& line : lines)
    if (line.varied == varied) chart.series.push_back(guess(line, chart.series[next++]));
  if (next > 0) chart.series.back().label = "eq. 5";
  for (const auto& [modes, words] : counts_of(varied))
    chart.series.push_back(
        level(analysis::isostatic_coordination(modes, Dimension::three), k_axis_low, k_axis_high, words));
  return chart;
}

constexpr double k_large_friction = 100.0;  // friction at which the paper determined its limits

/// The values printed in the paper for the end of four curves, with the uncertainty if one is printed. The paper used a
/// version of LAMMPS that rotated springs incorrectly (S20), so the values of Scree are not judged against them but
/// reported, with "paper differs" beyond two standard uncertainties of the difference.
struct Limit {
  Varied varied;
  double held;
  const char* paper;
};
constexpr std::array k_limits = {Limit{Varied::slide, 0.0, "4"}, Limit{Varied::spin, 1.0, "3.291 +- 0.009"},
                                 Limit{Varied::roll, 1.0, "2.85 +- 0.05"},
                                 Limit{Varied::roll_and_spin, 1.0, "2.50 +- 0.05"}};

/// A mean over seeds compared with a printed number.
Check beside(std::string what, Printed paper, const Spread& ours, const std::string& why = {}) {
  Check check = reported(std::move(what), std::move(paper), k_unset, ours.mean, "1",
                         fmt::format("{} seeds, deviation {:.2g}{}", ours.count, ours.deviation, why));
  if (is_set(ours.deviation)) check.uncertainty = ours.error();
  return check;
}

void add_limits(Result& result, const std::vector<Line>& lines) {
  for (const Limit& limit : k_limits)
    for (const Line& line : lines) {
      if (line.varied != limit.varied || line.held != limit.held || line.values.back() < k_large_friction) continue;
      const Group& last = line.groups.back();
      const double count = analysis::isostatic_coordination(modes_of(last.state), Dimension::three);
      result.add(beside(fmt::format("Z at {}", describe(last.state)), limit.paper, last.coordination,
                        limit.varied == Varied::slide ? "; a finite pressure adds contacts" : ""));
      result.add(statement(fmt::format("Z at {} is above the count of Table I, {:g}", describe(last.state), count),
                           std::string("consistently greater"), last.coordination.mean > count));
    }
}

}  // namespace

Result figure_3(const Settings& settings) {
  Result result;
  const auto [protocol, packings, groups, lines] = friction_packings(result, settings);
  if (!result.error.empty()) return result;

  add_known_checks(result, groups, settings.scale, &Group::coordination, "Z", &Known::coordination,
                   &Known::coordination_tolerance);
  if (const Group* none = find(groups, {}))
    result.add(beside("Z without friction", 6.0, none->coordination,
                      "; the paper's limit is that of hard spheres, and a pressure adds contacts"));
  if (const Group* high = find(groups, k_known_states.back()))
    result.add(beside("Z of the strongest friction that the conclusion names, (1, 1, 1)", "2.5", high->coordination));
  add_limits(result, lines);
  for (const Line& line : lines)
    if (line.groups.size() > 1)
      result.add(statement(fmt::format("Z falls over {}", describe(line)), std::string("yes"),
                           against_trend(line, &Group::coordination, -1.0) <= 1.0,
                           "but for what seeds bring: three standard errors"));
  double off = 0.0;
  for (const Group& g : groups) off = std::max(off, std::abs(g.coordination.mean - guess_of_coordination(g.state)));
  result.add(reported("largest difference from eq. 5", std::string("a tool to estimate Z"), k_unset, off, "1",
                      "its limit with all three modes is 1, that of Table I is 2"));

  constexpr std::array k_titles = {"Sliding", "Twisting, μ_r = 0", "Rolling, μ_t = 0", "Rolling and twisting"};
  result.figure = {.heading = fmt::format("Fig. 3: Z over friction; P = 1e-4, {} spheres, {} seeds", protocol.bodies,
                                          protocol.seeds),
                   .panels = {},
                   .columns = 2};
  for (std::size_t i = 0; i < k_all_varied.size(); ++i)
    result.figure.panels.push_back(chart_of(lines, k_all_varied[i], k_titles[i]));
  result.tables = {table_of(groups), table_of(packings.made)};
  return result;
}

}  // namespace scree::experiments::santos
