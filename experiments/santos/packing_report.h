// What the figures on packings share: lines through groups of packings, their charts, their tables, and checks that
// hold for every packing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/expected.h"
#include "experiments/santos/packings.h"
#include "experiments/work.h"

namespace scree::experiments::santos {

/// One of Group's measured quantities.
using Quantity = Spread Group::*;

/// Groups that differ in the varied coefficient alone, by its size. That of zero is left out: the axis is logarithmic.
struct Line {
  Varied varied;
  double held;
  std::vector<double> values{};
  std::vector<Group> groups{};
};
/// All lines of a scale that have at least one packing, in the order of the panels.
std::vector<Line> lines_of(const std::vector<Group>& groups, Scale scale);
/// "mu_r = mu_t, mu_s = 0.3"
std::string words_of(const Line& line);

/// A panel of the paper: one quantity over friction, a series for each line, error bars over the seeds.
draw::Chart friction_chart(const std::vector<Line>& lines, Varied varied, Quantity quantity, std::string title,
                           std::string y_label);
inline constexpr double k_axis_low = 7e-4, k_axis_high = 150.0;  // the grid and a little more

/// Largest step against the trend along a line over what seeds alone may bring: three standard errors of a difference,
/// deviations pooled. Below 1 the quantity falls (sign -1) or rises (+1) as far as one can tell.
double against_trend(const Line& line, Quantity quantity, double sign);

/// A row for each packing, and one for each state.
Table table_of(const std::vector<Packing>& packings);
Table table_of(const std::vector<Group>& groups);

/// All were made, all came to rest; how near their pressure is to the one that was asked for. Without any packing the
/// result has an error.
void add_common_checks(Result& result, const Packings& packings, const Protocol& protocol);

/// The packings that Fig. 3 and 4 share, by states and by lines.
struct FrictionPackings {
  Protocol protocol{};
  Packings packings{};
  std::vector<Group> groups{};
  std::vector<Line> lines{};
};
/// Made, or found where the other figure has made them, with the checks that both have. If the result has an error
/// then, there is nothing to draw.
FrictionPackings friction_packings(Result& result, const Settings& settings);

/// Means of three seeds (without friction one) of 500 spheres by another code. [santos.md, "Packings"]
struct Known {
  Expected volume_fraction, coordination, rattlers;
  double fraction_tolerance, coordination_tolerance, rattlers_tolerance;
};
/// In the order of k_known_states.
inline constexpr std::array<Known, 4> k_known = {
    {{of_reference("packing.0.phi", 0.6365), of_reference("packing.0.Z", 6.11),
      of_reference("packing.0.rattlers", 0.008), 0.005, 0.12, 0.03},
     {of_reference("packing.s0.3.phi", 0.591), of_reference("packing.s0.3.Z", 4.67),
      of_reference("packing.s0.3.rattlers", 0.135), 0.005, 0.12, 0.03},
     {of_reference("packing.all0.3.phi", 0.560), of_reference("packing.all0.3.Z", 3.78),
      of_reference("packing.all0.3.rattlers", 0.32), 0.005, 0.12, 0.03},
     {of_reference("packing.all1.phi", 0.507), of_reference("packing.all1.Z", 2.64),
      of_reference("packing.all1.rattlers", 0.72), 0.02, 0.08, 0.09}}};
/// One quantity of the known states beside ours. Judged for packings of about that size; told for those of the paper's.
void add_known_checks(Result& result, const std::vector<Group>& groups, Scale scale, Quantity quantity,
                      std::string_view name, Expected Known::*expected, double Known::*tolerance);

}  // namespace scree::experiments::santos
