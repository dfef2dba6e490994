// Section 4.2: a disk rolls on a flat surface (m = 5 kg, R = 0.2 m, I = 0.1 kg m^2), with an initial velocity and
// without spin.
//
// It slips, spins up, sticks, rolls under a constant torque, and comes to rest. Compared: the times of sticking and
// stopping (closed forms), E_f and T_e while slipping, the critical dampings of table 3, the effect of damping (Fig.
// 7), and the legacy constant torque of Appendix A.2, which changes its sign permanently (Fig. 8).
//
// The printed v0 = 5 m/s is a misprint of 0.5 (A12). K_r = 1600 N m belongs to the row of two spheres of table 1, so it
// is set explicitly (A11). The panels of Fig. 6 mix a start in slip with one in stick (A13). All interpretations are
// run and compared with the printed 0.11 s.
#include <algorithm>
#include <array>
#include <cmath>

#include "experiments/fang/moving_body.h"

namespace scree::experiments::fang {
namespace {

constexpr double k_mass = 5.0, k_radius = 0.2, k_inertia = 0.1, k_stiffness = 1e5, k_roll_stiffness = 1600.0,
                 k_eta = 0.4;
constexpr double k_normal = k_mass * k_g;
// T_e while rolling: 0.392 N m
constexpr double k_torque = k_roll_stiffness * k_mu_k * k_normal / k_stiffness / (2.0 * k_radius);

struct Case {
  const char* name;
  double speed, end;
  double roll_stiffness;               ///< set explicitly; unset: by eq. (2b)
  double slide_damping, roll_damping;  ///< divided by the critical values
  const char* start;
  bool legacy = false;
};
constexpr Case k_cases[] = {
    {"slip_start", 0.5, 5.0, k_roll_stiffness, 1, 1, "slip"},
    {"stick_start", 0.5, 5.0, k_roll_stiffness, 1, 1, "stick"},
    {"half_damping", 0.5, 2.0, k_roll_stiffness, 0.5, 0.5, "slip"},
    {"more_damping", 0.5, 2.0, k_roll_stiffness, 1.5, 1.5, "slip"},
    {"as_printed", 5.0, 1.5, k_roll_stiffness, 1, 1, "stick"},
    {"equation_2b", 0.5, 1.0, k_unset, 1, 1, "stick"},
    {"legacy", 0.5, 3.0, k_unset, 1, 1, "slip", true},
};
enum { k_slip_start, k_stick_start, k_half, k_more, k_printed_speed, k_equation, k_legacy };

struct Run {
  Table table{"", {}};
  double sticks = k_unset;         ///< when sliding ends [s]
  double stops = k_unset;          ///< when the velocity first is zero [s]
  double rests = 0.0;              ///< when |v| last was above 1e-4 m/s [s]
  double reverse = 0.0;            ///< largest velocity backwards [m/s]
  double damping = k_unset;        ///< D_R from torque and spin in the last stick [N m s]
  double slide_damping = k_unset;  ///< K_D from force and slip velocity [N s/m]
  std::int64_t flips = 0;          ///< steps of the last second in which the torque changed its sign
  double last_torque = 0.0;        ///< largest in the last 100 steps
};

std::string stages(const Case& c) {
  std::string text = fmt::format("normal = {{ law = \"prescribed\", force = \"{:.17g} N\" }}\n", k_normal) +
                     slide_text(k_stiffness, c.slide_damping, fmt::format(", start = \"{}\"", c.start));
  if (c.legacy) return text + "roll = { law = \"zhou\", coefficient = 0.1, arm = \"effective-radius\" }\n";
  const std::string resistance = is_set(c.roll_stiffness) ? fmt::format("stiffness = \"{:.17g} N m\"", c.roll_stiffness)
                                                          : fmt::format("eta = {}", k_eta);
  return text +
         fmt::format(
             R"(roll = {{ law = "fang-negrut", {}, slide_stiffness = "{:.17g} N/m", static_coefficient = {}, kinetic_coefficient = {}, damping_ratio = {:.17g}, start = "{}" }}
)",
             resistance, k_stiffness, k_mu_s, k_mu_k, c.roll_damping, c.start);
}

Run roll_on(const Case& c, const Settings& settings) {
  const std::string scene = scene_head(c.end, {0, 0, -k_g}) + ground_contact(stages(c)) +
                            fmt::format(R"(
[[sphere]]
position = [0, 0, "0.199999 m"]
radius = "0.2 m"
mass = "5 kg"
inertia = "0.1 kg m^2"
velocity = ["{} m/s", 0, 0]
material = "body"
lock = ["y", "z", "rx", "rz"]
)",
                                        c.speed);
  sim::Simulation simulation = simulation_of(scene, c.name, settings);
  Run run;
  run.table = Table(c.name, {"time [s]", "x [m]", "angle [rad]", "velocity [m/s]", "spin [rad/s]",
                             "acceleration [m/s^2]", "angular acceleration [rad/s^2]", "E_f [N]", "T_e [N m]",
                             "D_f [N]", "T_d [N m]", "S [m]", "Theta [rad]", "friction [N]", "roll torque [N m]"});
  const double roll_stiffness =
      is_set(c.roll_stiffness) ? c.roll_stiffness : 4.0 * k_eta * k_stiffness * k_radius * k_radius;
  double angle = 0.0, v = c.speed, w = 0.0, torque = 0.0;
  bool slipped = false;
  const auto steps = std::llround(c.end / k_dt);
  for (std::int64_t i = 1; i <= steps; ++i) {
    simulation.advance(1);
    const MovingBody now = moving_body(simulation);
    angle += k_dt * now.spin.y;
    // Sign convention of the figure: loads that decelerate the disk are positive.
    const double elastic = k_stiffness * now.stretch.x,
                 elastic_torque = c.legacy ? -now.roll_torque.y : roll_stiffness * now.roll_stretch.x;
    const double drag = -now.friction.x - elastic, drag_torque = -now.roll_torque.y - elastic_torque;
    run.table.row({now.time, now.position.x, angle, now.velocity.x, now.spin.y, (now.velocity.x - v) / k_dt,
                   (now.spin.y - w) / k_dt, elastic, elastic_torque, drag, drag_torque, now.stretch.x,
                   now.roll_stretch.x, now.friction.x, now.roll_torque.y});
    slipped = slipped || now.slide == sim::Mode::slip;
    if (slipped && !is_set(run.sticks) && i > 10 && now.slide == sim::Mode::stick) run.sticks = now.time;
    if (!is_set(run.stops) && now.velocity.x <= 0.0) run.stops = now.time;
    if (std::abs(now.velocity.x) > 1e-4) run.rests = now.time;
    run.reverse = std::max(run.reverse, -now.velocity.x);
    // Dashpot coefficients are measured where the rates are large enough as divisors: just after the disk has stopped.
    if (!is_set(run.damping) && is_set(run.stops) && now.roll == sim::Mode::stick && now.spin.y < -1e-3)
      run.damping = drag_torque / now.spin.y;
    const double slip = now.velocity.x - k_radius * now.spin.y;
    if (!is_set(run.slide_damping) && is_set(run.sticks) && now.slide == sim::Mode::stick && std::abs(slip) > 1e-6)
      run.slide_damping = drag / slip;
    if (i > steps - std::llround(1.0 / k_dt) && now.roll_torque.y * torque < 0.0) ++run.flips;
    if (i > steps - 100) run.last_torque = std::max(run.last_torque, std::abs(now.roll_torque.y));
    v = now.velocity.x, w = now.spin.y, torque = now.roll_torque.y;
  }
  return run;
}

draw::Chart panel(std::string title, std::string y_label, double end, std::vector<draw::Series> series) {
  return {.title = std::move(title),
          .x_label = "time [s]",
          .y_label = std::move(y_label),
          .series = std::move(series),
          .x_range = std::pair{0.0, end},
          .width = 560,
          .height = 360};
}

}  // namespace

Result disk(const Settings& settings) {
  std::vector<Run> runs(std::size(k_cases));
  side_by_side(runs.size(), settings, [&](std::size_t i) { runs[i] = roll_on(k_cases[i], settings); });
  const Run &first = runs[k_slip_start], &stick = runs[k_stick_start], &half = runs[k_half], &more = runs[k_more],
            &legacy = runs[k_legacy];

  Result result;
  const double drive = k_mu_k * k_normal;  // E_f in slip [N]
  // Slip ends when v0 - (E_f / m) t = R (E_f R - T_e) / I t; then (m + I / R^2) a = -T_e / R.
  const double spin_up = k_radius * (drive * k_radius - k_torque) / k_inertia,
               sticks = 0.5 / (drive / k_mass + spin_up), speed = spin_up * sticks;
  const double stops = sticks + speed * (k_mass + k_inertia / (k_radius * k_radius)) * k_radius / k_torque;
  const auto at = [&](const Run& run, std::string_view column, double time) {
    return run.table[column][static_cast<std::size_t>(std::llround(time / k_dt)) - 1];
  };

  result.add(number("K_cr = 2 sqrt(m K_E), from force / slip velocity", 1414.21, 2 * std::sqrt(k_mass * k_stiffness),
                    stick.slide_damping, "N s/m", 1e-6));
  result.add(number("D_cr = 2 sqrt(I K_r), from torque / spin", 25.30, 2 * std::sqrt(k_inertia * k_roll_stiffness),
                    first.damping, "N m s", 1e-6));
  const Run& equation = runs[k_equation];
  result.add(number("K_r of eq. (2b), from T_e / Theta in slip", 1600.0, 4 * k_eta * k_stiffness * k_radius * k_radius,
                    -at(equation, "roll torque", 0.1) / at(equation, "Theta", 0.1), "N m", 1e-6,
                    "paper differs: table 3 has eta_r R^2 K_E, the row of two equal spheres; eq. (2b) gives four times "
                    "that at a plane. The runs here set 1600 by hand"));
  result.add(number("E_f while slipping", 9.8, drive, -at(first, "friction", 0.05), "N", 1e-9));
  result.add(number("T_e while rolling", {}, k_torque, -at(first, "roll torque", 0.5), "N m", 1e-9));
  // Times are compared to within some steps: the closed forms contain neither the time step nor the dashpot that acts
  // when the mode changes.
  const std::string misprint = "paper differs: the printed 0.11 s comes out of no reading; ";
  result.add(within("slip -> stick, v0 = 0.5, start in slip", 0.11, sticks, first.sticks, "s", 3 * k_dt,
                    misprint + "this is the one of its velocity panel"));
  result.add(within("slip -> stick, v0 = 0.5, start in stick", 0.11, derived("disk.stick_start.sticks", 0.0851),
                    stick.sticks, "s", 1.5 * k_dt,
                    misprint + "the uncapped dashpot takes 0.027 m/s in the first steps"));
  result.add(within("slip -> stick, v0 = 5 as printed", 0.11, derived("disk.as_printed.sticks", 0.9837),
                    runs[k_printed_speed].sticks, "s", 1.5 * k_dt, misprint + "5 m/s is a misprint of 0.5"));
  result.add(within("slip -> stick, v0 = 0.5, K_r of eq. (2b)", 0.11, derived("disk.equation_2b.sticks", 0.1631),
                    equation.sticks, "s", 1.5 * k_dt, misprint + "nor with the stiffness of the paper's own equation"));
  result.add(within("velocity is zero, start in slip", {}, stops, first.stops, "s", 5 * k_dt));
  result.add(
      statement("more damping: less overshoot", "yes", half.reverse > first.reverse && first.reverse > more.reverse));
  result.add(statement("more damping: earlier rest", "yes", half.rests > first.rests && first.rests > more.rests,
                       "0.5, 1 and 1.5 times the critical dampings; at rest below 1e-4 m/s"));
  result.add(number("overshoot of v at critical damping", {}, derived("disk.slip_start.overshoot", 0.00223934),
                    first.reverse, "m/s", 1e-4));
  result.add(number("legacy: torque for ever", {}, 0.1 * k_radius * k_normal, legacy.last_torque, "N m", 1e-9,
                    "mu_r R N, eq. (8)"));
  result.add(number("legacy: changes of its sign in the last 10,000 steps", "oscillates",
                    derived("disk.legacy.flips", 1e4), static_cast<double>(legacy.flips), "1", 1e-3));
  result.add(within("proposed: torque after 5 s", "0 to machine precision", 0.0, first.last_torque, "N m", 1e-12));

  const auto& f = first.table;
  constexpr int last_steps = 40;
  Table zoom("legacy_end", legacy.table.columns);
  for (std::size_t c = 0; c < zoom.columns.size(); ++c)
    zoom.values[c].assign(legacy.table.values[c].end() - last_steps, legacy.table.values[c].end());
  auto theta_r = line(f, "time", "angle", "R θ");
  for (double& y : theta_r.y) y *= k_radius;
  auto spin_r = line(f, "time", "spin", "R dθ/dt");
  for (double& y : spin_r.y) y *= k_radius;
  auto turn_r = line(f, "time", "angular acceleration", "R d²θ/dt²");
  for (double& y : turn_r.y) y *= k_radius;
  auto theta = line(f, "time", "Theta", "R Θ");
  for (double& y : theta.y) y *= k_radius;
  auto zigzag = line(zoom, "time", "T_e", "constant torque", draw::Mark::line_and_dots);
  for (std::size_t i = 0; i < zigzag.x.size(); ++i) zigzag.x[i] = static_cast<double>(i) - last_steps + 1;
  draw::Chart flips =
      panel("Fig. 8a: legacy torque, the last 40 steps", "torque [N m]", 0,
            {zigzag, level(0.98, -last_steps, 0, "± μ_r R N = 0.98 N m"), level(-0.98, -last_steps, 0)});
  flips.x_label = "steps before the end", flips.x_range = std::pair{-1.0 * last_steps, 0.0};
  const std::array sets = {&half, &first, &more};
  const std::array names = {"0.5 x critical", "critical", "1.5 x critical"};
  draw::Chart speeds = panel("Fig. 7: velocity", "v [m/s]", 0, {}),
              accelerations = panel("Fig. 7: acceleration", "a [m/s²]", 0, {});
  for (std::size_t i = 0; i < sets.size(); ++i) {
    speeds.series.push_back(line(sets[i]->table, "time", "velocity", names[i]));
    accelerations.series.push_back(line(sets[i]->table, "time", "acceleration", names[i]));
  }
  speeds.x_range = accelerations.x_range = std::pair{1.2, 1.5};
  speeds.y_range = std::pair{-0.004, 0.004};
  result.figure = {
      .heading =
          "Figs. 6 to 8: a disk pushed without spin. Start in slip, critical damping; dashed: what the paper prints",
      .columns = 3};
  result.figure.panels = {
      panel("Position", "x, R θ [m]", 1.6, {line(f, "time", "x", "x"), theta_r}),
      panel("Velocity", "v [m/s]", 1.6,
            {line(f, "time", "velocity", "dx/dt"), spin_r, moment(0.11, 0, 0.5, "0.11 s"),
             points({0.0}, {0.5}, "v0 (printed as 5)")}),
      panel("Acceleration", "a [m/s²]", 1.6, {line(f, "time", "acceleration", "d²x/dt²"), turn_r}),
      panel("Elastic loads", "E_f [N], T_e [N m]", 1.6,
            {line(f, "time", "E_f", "E_f"), line(f, "time", "T_e", "T_e"), level(9.8, 0, 0.2, "9.8 N")}),
      panel("Damping loads", "D_f [N], T_d [N m]", 1.6, {line(f, "time", "D_f", "D_f"), line(f, "time", "T_d", "T_d")}),
      panel("Microdeformation", "S, R Θ [m]", 1.6, {line(f, "time", "S", "S"), theta}),
      speeds,
      accelerations,
      flips,
      panel("Fig. 8a: legacy angle", "θ [rad]", 3.0, {line(legacy.table, "time", "angle", "constant torque")}),
      panel("Fig. 8b: proposed angle", "θ [rad]", 3.0, {line(f, "time", "angle", "tracked history")}),
      panel("Fig. 8b: proposed torque", "torque [N m]", 3.0, {line(f, "time", "T_e", "tracked history")}),
  };
  for (Run& run : runs) result.tables.push_back(run.table.thinned());
  result.tables.push_back(std::move(zoom));
  return result;
}

}  // namespace scree::experiments::fang
