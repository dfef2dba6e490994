// Section 5.3: 230 spheres fall out of a vessel onto an inclined face and into a container, as a plane problem, with
// and without rotations (Figs. 8 to 12).
//
// The paper gives the geometry only in a figure; spec 3.4 reconstructs it: floor y = 0, right face x = 3 m, inclined
// face y = -x, all infinite rigid planes; the vessel (0.75 m x 20 m, no sphere touches its walls) ends 3.27 m above the
// floor, so that the first impact is at 0.5 s. The motion is chaotic: energies are compared to 5 % up to 1.5 s.
// Statements of the paper about later times are checked on an ensemble of eight initial states with rotations and eight
// without, whose centres differ by 1 nm. The quick scale ends at 1.7 s and has one initial state.
#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <span>
#include <vector>

#include "base/random.h"
#include "experiments/campello/campello.h"
#include "experiments/campello/model.h"
#include "experiments/campello/vessel.h"
#include "experiments/work.h"

namespace scree::experiments::campello {
namespace {

constexpr double k_radius = 0.1, k_density = 2500.0, k_modulus = 1e8, k_xi = 0.9, k_drag = 0.005, k_step = 1e-4;
constexpr double k_mu_wall = 0.25, k_mu = 0.1;
constexpr std::array k_shown = {0.5, 1.0, 1.5, 2.25, 2.5, 2.75, 3.5, 4.0, 6.0};
constexpr double k_falls = 0.4;    // [s]; no contacts before
constexpr double k_highest = 5.2;  // upper end of the pictures [m]

constexpr std::size_t k_starts = 8;
constexpr double k_shift = 1e-9;  // [m]; at 2 s two runs have only their mean values in common
// A statement is judged if it does not depend on the chaotic scatter. ln of the rise differs by 1.6 between runs with
// and without rotations and scatters by 0.5, so the difference of two means of eight is about six standard errors: with
// other initial states it is below three standard errors about once in a thousand times. The rise with rotations alone
// (3.6 standard errors) and the order at the end (3) are less significant and are only reported.
constexpr double k_errors = 3.0;
constexpr double k_rises_from = 2.6, k_rises_to = 3.0;  // [s]; the paper: approximately 2.6 to 3.4 s

enum class Rotations { free, locked };

struct Run {
  Table table{"", {"time [s]", "translation [J]", "rotation [J]"}};
  double largest = 0.0, max_at = 0.0, max_rotation = 0.0, max_rotation_at = 0.0;  ///< kinetic energies [J], [s]
  double rotates = k_unset;  ///< time at which the rotational energy first exceeds 1 J [s]
  double rests = k_unset;    ///< time from which on the kinetic energy is below 1 J [s]
  double falling = k_unset;  ///< relative deviation of the energy from free fall at 0.4 s
  double sweeps = 0.0, halvings = 0.0;
  double hexagonal = 0.0, coordination = 0.0;  ///< mean |psi_6| of all spheres; contacts per sphere
  int with_six = 0;                            ///< spheres with six contacts
  std::vector<draw::Panel> panels{};

  std::size_t row_at(double time) const {
    const auto& t = table["time"];
    return static_cast<std::size_t>(
        std::min_element(t.begin(), t.end(),
                         [&](double a, double b) { return std::abs(a - time) < std::abs(b - time); }) -
        t.begin());
  }
  double energy_at(double time) const { return table["translation"][row_at(time)] + table["rotation"][row_at(time)]; }
  /// Logarithm of the ratio of the translational energies at 3 s and at 2.6 s; the paper refers to the translational
  /// energy.
  double rise() const {
    return std::log(table["translation"][row_at(k_rises_to)] / table["translation"][row_at(k_rises_from)]);
  }
  /// Largest ratio of rotational to translational energy after the first contact, and its time.
  std::pair<double, double> largest_ratio() const {
    std::pair<double, double> worst{0.0, 0.0};
    for (std::size_t i = 0; i < table.size(); ++i)
      if (const double ratio = table["rotation"][i] / table["translation"][i];
          table["time"][i] > k_falls && ratio > worst.first)
        worst = {ratio, table["time"][i]};
    return worst;
  }
};

/// Mean of a quantity over the initial states.
struct Mean {
  double value = 0.0, error = k_unset;  ///< error: standard error of the mean
};
Mean mean_of(std::span<const Run> runs, const auto& quantity) {
  const auto count = static_cast<double>(runs.size());
  Mean mean;
  for (const Run& run : runs) mean.value += quantity(run) / count;
  double squares = 0.0;
  for (const Run& run : runs) squares += std::pow(quantity(run) - mean.value, 2);
  if (runs.size() > 1) mean.error = std::sqrt(squares / (count - 1.0) / count);
  return mean;
}

/// The first initial state is that of the reference; the others are shifted by k_shift.
std::string scene_of(Rotations rotations, std::size_t start, double end) {
  std::string scene = head(end, k_step, R"([0, "-9.81 m/s^2", 0])") +
                      contact("grain", "grain", Partner::body, k_modulus, k_xi, k_mu) +
                      contact("grain", "wall", Partner::rigid_plane, k_modulus, k_xi, k_mu_wall) +
                      fmt::format(R"(
[forces]
drag = "{} N s/m"
[[material]]
name = "grain"
density = "{} kg/m^3"
[[material]]
name = "wall"
[[plane]]
name = "floor"
point = [0, 0, 0]
normal = [0, 1, 0]
material = "wall"
[[plane]]
name = "right"
point = ["3 m", 0, 0]
normal = [-1, 0, 0]
material = "wall"
[[plane]]
name = "incline"
point = [0, 0, 0]
normal = [1, 1, 0]
material = "wall"
)",
                                  k_drag, k_density);
  for (std::size_t i = 0; i < k_vessel.size(); ++i) {
    Random random(start, i);
    const double shift = start == 0 ? 0.0 : k_shift, x = k_vessel[i].x + shift * random.uniform(-1, 1),
                 y = k_vessel[i].y + shift * random.uniform(-1, 1);
    scene += fmt::format(
        "[[sphere]]\nposition = [\"{} m\", \"{} m\", 0]\nradius = \"{} m\"\nmaterial = \"grain\"\nlock = [\"z\", "
        "\"rx\", \"ry\"{}]\n",
        exact(x), exact(y), k_radius, rotations == Rotations::locked ? ", \"rz\"" : "");
  }
  return scene;
}

/// Hexagonal order: mean over spheres of |mean of exp(6 i angle)| over neighbours nearer than 1.2 diameters.
double hexagonal_order(const std::vector<sim::BodyView>& bodies) {
  double sum = 0.0;
  for (const auto& a : bodies) {
    std::complex<double> bonds;
    int count = 0;
    for (const auto& b : bodies) {
      const Vec3d d = b.position - a.position;
      if (a.id == b.id || norm(d) > 2.4 * k_radius) continue;
      bonds += std::polar(1.0, 6.0 * std::atan2(d.y, d.x)), ++count;
    }
    if (count > 0) sum += std::abs(bonds) / count;
  }
  return sum / static_cast<double>(bodies.size());
}

/// The bodies rotated into the vertical plane of the picture: y of the problem is z of the picture. The faces of the
/// container are drawn as slabs.
draw::Panel panel_of(double time, const std::vector<sim::BodyView>& bodies) {
  draw::Panel panel{.title = fmt::format("t = {:g} s", time)};
  for (draw::Solid solid : draw::solids_from(bodies, draw::Colouring::order)) {
    solid.centre = {solid.centre.x, 0.0, solid.centre.y};
    if (solid.centre.z < k_highest) panel.solids.push_back(solid);
  }
  const auto slab = [&](const Vec3d& middle, const Vec3d& half, double angle) {
    const double c = std::cos(angle), s = std::sin(angle);
    panel.solids.push_back({.centre = middle,
                            .radius = norm(half),
                            .colour = {0.62f, 0.62f, 0.6f},
                            .shape = shape::BodyShape::box,
                            .half = half,
                            .axes = {{{c, 0, s}, {0, 1, 0}, {-s, 0, c}}}});
  };
  constexpr double k_thick = 0.04, k_deep = 0.15, k_up = 2.6, k_incline = 3.4;  // the last two: heights
  slab({1.5, 0, -k_thick}, {1.5 + 2.0 * k_thick, k_deep, k_thick}, 0.0);
  slab({3.0 + k_thick, 0, 0.5 * k_up}, {k_thick, k_deep, 0.5 * k_up}, 0.0);
  const double off = k_thick / std::numbers::sqrt2, along = k_incline / std::numbers::sqrt2;
  slab({-0.5 * k_incline - off, 0, 0.5 * k_incline - off}, {along, k_deep, k_thick}, -0.25 * std::numbers::pi);
  return panel;
}

Run pour(Rotations rotations, std::size_t start, double end, const Settings& settings) {
  const char* name = rotations == Rotations::free ? "with_rotations" : "without_rotations";
  sim::Simulation simulation = simulation_of(scene_of(rotations, start, end), name, settings);
  Run run;
  run.table.name = name;
  constexpr std::int64_t k_each = 100;  // steps between two samples
  auto shown = k_shown.begin();
  const double mass = simulation.bodies().front().mass * static_cast<double>(simulation.body_count());
  for (;;) {
    const double t = simulation.time();
    const auto& ledger = simulation.report().ledger;
    const double translation = ledger.kinetic_translation, rotation = ledger.kinetic_rotation;
    run.table.row({t, translation, rotation});
    if (translation + rotation > run.largest) run.largest = translation + rotation, run.max_at = t;
    if (rotation > run.max_rotation) run.max_rotation = rotation, run.max_rotation_at = t;
    if (!is_set(run.rotates) && rotation > 1.0) run.rotates = t;
    if (translation + rotation > 1.0)
      run.rests = k_unset;
    else if (t > 1.0 && !is_set(run.rests))
      run.rests = t;
    if (std::abs(t - k_falls) < 1e-9) run.falling = translation / (0.5 * mass * k_g * k_g * t * t) - 1.0;
    if (start == 0 && shown != k_shown.end() && t >= *shown - 1e-9)
      run.panels.push_back(panel_of(*shown++, simulation.bodies()));
    if (t >= end - 1e-9) break;
    simulation.advance(k_each);
  }
  const auto bodies = simulation.bodies();
  run.hexagonal = hexagonal_order(bodies);
  for (const auto& body : bodies)
    run.coordination += body.coordination / static_cast<double>(bodies.size()), run.with_six += body.coordination >= 6;
  run.sweeps = simulation.report().sweeps->mean(),
  run.halvings = static_cast<double>(simulation.report().sweeps->halvings);
  return run;
}

Mean difference(const Mean& a, const Mean& b) { return {a.value - b.value, std::hypot(a.error, b.error)}; }

/// Statements of the paper about later times, checked with means over the initial states.
void add_statements(Result& result, std::span<const Run> with, std::span<const Run> without) {
  const std::string of_starts = fmt::format("mean of {} starts; ", with.size());
  const auto row = [&](std::string what, Printed paper, const Mean& mean, const std::string& note) {
    Check check = reported(std::move(what), std::move(paper), k_unset, mean.value, "1", of_starts + note);
    check.uncertainty = mean.error;
    result.add(std::move(check));
  };
  const auto rise = [](const Run& run) { return run.rise(); };
  const Mean rises = mean_of(with, rise), falls = mean_of(without, rise), apart = difference(rises, falls);
  row("ln(translational energy at 3 s / at 2.6 s), with rotations", "> 0, slight increase from 2.6 to 3.4 s", rises,
      "spheres fall back from the right face; 1.08 in the one run of the reference");
  row("the same without rotations", "<= 0, does not happen", falls, "-0.85 in the one run of the reference");
  result.add(statement(
      "it is larger with rotations than without, by three standard errors", "yes", apart.value > k_errors * apart.error,
      fmt::format("by {:.2f} +- {:.2f}, {:.1f} standard errors", apart.value, apart.error, apart.value / apart.error)));
  double left = 0.0, left_without = 0.0;
  for (const Run& run : with) left = std::max(left, run.energy_at(4.0) / run.largest);
  for (const Run& run : without) left_without = std::max(left_without, run.energy_at(4.0) / run.largest);
  result.add(within("energy at 4 s over the largest, with rotations, all starts", "static equilibrium at 4.0 s", 0.0,
                    left, "1", 0.01));
  result.add(within("the same without rotations", {}, 0.0, left_without, "1", 1e-3));
  result.add(reported("at rest (below 1 J), without rotations, first start", {},
                      of_reference("container.rests_locked", 3.91), without.front().rests, "s",
                      "3.9 to 4.5 s in the reference"));
  const auto order = [&](const std::string& what, Printed paper, const auto& quantity, const std::string& reference) {
    const Mean a = mean_of(with, quantity), b = mean_of(without, quantity);
    row(what + ", with less without rotations", std::move(paper), difference(a, b),
        fmt::format("{:.3g} and {:.3g}; {} in the runs of the reference", a.value, b.value, reference));
  };
  order(
      "spheres with six contacts", "> 0, more ordered", [](const Run& r) { return static_cast<double>(r.with_six); },
      "33 to 75, 13 and 36");
  order(
      "contacts a sphere", {}, [](const Run& r) { return r.coordination; }, "4.17 to 4.43, 3.79 and 4.10");
  order(
      "hexagonal order |psi_6|", "> 0, more ordered", [](const Run& r) { return r.hexagonal; },
      "0.792 to 0.867, 0.817 and 0.895");
  Table table("starts", {"start", "rotations", "ln of the rise [1]", "largest kinetic energy [J]",
                         "largest rotational energy [J]", "energy at 4 s over the largest [1]",
                         "largest rotational over translational energy [1]", "spheres with six contacts",
                         "contacts a sphere", "psi_6 [1]"});
  for (const auto& runs : {with, without})
    for (std::size_t i = 0; i < runs.size(); ++i)
      table.row({static_cast<double>(i), runs.data() == with.data() ? 1.0 : 0.0, runs[i].rise(), runs[i].largest,
                 runs[i].max_rotation, runs[i].energy_at(4.0) / runs[i].largest, runs[i].largest_ratio().first,
                 static_cast<double>(runs[i].with_six), runs[i].coordination, runs[i].hexagonal});
  result.tables.push_back(std::move(table));
}

}  // namespace

Result container(const Settings& settings) {
  const bool full = settings.scale == Scale::paper;
  const double end = full ? 6.0 : 1.7;
  const std::size_t starts = full ? k_starts : 1;
  std::vector<Run> all_with(starts), all_without(starts);
  side_by_side(2 * starts, settings, [&](std::size_t i) {
    (i % 2 == 0 ? all_with : all_without)[i / 2] =
        pour(i % 2 == 0 ? Rotations::free : Rotations::locked, i / 2, end, settings);
  });
  Run &with = all_with.front(), &without = all_without.front();

  Result result;
  const double one = 4.0 / 3.0 * std::numbers::pi * k_density * k_radius * k_radius * k_radius;
  result.add(within("fall up to 0.4 s: departure of the energy from N m g^2 t^2/2", {}, -k_drag * k_falls / one,
                    with.falling, "1", 2e-6, "drag: -c t/m"));
  result.add(within("the rotational energy picks up", "0.5 s", derived("container.rotates", 0.46), with.rotates, "s",
                    0.03, "above 1 J; the reference of the spec"));
  result.add(number("largest kinetic energy, with rotations", {}, of_reference("container.most", 154256.0),
                    with.largest, "J", 0.05, fmt::format("at {:.2f} s, reference 1.46 s", with.max_at)));
  result.add(number("largest kinetic energy, without", {}, of_reference("container.most_locked", 147220.0),
                    without.largest, "J", 0.05, fmt::format("at {:.2f} s, reference 1.51 s", without.max_at)));
  result.add(
      reported("largest rotational energy", {}, of_reference("container.most_rotation", 1541.0), with.max_rotation, "J",
               fmt::format("at {:.2f} s; chaotic: 1541 to 2227 J in the runs of the reference", with.max_rotation_at)));
  // 1541/154256, 1760/154131, 2141/152173 and 2227/152519 in the four runs of the reference: 0.0125 +- 0.0022. A
  // further run is within 5.84 sqrt(1 + 1/4) deviations (99 %, Student's t).
  result.add(within("largest rotational energy over the largest kinetic energy", {},
                    derived("container.rotation_over_most", 0.0125), with.max_rotation / with.largest, "1", 0.0142,
                    "0.0100 to 0.0146 in the four runs of the reference; 99 % of further ones"));
  const auto [ratio, ratio_at] = with.largest_ratio();
  if (full)
    result.add(reported(
        "largest ratio of rotational to translational energy, all times", "< 1, at all times", k_unset, ratio, "1",
        fmt::format("at {:.2f} s, when spheres spin on the spot: the energy is {:.2g} of its largest value then",
                    ratio_at, with.energy_at(ratio_at) / with.largest)));
  if (full)
    result.add(within("sweeps a step, with rotations", {}, of_reference("container.sweeps", 4.75), with.sweeps, "1",
                      0.25, "the reference of the spec: 4.7 to 4.8"));
  else
    result.add(reported("sweeps a step, with rotations", {}, of_reference("container.sweeps", 4.75), with.sweeps, "1",
                        "4.7 to 4.8 over 6 s in the reference; the quick form has the fall alone"));
  result.add(reported("steps made as two halves, with rotations", {}, 0.0, with.halvings, "1",
                      "the reference accepts 5 to 18 steps of 60,000 that did not converge in 200 sweeps"));
  if (full) add_statements(result, all_with, all_without);
  const auto energies = [&](const Run& run, std::string_view column, std::string label) {
    return line(run.table, "time", column, std::move(label));
  };
  result.figure = {.heading = "Figs. 10 and 12: kinetic energies",
                   .panels = {{.x_label = "time [s]",
                               .y_label = "translational energy [J]",
                               .series = {energies(without, "translation", "without rotations"),
                                          energies(with, "translation", "with rotations")}},
                              {.x_label = "time [s]",
                               .y_label = "rotational energy [J]",
                               .series = {energies(with, "rotation", "with rotations")}}}};
  for (Run* shown : {&with, &without}) {
    Run& run = *shown;
    const bool free = run.table.name == "with_rotations";
    const draw::PictureStyle style{.heading = free ? "Fig. 9: with rotations" : "Fig. 11: without rotations",
                                   .panel_width = 520,
                                   .columns = 3,
                                   .viewpoint = {.elevation = 4.0, .opening = 12.0}};
    result.pictures.push_back({.name = run.table.name, .panels = std::move(run.panels), .style = style});
    result.tables.push_back(std::move(run.table));
  }
  return result;
}

}  // namespace scree::experiments::campello
