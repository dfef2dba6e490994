// Section 4.3, first part: a sphere (R = 0.2 m, m = 5 kg, eta_r = 0.3) starts uphill on an incline of 35 degrees at 0.5
// m/s without spin.
//
// Phase I: it slips upwards and spins up. II: it rolls upwards. III: it reverses and rolls down while friction grows.
// IV: friction saturates and it rolls down with slip. Compared: the kinetic loads, the largest static one, the times of
// the phases, the modes at the four snapshots of Fig. 9, velocities at two times, the accelerations of phase IV. x
// points uphill. Damping is critical (A15).
#include <algorithm>
#include <cmath>
#include <numbers>

#include "experiments/fang/moving_body.h"

namespace scree::experiments::fang {

Result incline(const Settings& settings) {
  constexpr double mass = 5.0, radius = 0.2, inertia = 0.4 * mass * radius * radius, stiffness = 1e5, eta = 0.3,
                   end = 0.35;
  const double alpha = 35.0 * std::numbers::pi / 180.0, normal = mass * k_g * std::cos(alpha);
  const std::string scene =
      scene_head(end, {-k_g * std::sin(alpha), 0, -k_g * std::cos(alpha)}) +
      ground_contact(
          fmt::format("normal = {{ law = \"prescribed\", force = \"{:.17g} N\" }}\n", normal) +
          slide_text(stiffness, 1.0) +
          fmt::format(
              R"(roll = {{ law = "fang-negrut", eta = {}, slide_stiffness = "{:.17g} N/m", static_coefficient = {}, kinetic_coefficient = {}, damping_ratio = 1.0 }}
)",
              eta, stiffness, k_mu_s, k_mu_k)) +
      R"(
[[sphere]]
position = [0, 0, "0.199999 m"]
radius = "0.2 m"
mass = "5 kg"
velocity = ["0.5 m/s", 0, 0]
material = "body"
lock = ["y", "z", "rx", "rz"]
)";
  sim::Simulation simulation = simulation_of(scene, "incline", settings);
  Table table("incline", {"time [s]", "velocity [m/s]", "spin [rad/s]", "F_E [N]", "T_E [N m]", "slide slip",
                          "roll slip", "friction [N]", "roll torque [N m]"});
  const double roll_stiffness = 4.0 * eta * stiffness * radius * radius;  // eq. (2b) at a plane
  double to_roll = k_unset, turns = k_unset, resaturates = k_unset, to_slip = k_unset;
  sim::Mode slide = sim::Mode::stick, roll = sim::Mode::stick;
  for (std::int64_t i = 0; i < std::llround(end / k_dt); ++i) {
    simulation.advance(1);
    const MovingBody now = moving_body(simulation);
    if (slide == sim::Mode::slip && now.slide == sim::Mode::stick && !is_set(to_roll)) to_roll = now.time;
    if (slide == sim::Mode::stick && now.slide == sim::Mode::slip && is_set(to_roll) && !is_set(to_slip))
      to_slip = now.time;
    if (roll == sim::Mode::stick && now.roll == sim::Mode::slip && is_set(turns) && !is_set(resaturates))
      resaturates = now.time;
    if (now.velocity.x < 0.0 && !is_set(turns)) turns = now.time;
    slide = now.slide, roll = now.roll;
    table.row({now.time, now.velocity.x, now.spin.y, -stiffness * now.stretch.x, -roll_stiffness * now.roll_stretch.x,
               slide == sim::Mode::slip ? 1.0 : 0.0, roll == sim::Mode::slip ? 1.0 : 0.0, now.friction.x,
               now.roll_torque.y});
  }
  const auto at = [&](std::string_view column, double time) {
    return table[column][static_cast<std::size_t>(std::llround(time / k_dt)) - 1];
  };
  double largest = 0.0;
  for (const double f : table["F_E"]) largest = std::max(largest, std::abs(f));

  Result result;
  result.add(number("F_E in phase IV: mu_k N", 8.027, k_mu_k * normal, std::abs(at("friction", 0.2)), "N", 1e-9));
  result.add(number("T_E in phase IV: 2 eta_r R mu_k N", 0.963, 2 * eta * radius * k_mu_k * normal,
                    std::abs(at("roll torque", 0.2)), "N m", 1e-9));
  result.add(number("largest |F_E|: mu_s N", 10.03, k_mu_s * normal, largest, "N", 1e-9));
  const std::string drawn = "of Fig. 9a's drawn line";
  result.add(
      within("I -> II, slip ends", 0.049, derived("incline.slip_ends", 0.0487), to_roll, "s", 1.5 * k_dt, drawn));
  result.add(within("velocity is zero", 0.0829, derived("incline.turns", 0.0745), turns, "s", 1.5 * k_dt,
                    "paper differs: the line II/III of Fig. 9a stands where the roll spring is saturated again, not "
                    "where v changes its sign"));
  result.add(within("roll spring saturated again", 0.0829, derived("incline.roll_saturates", 0.0833), resaturates, "s",
                    1.5 * k_dt, "0.0829 s is drawn as II/III"));
  result.add(within("III -> IV, slip begins", 0.0913, derived("incline.slip_begins", 0.0909), to_slip, "s", 1.5 * k_dt,
                    drawn));
  const double phase_times[] = {0.004, 0.05, 0.09, 0.2};
  const char* phases[] = {"I", "II", "III", "IV"};
  const bool slips[] = {true, false, false, true};
  for (int i = 0; i < 4; ++i) {
    const std::string mode = slips[i] ? "slip" : "stick";
    result.add(statement(fmt::format("phase {} at {} s: slide in {}", phases[i], phase_times[i], mode), mode,
                         (at("slide slip", phase_times[i]) == 1.0) == slips[i]));
  }
  result.add(number("v at 0.2 s", -0.89, derived("incline.velocity_at_0.2", -0.487253), at("velocity", 0.2), "m/s",
                    1e-5,
                    "paper differs: the numbers printed in Fig. 9(e) \"t = 0.2 s\" are those of 0.3 s, see below"));
  result.add(
      number("v at 0.3 s", -0.89, derived("incline.velocity_at_0.3", -0.888804), at("velocity", 0.3), "m/s", 1e-5));
  result.add(number("spin at 0.3 s", -1.9, derived("incline.spin_at_0.3", -1.919575), at("spin", 0.3), "rad/s", 1e-5,
                    "the paper prints its size, 1.9"));
  result.add(number("acceleration in phase IV", {}, -k_g * (std::sin(alpha) - k_mu_k * std::cos(alpha)),
                    (at("velocity", 0.3) - at("velocity", 0.2)) / 0.1, "m/s^2", 1e-9));
  result.add(number("angular acceleration in phase IV", {}, -(k_mu_k * normal * radius * (1 - 2 * eta)) / inertia,
                    (at("spin", 0.3) - at("spin", 0.2)) / 0.1, "rad/s^2", 1e-9));

  auto rolling = line(table, "time", "spin", "R ω");
  for (double& y : rolling.y) y *= radius;
  const auto borders = [](double low, double high) {
    return std::vector{moment(0.049, low, high, "phases as drawn in the paper"), moment(0.0829, low, high),
                       moment(0.0913, low, high)};
  };
  draw::Chart speeds{.title = "Velocities",
                     .x_label = "time [s]",
                     .y_label = "v, R ω [m/s]",
                     .series = {line(table, "time", "velocity", "v"), rolling},
                     .x_range = std::pair{0.0, 0.3}};
  for (auto& s : borders(-0.9, 0.5)) speeds.series.push_back(s);
  speeds.series.push_back(points({0.3, 0.3}, {-0.89, -1.9 * radius}, "printed in Fig. 9(e)"));
  draw::Chart loads{.title = "Elastic loads on the sphere",
                    .x_label = "time [s]",
                    .y_label = "F_E [N], T_E [N m]",
                    .series = {line(table, "time", "F_E", "F_E"), line(table, "time", "T_E", "T_E")},
                    .x_range = std::pair{0.0, 0.3}};
  for (auto& s : borders(-11, 11)) loads.series.push_back(s);
  for (const double y : {8.027, -8.027, 10.03, 0.963, -0.963})
    loads.series.push_back(level(y, 0, 0.3, y == 8.027 ? "± 8.027 N, 10.03 N, ± 0.963 N m" : ""));
  result.figure = {
      .heading = "Fig. 9a: sphere going up an incline of 35°, v0 = 0.5 m/s", .panels = {speeds, loads}, .columns = 2};
  result.tables.push_back(std::move(table));
  return result;
}

}  // namespace scree::experiments::fang
