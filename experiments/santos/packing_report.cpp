#include "experiments/santos/packing_report.h"

#include <algorithm>
#include <cmath>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace scree::experiments::santos {
namespace {

/// The colours of the paper: by mu_s, and in the left panel by mu_r = mu_t.
draw::Colour colour_of(const Line& line) {
  static const std::map<double, draw::Colour> k_by_slide = {{0.01, {0.80f, 0.15f, 0.65f}},
                                                            {0.1, {0.10f, 0.70f, 0.70f}},
                                                            {0.3, {0.93f, 0.55f, 0.05f}},
                                                            {1.0, {0.10f, 0.10f, 0.10f}}};
  static const std::map<double, draw::Colour> k_by_others = {{0.0, {0.45f, 0.20f, 0.65f}},
                                                             {0.01, {0.80f, 0.15f, 0.15f}},
                                                             {0.03, {0.15f, 0.30f, 0.80f}},
                                                             {0.1, {0.15f, 0.55f, 0.20f}}};
  const auto& colours = line.varied == Varied::slide ? k_by_others : k_by_slide;
  const auto at = colours.find(line.held);
  return at == colours.end() ? k_paper_ink : at->second;
}

double varied_in(Varied varied, const State& state) {
  switch (varied) {
    case Varied::slide: return state.slide;
    case Varied::spin: return state.spin;
    case Varied::roll:
    case Varied::roll_and_spin: return state.roll;
  }
  return k_unset;
}

std::string held_words(const Line& line) {
  return line.varied == Varied::slide ? fmt::format("μ_r = μ_t = {:g}", line.held)
                                      : fmt::format("μ_s = {:g}", line.held);
}

constexpr std::array<const char*, 4> k_varied_choices = {"mu_s", "mu_t", "mu_r", "mu_r = mu_t"};
constexpr std::array<const char*, 4> k_axis_choices = {
    "sliding friction μ_s", "twisting friction μ_t", "rolling friction μ_r", "rolling and twisting friction μ_r = μ_t"};

}  // namespace

std::vector<Line> lines_of(const std::vector<Group>& groups, Scale scale) {
  std::vector<Line> lines;
  for (const Varied varied : k_all_varied)
    for (const Curve& curve : curves(scale)) {
      if (curve.varied != varied) continue;
      Line line{.varied = varied, .held = curve.held};
      for (const Group& g : groups)
        if (const double value = varied_in(varied, g.state);
            value > 0.0 && g.state == state_at(varied, curve.held, value))
          line.groups.push_back(g);
      std::sort(line.groups.begin(), line.groups.end(), [&](const Group& a, const Group& b) {
        return varied_in(varied, a.state) < varied_in(varied, b.state);
      });
      for (const Group& g : line.groups) line.values.push_back(varied_in(varied, g.state));
      if (!line.groups.empty()) lines.push_back(std::move(line));
    }
  return lines;
}

std::string describe(const Line& line) {
  return fmt::format("{}, {} = {:g}", k_varied_choices[static_cast<std::size_t>(line.varied)],
                     line.varied == Varied::slide ? "mu_r = mu_t" : "mu_s", line.held);
}

draw::Chart friction_chart(const std::vector<Line>& lines, Varied varied, Quantity quantity, std::string title,
                           std::string y_label) {
  draw::Chart chart{.title = std::move(title),
                    .x_label = k_axis_choices[static_cast<std::size_t>(varied)],
                    .y_label = std::move(y_label),
                    .x_scale = draw::Scale::logarithmic,
                    .x_range = std::pair{k_axis_low, k_axis_high},
                    .width = 520,
                    .height = 440};
  for (const Line& line : lines) {
    if (line.varied != varied) continue;
    draw::Series series{
        .label = held_words(line), .x = line.values, .mark = draw::Mark::line_and_dots, .colour = colour_of(line)};
    for (const Group& g : line.groups) {
      const Spread& spread = g.*quantity;
      series.y.push_back(spread.mean), series.y_error.push_back(spread.count > 1 ? spread.error() : 0.0);
    }
    chart.series.push_back(std::move(series));
  }
  return chart;
}

double against_trend(const Line& line, Quantity quantity, double sign) {
  double squares = 0.0, worst = 0.0;
  std::size_t counted = 0, seeds = 1;
  for (const Group& g : line.groups)
    if (is_set((g.*quantity).deviation))
      squares += (g.*quantity).deviation * (g.*quantity).deviation, ++counted,
          seeds = std::max(seeds, (g.*quantity).count);
  if (counted == 0) return k_unset;
  const double allowed = 3.0 * std::sqrt(2.0 * squares / static_cast<double>(counted * seeds));
  for (const Group& g : line.groups)
    if (!is_set((g.*quantity).mean)) return k_unset;  // no trend if a value could not be measured
  for (std::size_t i = 1; i < line.groups.size(); ++i)
    worst = std::max(worst, -sign * ((line.groups[i].*quantity).mean - (line.groups[i - 1].*quantity).mean));
  return worst == 0.0 ? 0.0 : worst / allowed;
}

Table table_of(const std::vector<Packing>& packings) {
  Table table("packings", {"mu_s [1]", "mu_r [1]", "mu_t [1]", "pressure [k_n/d]", "seed", "phi [1]", "Z [1]",
                           "rattlers [1]", "time [tau]", "at rest", "pressure error [P]", "pressure of motion [P]",
                           "kinetic energy of a carrying body [k_n d^2]", "unbalanced force [1]"});
  for (const Packing& p : packings)
    table.row({p.state.slide, p.state.roll, p.state.spin, p.state.pressure, static_cast<double>(p.seed),
               p.volume_fraction, p.coordination, p.rattlers, p.time, p.is_at_rest() ? 1.0 : 0.0, p.pressure_error(),
               p.pressure_of_motion / p.state.pressure, p.rest_energy, p.unbalanced_force});
  return table;
}

Table table_of(const std::vector<Group>& groups) {
  Table table("states",
              {"mu_s [1]", "mu_r [1]", "mu_t [1]", "pressure [k_n/d]", "seeds", "phi [1]", "deviation of phi [1]",
               "error of phi [1]", "Z [1]", "deviation of Z [1]", "error of Z [1]", "rattlers [1]",
               "deviation of rattlers [1]", "error of rattlers [1]", "Z of Table I [1]", "Z of eq. 5 [1]"});
  for (const Group& g : groups)
    table.row({g.state.slide, g.state.roll, g.state.spin, g.state.pressure,
               static_cast<double>(g.volume_fraction.count), g.volume_fraction.mean, g.volume_fraction.deviation,
               g.volume_fraction.error(), g.coordination.mean, g.coordination.deviation, g.coordination.error(),
               g.rattlers.mean, g.rattlers.deviation, g.rattlers.error(),
               analysis::isostatic_coordination(modes_of(g.state), analysis::Dimension::three),
               guess_of_coordination(g.state)});
  return table;
}

void add_common_checks(Result& result, const Packings& packings, const Protocol& protocol) {
  constexpr std::size_t k_max_reported = 5;
  const std::size_t all = protocol.states.size() * static_cast<std::size_t>(protocol.seeds);
  std::vector<std::string> told_failures(
      packings.failures.begin(),
      packings.failures.begin() + static_cast<std::ptrdiff_t>(std::min(packings.failures.size(), k_max_reported)));
  if (packings.failures.size() > k_max_reported)
    told_failures.push_back(fmt::format("and {} more", packings.failures.size() - k_max_reported));
  const std::string failures = fmt::format("{}", fmt::join(told_failures, "; "));
  if (packings.made.empty()) {
    result.error = fmt::format("no packing was made: {}", failures);
    return;
  }
  result.add(within(fmt::format("packings of {} spheres", protocol.bodies), {}, static_cast<double>(all),
                    static_cast<double>(packings.made.size()), "1", 0.0, failures));
  double pressure = 0.0, spins = 0.0, motion = 0.0, unbalanced = 0.0, time = 0.0;
  std::size_t at_rest = 0;
  std::vector<std::string> restless;
  for (const Packing& p : packings.made) {
    at_rest += p.is_at_rest();
    if (!p.is_at_rest() && restless.size() < k_max_reported)
      restless.push_back(fmt::format("{} seed {}", describe(p.state), p.seed));
    if (is_set(pressure) && !(p.pressure_error() - p.pressure_of_spins() <= pressure))
      pressure = p.pressure_error() - p.pressure_of_spins();  // NaN propagates and fails the check
    spins = std::max(spins, p.pressure_of_spins());
    motion = std::max(motion, p.pressure_of_motion / p.state.pressure),
    unbalanced = std::max(unbalanced, p.unbalanced_force), time = std::max(time, p.time);
  }
  result.add(within("packings that came to rest before their time was over", {},
                    static_cast<double>(packings.made.size()), static_cast<double>(at_rest), "1", 0.0,
                    restless.empty() ? fmt::format("the last after {:g} tau", time)
                                     : fmt::format("moving at their end: {}", fmt::join(restless, ", "))));
  result.add(within(
      "largest difference of the stress tensor from the applied pressure", std::string("exactly equal"), 0.0, pressure,
      "P", protocol.pressure_tolerance,
      fmt::format("from contacts and cell (analysis/stress.h), not from the barostat's virial, which ends a run; all "
                  "six components of all packings, less {:.2g} P at most for spins, which only the barostat counts",
                  spins)));
  result.add(reported("largest part of motion in the pressure", {}, k_unset, motion, "P",
                      "of rattlers that fly on, and of what still moves"));
  if (is_set(packings.momentum))
    result.add(reported("largest momentum of a packing", {}, 0.0, packings.momentum, "m d/tau",
                        "they began at rest, and nothing pushes them from outside"));
  result.add(reported("largest unbalanced force", {}, k_unset, unbalanced, "1", "over the mean force of a contact"));
}

FrictionPackings friction_packings(Result& result, const Settings& settings) {
  FrictionPackings all{.protocol = friction_protocol(settings.scale)};
  all.packings = make_packings(all.protocol, shared_folder(settings), settings);
  add_common_checks(result, all.packings, all.protocol);
  all.groups = grouped(all.packings.made);
  all.lines = lines_of(all.groups, settings.scale);
  return all;
}

void add_known_checks(Result& result, const std::vector<Group>& groups, Scale scale, Quantity quantity,
                      std::string_view name, Expected Known::*expected, double Known::*tolerance) {
  for (std::size_t i = 0; i < k_known.size(); ++i) {
    const Group* group = find(groups, k_known_states[i]);
    if (!group) continue;
    const Spread& ours = group->*quantity;
    const std::string note = fmt::format(
        "{}{}", scale == Scale::quick ? "" : "reference: 500 spheres; ",
        ours.count > 1 ? fmt::format("{} seeds, deviation {:.2g}", ours.count, ours.deviation) : "one seed");
    Check check = within(fmt::format("{} at {}", name, describe(group->state)), {}, k_known[i].*expected, ours.mean,
                         "1", k_known[i].*tolerance, note);
    if (scale == Scale::paper) check.judging = Judged::no;  // the reference has 500 spheres
    if (is_set(ours.deviation)) check.uncertainty = ours.error();
    result.add(std::move(check));
  }
}

}  // namespace scree::experiments::santos
