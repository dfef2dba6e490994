// Section 4.4, first part: the sphere of 4.3 spins in place at 1 rad/s, with the empirical spin resistance (curvature 5
// 1/m).
//
// Four values of eta_psi. The torque saturates at once; the spin decreases linearly, reverses slightly, and stops.
// Compared: the kinetic torque, the time at which the spin is first zero, the overshoot, the slope (Figs. 11 and 12).
// D_psi = 2 sqrt(I K_psi), eq. (3d); the code of the authors uses twice this value (A20).
#include <array>
#include <cmath>

#include "experiments/fang/spinning.h"

namespace scree::experiments::fang {

Result spin(const Settings& settings) {
  constexpr double mass = 5.0, radius = 0.2, inertia = 0.4 * mass * radius * radius, stiffness = 1e5, curvature = 5.0,
                   normal = mass * k_g, end = 8.0;
  // Expected values: a scalar integration of the same equations (tools/fang_expected.py); the closed form I w / T
  // neglects the dissipation of the dashpot before the first slip. Times may differ by one step, the overshoot in the
  // fifth digit.
  struct Case {
    double eta;
    Expected stops, reverse;
  };
  constexpr std::array<Case, 4> cases = {
      {{0.012, derived("spin.0.012.stops", 3.3029), derived("spin.0.012.reverse", 4.4173e-3)},
       {0.010, derived("spin.0.010.stops", 3.9736), derived("spin.0.010.reverse", 4.0323e-3)},
       {0.008, derived("spin.0.008.stops", 4.9811), derived("spin.0.008.reverse", 3.6064e-3)},
       {0.006, derived("spin.0.006.stops", 6.6628), derived("spin.0.006.reverse", 3.1231e-3)}}};
  std::vector<SpinRun> runs(cases.size());
  side_by_side(cases.size(), settings, [&](std::size_t i) {
    const std::string scene = scene_head(end, {0, 0, -k_g}) +
                              ground_contact(fmt::format(R"(normal = {{ law = "prescribed", force = "{:.17g} N" }}
spin = {{ law = "fang-negrut", slide_stiffness = "{} N/m", static_coefficient = {}, kinetic_coefficient = {}, curvature = "{} 1/m", eta = {}, damping_ratio = 1.0 }}
)",
                                                         normal, stiffness, k_mu_s, k_mu_k, curvature, cases[i].eta)) +
                              R"(
[[sphere]]
position = [0, 0, "0.199999 m"]
radius = "0.2 m"
mass = "5 kg"
spin = [0, 0, "1 rad/s"]
material = "body"
lock = ["x", "y", "z", "rx", "ry"]
)";
    runs[i] = spin_down(scene, fmt::format("eta_{}", cases[i].eta), end, settings);
  });

  Result result;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    const auto& [eta, stops, reverse] = cases[i];
    const bool last = i + 1 == cases.size();
    const double torque = eta * k_mu_k * normal / curvature;
    const std::string with = fmt::format(", eta_psi {}", eta);
    result.add(
        number("kinetic torque" + with, last ? Printed(0.0118) : Printed{}, torque, runs[i].torque, "N m", 1e-9));
    result.add(number("slope of the spin" + with, {}, -torque / inertia, runs[i].slope, "rad/s^2", 1e-7));
    result.add(within("spin is zero" + with, last ? Printed("before 8 s") : Printed{}, stops, runs[i].stops, "s",
                      1.5 * k_dt, last ? "without the loss at the first slip: 6.803 s" : ""));
    result.add(number("spin the other way" + with, "there is an overshoot", reverse, runs[i].reverse, "rad/s", 1e-4,
                      last ? "with the 4 sqrt(I K_psi) of the authors' code it would be 1.86e-3" : ""));
  }
  double still = 0.0;
  for (const SpinRun& run : runs) still = std::max(still, std::abs(run.last));
  result.add(within("spin at 8 s, the largest of the four", 0.0, 0.0, still, "rad/s", 1e-6));

  draw::Chart all = spin_panel("Spin", "ω [rad/s]"), zoom = spin_panel("Overshoot", "ω [rad/s]"),
              torque = spin_panel("Torque", "T_ψ [N m]");
  zoom.x_range = std::pair{3.0, 8.0}, zoom.y_range = std::pair{-0.005, 0.005};
  draw::Chart frames{.title = "Contact frame (u, w) at 8 s; black: at the start",
                     .x_label = "u",
                     .y_label = "w",
                     .x_range = std::pair{-1.1, 1.1},
                     .y_range = std::pair{-1.1, 1.1},
                     .width = 420,
                     .height = 440};
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const std::string label = fmt::format("η_ψ = {}", cases[i].eta);
    for (draw::Chart* chart : {&all, &zoom}) chart->series.push_back(line(runs[i].table, "time", "spin", label));
    torque.series.push_back(line(runs[i].table, "time", "T_psi", label));
    const double a = runs[i].turned;
    frames.series.push_back({.label = label, .x = {std::cos(a), 0, -std::sin(a)}, .y = {std::sin(a), 0, std::cos(a)}});
  }
  torque.series.push_back(level(-0.0118, 0, end, "0.0118 N m (paper, η_ψ = 0.006)"));
  torque.y_range = std::pair{-0.03, 0.01};  // excludes the dashpot torque of the first steps, 0.9 N m
  frames.series.push_back({.x = {1, 0, 0}, .y = {0, 0, 1}, .colour = draw::k_ink});
  result.figure = {
      .heading = "Fig. 12: spinning sphere, empirical model", .panels = {all, zoom, torque, frames}, .columns = 2};
  for (SpinRun& run : runs) result.tables.push_back(run.table.thinned());
  return result;
}

}  // namespace scree::experiments::fang
