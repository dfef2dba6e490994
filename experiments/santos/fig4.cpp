// Fig. 4: volume fraction (top) and fraction of rattlers (bottom) of the packings of Fig. 3. The measurements of
// Farrell et al. in the figure of the paper are not printed as numbers and are omitted.
#include <algorithm>
#include <array>
#include <string>

#include <fmt/format.h>

#include "experiments/santos/packing_report.h"
#include "experiments/santos/santos.h"

namespace scree::experiments::santos {
namespace {

/// "Z and phi behave similarly, except for a minimum in phi for high mu_s."
void add_minimum(Result& result, const Line& line) {
  const auto smallest = std::min_element(line.groups.begin(), line.groups.end(), [](const Group& a, const Group& b) {
    return a.volume_fraction.mean < b.volume_fraction.mean;
  });
  result.add(reported(fmt::format("least phi over {}", describe(line)), {}, k_unset, smallest->volume_fraction.mean,
                      "1",
                      fmt::format("at {}; at the end of the curve {:.4f}", describe(smallest->state),
                                  line.groups.back().volume_fraction.mean)));
}

/// Trend along the part of the line where the set of counted modes does not change. Where a further mode counts, fewer
/// contacts are needed to fix a body, so the number of rattlers drops because of the rule and not because of the
/// packing.
void add_trend_of_rattlers(Result& result, const Line& line) {
  Line counted = line;
  counted.values.clear(), counted.groups.clear();
  const Group* before = nullptr;
  for (std::size_t i = 0; i < line.groups.size(); ++i) {
    if (line.values[i] >= k_holds)
      counted.values.push_back(line.values[i]), counted.groups.push_back(line.groups[i]);
    else
      before = &line.groups[i];
  }
  if (counted.groups.size() >= 2)
    result.add(statement(fmt::format("rattlers become more over {}, from 0.01 on", describe(line)),
                         std::string("monotonically"), against_trend(counted, &Group::rattlers, 1.0) <= 1.0,
                         "but for what seeds bring: three standard errors"));
  if (before && !counted.groups.empty())
    result.add(reported(
        fmt::format("change of the share of rattlers where {} reaches 0.01", describe(line)),
        std::string("monotonically"), k_unset, counted.groups.front().rattlers.mean - before->rattlers.mean, "1",
        "the rule changes here: the mode counts from 0.01 on, and one contact fewer is enough to be held"));
}

}  // namespace

Result figure_4(const Settings& settings) {
  Result result;
  const auto [protocol, packings, groups, lines] = friction_packings(result, settings);
  if (!result.error.empty()) return result;

  add_known_checks(result, groups, settings.scale, &Group::volume_fraction, "phi", &Known::volume_fraction,
                   &Known::fraction_tolerance);
  add_known_checks(result, groups, settings.scale, &Group::rattlers, "share of rattlers", &Known::rattlers,
                   &Known::rattlers_tolerance);
  if (const Group* high = find(groups, k_known_states.back())) {
    result.add(statement("most spheres are rattlers at (1, 1, 1)",
                         std::string("yes, for large mu_r, mu_t if mu_s > 0.3"), high->rattlers.mean > 0.5));
  }
  if (const auto smallest = std::min_element(
          groups.begin(), groups.end(),
          [](const Group& a, const Group& b) { return a.volume_fraction.mean < b.volume_fraction.mean; });
      smallest != groups.end()) {
    const Spread& phi = smallest->volume_fraction;
    Check check =
        reported("least phi of all states", "0.53", k_unset, phi.mean, "1",
                 fmt::format("\"as low as\"; here at {}, {} seeds, deviation {:.2g}. The paper's LAMMPS turned "
                             "springs wrongly (santos.md, S20)",
                             describe(smallest->state), phi.count, phi.deviation));
    if (is_set(phi.deviation)) check.uncertainty = phi.error();
    result.add(std::move(check));
  }
  for (const Line& line : lines) {
    if (line.groups.size() < 2) continue;
    add_trend_of_rattlers(result, line);
    add_minimum(result, line);
  }

  constexpr std::array k_titles = {"Sliding", "Twisting, μ_r = 0", "Rolling, μ_t = 0", "Rolling and twisting"};
  result.figure = {.heading = fmt::format("Fig. 4: packings over friction; P = 1e-4, {} spheres, {} seeds",
                                          protocol.bodies, protocol.seeds),
                   .panels = {},
                   .columns = 4};
  for (std::size_t i = 0; i < k_all_varied.size(); ++i) {
    result.figure.panels.push_back(
        friction_chart(lines, k_all_varied[i], &Group::volume_fraction, k_titles[i], "volume fraction φ"));
    result.figure.panels.back().y_range = std::pair{0.45, 0.66};
  }
  for (const Varied varied : k_all_varied) {
    result.figure.panels.push_back(friction_chart(lines, varied, &Group::rattlers, "", "share of rattlers"));
    result.figure.panels.back().y_range = std::pair{0.0, 1.0};
  }
  result.tables = {table_of(groups), table_of(packings.made)};
  return result;
}

}  // namespace scree::experiments::santos
