// Appendix A: two overlapping spheres with fixed centres that rotate relative to each other, rolling or twisting,
// slowly (the springs stick) or fast (they slip). Torque over angle is compared with the closed form (held_pair.h) and,
// for rolling, with values recorded from LAMMPS. The ratios of stiffnesses that the appendix takes from contact
// mechanics do not involve the engine (docs/specs/santos.md, S19) and are omitted.
//
// Parameters of section II: k = 1 and gamma = 0.5 in every mode, R = 0.5, m = 1; mu = 0.3 and overlap 0.02 are those of
// the recorded series.
#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "experiments/santos/held_pair.h"
#include "experiments/santos/santos.h"
#include "experiments/work.h"

namespace scree::experiments::santos {
namespace {

constexpr double k_radius = 0.5, k_effective = 0.25, k_inertia = 0.4 * k_radius * k_radius, k_overlap = 0.02,
                 k_mu = 0.3, k_gamma = 0.5, k_press = k_overlap;
constexpr double k_before = 2e-3;  // part of the slip shown in the figure of its end [rad]
constexpr double k_lammps_step = 0.02, k_fine_step = 1e-3;

enum class Turn { roll, twist };
struct Case {
  Turn turn;
  std::string_view name;
  double spin, end;  ///< spin of the first sphere (the other has the opposite spin); end time
  double stiffness = 1.0;
};

Torsion torsion_of(const Case& c) {
  const double arm = c.turn == Turn::roll ? k_effective : 1.0;
  return {c.stiffness * arm * arm, k_gamma * arm * arm, k_mu * arm * k_press};
}

std::string scene_of(const Case& c, double step, std::string_view stepper) {
  const auto spin = [&](double s) {
    return c.turn == Turn::roll ? fmt::format("[0, {}, 0]", s) : fmt::format("[{}, 0, 0]", s);
  };
  return fmt::format(R"(
units = "reduced"
stepper = "{}"
[time]
end = {}
step = {}
[[material]]
name = "sphere"
density = 1.909859317102744
[[contact]]
between = ["sphere", "sphere"]
normal = {{ law = "hooke", stiffness = 1, damping_by_mass = {gamma} }}
slide = {{ law = "coulomb-spring", stiffness = 1, coefficient = {mu}, damping_of_normal = 1 }}
roll = {{ law = "spring", stiffness = {k}, damping = {gamma}, coefficient = {mu}, arm = "effective-radius" }}
spin = {{ law = "spring", stiffness = {k}, damping = {gamma}, length = {mu} }}
[[sphere]]
position = [-0.49, 0, 0]
radius = 0.5
material = "sphere"
lock = ["x", "y", "z"]
spin = {}
[[sphere]]
position = [0.49, 0, 0]
radius = 0.5
material = "sphere"
lock = ["x", "y", "z"]
spin = {}
)",
                     stepper, c.end, step, spin(c.spin), spin(-c.spin), fmt::arg("gamma", k_gamma),
                     fmt::arg("mu", k_mu), fmt::arg("k", c.stiffness));
}

/// Table of time, relative angle (by the trapezoid rule), relative rate and torque on the first sphere, with the closed
/// form.
Table follow(const Case& c, double step, std::string_view stepper, const Settings& settings) {
  sim::Simulation simulation = simulation_of(scene_of(c, step, stepper), c.name, settings);
  const HeldPair exact(torsion_of(c), k_inertia, 2.0 * c.spin);
  Table table(std::string(c.name), {"time [1]", "angle [rad]", "rate [1]", "torque [1]", "exact angle [rad]",
                                    "exact rate [1]", "exact torque [1]"});
  double angle = 0.0, rate = 2.0 * c.spin;
  for (std::int64_t i = 0, steps = std::llround(c.end / step); i <= steps; ++i) {
    if (i > 0) simulation.advance(1);
    const auto bodies = simulation.bodies();
    const auto about = [&](const Vec3d& v) { return c.turn == Turn::roll ? v.y : v.x; };
    const double now = about(bodies[0].spin - bodies[1].spin), t = simulation.time();
    if (i > 0) angle += 0.5 * step * (rate + now);
    rate = now;
    table.row({t, angle, rate, about(bodies[0].torque), exact.angle(t), exact.rate(t), exact.torque(t)});
  }
  return table;
}

double largest_difference(const Table& table, std::string_view ours, std::string_view exact) {
  double worst = 0.0;
  for (std::size_t i = 1; i < table.size(); ++i) worst = std::max(worst, std::abs(table[ours][i] - table[exact][i]));
  return worst;
}

double largest(const std::vector<double>& values) {
  double largest = 0.0;
  for (const double v : values) largest = std::max(largest, std::abs(v));
  return largest;
}

/// Time at which the torque leaves its limit, that is, the end of slip.
double sticks_at(const Table& table, double limit) {
  for (std::size_t i = table.size(); i-- > 1;)
    if (std::abs(table["torque"][i]) >= (1.0 - 1e-9) * limit) return table["time"][i];
  return 0.0;
}

/// Largest difference to the recorded values of spin and torque.
double compare_with_record(const Table& lammps_like, std::span<const Recorded> rows) {
  double worst = 0.0;
  for (const Recorded& row : rows) {
    const auto i = static_cast<std::size_t>(row.step);
    worst = std::max(
        {worst, std::abs(0.5 * lammps_like["rate"][i] - row.spin), std::abs(lammps_like["torque"][i] - row.torque)});
  }
  return worst;
}

enum class Of { all, end_of_slip };

/// Torque over angle; for slipping spheres either the whole path [rad] or the part around the end of slip [10^-3 rad],
/// with the angle of each curve relative to its own end of slip.
draw::Chart loop_chart(const Table& table, std::string title, std::span<const Recorded> rows, const Table& lammps_like,
                       const HeldPair& exact, Of of) {
  const bool small = of == Of::end_of_slip || !exact.slips();
  const double scale = small ? 1e3 : 1.0;
  draw::Chart chart{.title = std::move(title),
                    .x_label = small ? "relative angle [10⁻³ rad]" : "relative angle [rad]",
                    .y_label = "torque on the first sphere [10⁻³]"};
  if (of == Of::end_of_slip) chart.x_label = "relative angle since slip ended [10⁻³ rad]";
  const auto add = [&](std::string label, draw::Mark mark, const std::vector<double>& angle,
                       const std::vector<double>& torque, std::size_t first, double origin) {
    draw::Series series{.label = std::move(label), .mark = mark};
    for (std::size_t i = first; i < angle.size(); ++i)
      if (of == Of::all || angle[i] > origin - k_before)
        series.x.push_back(scale * (angle[i] - origin)), series.y.push_back(1e3 * torque[i]);
    chart.series.push_back(std::move(series));
  };
  // The initial evaluation of a slipping contact has no history and no torque, so the first point is omitted.
  const Table thin = of == Of::all ? table.thinned() : table;
  double ours = 0.0, closed = 0.0;
  if (of == Of::end_of_slip)
    ours = table["angle"][static_cast<std::size_t>(std::llround(exact.sticks_at() / k_fine_step))],
    closed = exact.angle(exact.sticks_at());
  add("Scree", draw::Mark::line, thin["angle"], thin["torque"], 1, ours);
  add("closed form", draw::Mark::dashes, thin["exact angle"], thin["exact torque"], 0, closed);
  if (rows.empty() || of == Of::end_of_slip) return chart;
  std::vector<double> angle, torque;
  for (const Recorded& row : rows)
    angle.push_back(lammps_like["angle"][static_cast<std::size_t>(row.step)]), torque.push_back(row.torque);
  add("LAMMPS", draw::Mark::dots, angle, torque, exact.slips() ? 1 : 0, 0.0);
  chart.series.back().colour = k_paper_ink;
  return chart;
}

/// Decay of the torque for several k/gamma.
draw::Chart decay_chart(Turn turn, std::string title, const Settings& settings) {
  draw::Chart chart{.title = std::move(title), .x_label = "time [τ]", .y_label = "relative angle / initial rate [τ]"};
  for (const double ratio : {0.2, 1.0, 2.0, 10.0}) {
    const Case c{turn, "decay", 1e-3, 20.0, ratio * k_gamma};
    draw::Series s =
        line(follow(c, 0.01, "velocity-verlet", settings), "time", "angle", fmt::format("k/γ = {}", ratio));
    for (double& y : s.y) y /= 2.0 * c.spin;
    chart.series.push_back(std::move(s));
  }
  return chart;
}

}  // namespace

Result two_spheres(const Settings& settings) {
  constexpr std::array<Case, 4> k_cases = {{{Turn::roll, "roll_stick", 0.01, 20.0},
                                            {Turn::roll, "roll_slip", 1.0, 80.0},
                                            {Turn::twist, "twist_stick", 0.002, 3.0},
                                            {Turn::twist, "twist_slip", 1.0, 20.0}}};
  constexpr std::array<const char*, 4> k_titles = {"Rolling, sticks", "Rolling, slips, then sticks", "Twisting, sticks",
                                                   "Twisting, slips, then sticks"};
  Result result;
  result.figure.heading = "Two spheres held at an overlap of 0.02";
  result.figure.columns = 3;
  for (std::size_t i = 0; i < k_cases.size(); ++i) {
    const Case& c = k_cases[i];
    const Torsion torsion = torsion_of(c);
    const HeldPair exact(torsion, k_inertia, 2.0 * c.spin);
    const Table table = follow(c, k_fine_step, "velocity-verlet", settings);
    const std::string name(c.name);
    // In stick, the error of velocity-Verlet is of the order (step x rate)^2. A slipping contact starts to slip within
    // the first step, so the later motion is shifted by up to one step.
    const double shift = k_fine_step * exact.fastest(),
                 apart = exact.slips() ? shift * torsion.limit : shift * shift * largest(table["exact torque"]);
    const bool reached = largest(table["torque"]) >= (1.0 - 1e-9) * torsion.limit;
    result.add(
        within(name + ": slips", {}, exact.slips() ? 1.0 : 0.0, reached ? 1.0 : 0.0, std::string(k_yes_no), 0.0));
    result.add(within(name + ": largest torque", {}, exact.slips() ? torsion.limit : largest(table["exact torque"]),
                      largest(table["torque"]), "1", 1e-6 * torsion.limit,
                      c.turn == Turn::roll ? "limit mu_r R_eff F_n = 1.5e-3" : "limit mu_t F_n = 6e-3"));
    if (exact.slips()) {
      result.add(within(name + ": slip ends", {}, exact.sticks_at(), sticks_at(table, torsion.limit), "1",
                        2.0 * k_fine_step, "(rate - C a/K)/a with a = 2 T_max/I"));
      result.add(within(name + ": angle at the end", {}, exact.angle(c.end), table["angle"].back(), "rad",
                        k_fine_step * 2.0 * torsion.limit / k_inertia * exact.sticks_at(),
                        "the first step may miss half a kick"));
    }
    result.add(within(name + ": torque apart from the closed form", {}, 0.0,
                      largest_difference(table, "torque", "exact torque"), "1", apart));
    const std::span<const Recorded> rows = c.turn == Turn::twist ? std::span<const Recorded>{}
                                           : exact.slips()       ? recorded_slip()
                                                                 : recorded_stick();
    const Table lammps_like =
        rows.empty() ? table
                     : follow({c.turn, c.name, c.spin, 40.0}, k_lammps_step, "velocity-verlet-lammps", settings);
    if (!rows.empty())
      result.add(within(name + ": apart from LAMMPS, step 0.02", {}, 0.0, compare_with_record(lammps_like, rows), "1",
                        1e-12, "spins and torques of the recorded steps, with its order of updates"));
    result.figure.panels.push_back(loop_chart(table, k_titles[i], rows, lammps_like, exact, Of::all));
    if (exact.slips())
      result.figure.panels.push_back(
          loop_chart(table, std::string(k_titles[i]) + ": the end of slip", rows, lammps_like, exact, Of::end_of_slip));
    result.tables.push_back(table.thinned(2000));
    if (settings.progress) settings.progress((static_cast<double>(i) + 1.0) / static_cast<double>(k_cases.size()));
  }
  result.figure.panels.push_back(decay_chart(Turn::roll, "Rolling that sticks: k_r/γ_r", settings));
  result.figure.panels.push_back(decay_chart(Turn::twist, "Twisting that sticks: k_t/γ_t", settings));
  return result;
}

}  // namespace scree::experiments::santos
