// Common parts of the figures on packings: lines through groups of packings, charts, tables, and checks of every
// packing.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "experiments/expected.h"
#include "experiments/santos/packings.h"
#include "experiments/work.h"

namespace scree::experiments::santos {

/// One of the measured quantities of Group.
using Quantity = Spread Group::*;

/// Groups that differ only in the varied coefficient, sorted by it. The value zero is omitted, since the axis is
/// logarithmic.
struct Line {
  Varied varied;
  double held;
  std::vector<double> values{};
  std::vector<Group> groups{};
};
/// All lines of a scale that have at least one packing, in the order of the panels.
std::vector<Line> lines_of(const std::vector<Group>& groups, Scale scale);
/// "mu_r = mu_t, mu_s = 0.3"
std::string describe(const Line& line);

/// A panel of the paper: one quantity over friction, a series for each line, error bars over the seeds.
draw::Chart friction_chart(const std::vector<Line>& lines, Varied varied, Quantity quantity, std::string title,
                           std::string y_label);
inline constexpr double k_axis_low = 7e-4, k_axis_high = 150.0;  // the range of the grid with a margin

/// Largest step against the trend along a line, divided by the expected scatter over seeds: three standard errors of a
/// difference with pooled deviations. Below 1, the quantity decreases (sign -1) or increases (sign +1) within the
/// statistical uncertainty.
double against_trend(const Line& line, Quantity quantity, double sign);

/// Tables with a row for each packing and for each state.
Table table_of(const std::vector<Packing>& packings);
Table table_of(const std::vector<Group>& groups);

/// Checks that all packings were computed and came to rest, and the deviation of their pressure from the applied one.
/// Sets an error in the result if there is no packing.
void add_common_checks(Result& result, const Packings& packings, const Protocol& protocol);

/// The packings of Fig. 3 and 4, by states and by lines.
struct FrictionPackings {
  Protocol protocol{};
  Packings packings{};
  std::vector<Group> groups{};
  std::vector<Line> lines{};
};
/// Computes the packings, or reads them if the other figure has already computed them, and adds the common checks. If
/// the result then has an error, no figure can be drawn.
FrictionPackings friction_packings(Result& result, const Settings& settings);

/// Means over three seeds (one seed without friction) of 500 spheres, computed by another code. [santos.md, "Packings"]
struct Known {
  Expected volume_fraction, coordination, rattlers;
  double fraction_tolerance, coordination_tolerance, rattlers_tolerance;
};
/// Same order as k_known_states.
inline constexpr std::array<Known, 4> k_known = {
    {{of_reference("packing.0.phi", 0.6365), of_reference("packing.0.Z", 6.11),
      of_reference("packing.0.rattlers", 0.008), 0.005, 0.12, 0.03},
     {of_reference("packing.s0.3.phi", 0.591), of_reference("packing.s0.3.Z", 4.67),
      of_reference("packing.s0.3.rattlers", 0.135), 0.005, 0.12, 0.03},
     {of_reference("packing.all0.3.phi", 0.560), of_reference("packing.all0.3.Z", 3.78),
      of_reference("packing.all0.3.rattlers", 0.32), 0.005, 0.12, 0.03},
     {of_reference("packing.all1.phi", 0.507), of_reference("packing.all1.Z", 2.64),
      of_reference("packing.all1.rattlers", 0.72), 0.02, 0.08, 0.09}}};
/// Compares one quantity with the known states. Judged for packings of about the same size; only reported for the size
/// of the paper.
void add_known_checks(Result& result, const std::vector<Group>& groups, Scale scale, Quantity quantity,
                      std::string_view name, Expected Known::*expected, double Known::*tolerance);

}  // namespace scree::experiments::santos
