// Section 4.4, second part, and Appendix C: three spheres of table 5 spin at 1 rad/s, with the resistance of a Hertz
// patch.
//
// K_psi = a^2 K_E / 2 and caps S / a with the radius a of the patch. Four stiffnesses K_E for each sphere. Compared:
// the slope of the spin, which must not depend on K_E (0.5 a mu_k N / I); the caps of Psi; later slip and larger
// overshoot for smaller K_E (Fig. 12, second set). The ground is rigid, as in table 7 (A23).
#include <array>
#include <cmath>
#include <numbers>

#include "experiments/fang/spinning.h"

namespace scree::experiments::fang {

Result spin_hertz(const Settings& settings) {
  struct Ball {
    const char *name, *words;
    double radius, density, modulus, poisson, end;
  };
  constexpr std::array<Ball, 3> balls = {{{"steel_20mm", "Steel, R = 20 mm", 0.02, 8e3, 2e11, 0.3, 4.0},
                                          {"steel_40mm", "Steel, R = 40 mm", 0.04, 8e3, 2e11, 0.3, 6.0},
                                          {"glass_20mm", "Glass, R = 20 mm", 0.02, 2.5e3, 5e10, 0.2, 4.0}}};
  constexpr std::array stiffnesses = {5e5, 1e6, 5e6, 1e7};  // [N/m]
  constexpr std::array words = {"5e5", "1e6", "5e6", "1e7"};
  // Time at which the spin is first zero [s], from a scalar integration of the same equations (tools/fang_expected.py);
  // rounding may shift it by one step.
  constexpr Expected stops[3][4] = {
      {derived("spin_hertz.steel_20mm.5e5.stops", 2.3248), derived("spin_hertz.steel_20mm.1e6.stops", 2.4913),
       derived("spin_hertz.steel_20mm.5e6.stops", 2.7129), derived("spin_hertz.steel_20mm.1e7.stops", 2.7755)},
      {derived("spin_hertz.steel_40mm.5e5.stops", 3.3226), derived("spin_hertz.steel_40mm.1e6.stops", 3.6899),
       derived("spin_hertz.steel_40mm.5e6.stops", 4.1890), derived("spin_hertz.steel_40mm.1e7.stops", 4.3073)},
      {derived("spin_hertz.glass_20mm.5e5.stops", 2.3484), derived("spin_hertz.glass_20mm.1e6.stops", 2.4355),
       derived("spin_hertz.glass_20mm.5e6.stops", 2.5571), derived("spin_hertz.glass_20mm.1e7.stops", 2.5811)}};
  SpinRun runs[3][4];
  const auto mass_of = [](const Ball& b) { return b.density * 4.0 / 3.0 * std::numbers::pi * std::pow(b.radius, 3); };
  const auto modulus_of = [](const Ball& b) { return b.modulus / (1.0 - b.poisson * b.poisson); };
  side_by_side(12, settings, [&](std::size_t job) {
    const Ball& ball = balls[job / 4];
    const double mass = mass_of(ball), stiffness = stiffnesses[job % 4];
    const std::string scene = scene_head(ball.end, {0, 0, -k_g}) +
                              ground_contact(fmt::format(R"(normal = {{ law = "prescribed", force = "{:.17g} N" }}
spin = {{ law = "fang-negrut", slide_stiffness = "{} N/m", static_coefficient = {}, kinetic_coefficient = {}, effective_modulus = "{:.17g} Pa", damping_ratio = 1.0 }}
)",
                                                         mass * k_g, stiffness, k_mu_s, k_mu_k, modulus_of(ball))) +
                              fmt::format(R"(
[[sphere]]
position = [0, 0, "{:.17g} m"]
radius = "{} m"
mass = "{:.17g} kg"
spin = [0, 0, "1 rad/s"]
material = "body"
lock = ["x", "y", "z", "rx", "ry"]
)",
                                          ball.radius * (1 - 1e-6), ball.radius, mass);
    runs[job / 4][job % 4] = spin_down(scene, fmt::format("{}_{}", ball.name, words[job % 4]), ball.end, settings);
  });

  Result result;
  result.figure = {
      .heading = "Fig. 12, second set: spinning spheres, physics-based model. Dashed: the slope 0.5 a μ_k N / I",
      .columns = 2};
  for (std::size_t b = 0; b < balls.size(); ++b) {
    const Ball& ball = balls[b];
    const double mass = mass_of(ball), normal = mass * k_g, inertia = 0.4 * mass * ball.radius * ball.radius;
    const double patch = std::cbrt(3 * normal * ball.radius / (4 * modulus_of(ball))),
                 slope = -0.5 * patch * k_mu_k * normal / inertia;
    draw::Chart history = spin_panel(fmt::format("{}: history", ball.words), "Ψ [rad]"),
                speed = spin_panel(fmt::format("{}: spin", ball.words), "ω [rad/s]");
    bool later = true, more = true;
    for (std::size_t k = 0; k < stiffnesses.size(); ++k) {
      SpinRun& run = runs[b][k];
      const double stiffness = stiffnesses[k];
      const std::string with = fmt::format(", {}, K_E {}", ball.name, words[k]);
      result.add(number("slope" + with, k == 0 ? Printed("the same for all K_E") : Printed{}, slope, run.slope,
                        "rad/s^2", 1e-6));
      result.add(number("cap of Psi" + with, {}, k_mu_s * normal / stiffness / patch, run.cap, "rad", 1e-9));
      result.add(within("spin is zero" + with, {}, stops[b][k], run.stops, "s", 1.5 * k_dt));
      if (k > 0) later = later && runs[b][k - 1].slips > run.slips, more = more && runs[b][k - 1].reverse > run.reverse;
      history.series.push_back(line(run.table, "time", "Psi", fmt::format("K_E = {} N/m", words[k])));
      speed.series.push_back(line(run.table, "time", "spin", fmt::format("K_E = {} N/m", words[k])));
      result.tables.push_back(run.table.thinned());
    }
    result.add(statement(fmt::format("smaller K_E slips later, {}", ball.name), "yes", later));
    result.add(statement(fmt::format("smaller K_E overshoots more, {}", ball.name), "yes", more));
    speed.series.push_back({.x = {0, -1 / slope}, .y = {1, 0}, .mark = draw::Mark::dashes, .colour = k_paper_ink});
    result.figure.panels.push_back(std::move(history));
    result.figure.panels.push_back(std::move(speed));
  }
  return result;
}

}  // namespace scree::experiments::fang
