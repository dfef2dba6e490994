// Section 6.2: a linear guideway on rows of balls; the driving force as a function of the rolling friction rho, with
// and without seal (Fig. 8).
//
// The model is the reduced one of the specification (6): the two loaded rows of the four, nine balls each (R_b = 3.2
// mm, 7800 kg/m^3), without recirculating balls; raceways are flat faces at 45 degrees; the carriage (1 kg) does not
// rotate; no gravity, only the load F_y = 490 N. The rail is a fixed box on its edge, the carriage a body with two
// planes above it that form an inverted V. A motor drives the carriage at 10 mm/s, and its force is measured; the seal
// is a brake, a row of the same problem with the limit S = 5.3 N. Contacts are compliant with the Hertz stiffness at
// 38.5 N, k = 2.143e7 N/m: with rigid contacts, opposed contacts that both require the gap h A_r have no solution. mu =
// 0.1 and sigma = rho are not printed.
//
// Every ball has two contacts that roll with w = v / (2 R_b), so F = (rho / R_b) x the sum of normal forces on the
// carriage, and this sum is F_y / cos 45: F_x = sqrt(2) (rho / R_b) F_y + S. The paper's rho = zeta R_b therefore gives
// sqrt(2) zeta F_y + S, and not its zeta F_y + S.
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include <fmt/format.h>

#include "experiments/tasora/tasora.h"
#include "experiments/work.h"

namespace scree::experiments::tasora {
namespace {

constexpr double k_ball = 3.2e-3, k_load = 490.0, k_seal = 5.3, k_speed = 0.01, k_step = 1e-3;
constexpr double k_mu = 0.1;  // not printed
constexpr double k_root2 = std::numbers::sqrt2;
constexpr int k_balls = 9;
constexpr double k_spacing = 7e-3;  // of balls in a row: 0.6 mm gaps, so that they do not touch each other

enum class Faces { inclined, level };  // 45 degrees, or across the load
enum class Push { motor, force };
enum class Balls { roll, held };  // held: they cannot rotate, so the carriage slides

struct Case {
  Faces faces = Faces::inclined;
  double rho = 0.0;  ///< [m]
  bool seal = false;
  Push push = Push::motor;
  double force = 0.0;  ///< with Push::force [N]
  Balls balls = Balls::roll;
};

std::string vector_text(const Vec3d& v, const char* unit) {
  return fmt::format("[\"{:.17g} {}\", \"{:.17g} {}\", \"{:.17g} {}\"]", v.x, unit, v.y, unit, v.z, unit);
}

/// A row of balls whose middle one is at `middle`, rolling along x at half of the carriage's speed.
std::string row_of(const Vec3d& middle, const Vec3d& normal, double speed, Balls balls) {
  std::string text;
  const char* lock = balls == Balls::held ? "lock = [\"rx\", \"ry\", \"rz\"]\n" : "";
  const Vec3d spin = (balls == Balls::held ? 0.0 : speed / k_ball) *
                     cross(normal, Vec3d{1, 0, 0});  // v = w x (R n) at the centre, over a rail at rest
  for (int i = 0; i < k_balls; ++i)
    text += fmt::format(
        "[[sphere]]\nposition = {}\nradius = \"{} m\"\nvelocity = [\"{} m/s\", 0, 0]\nspin = {}\nmaterial = "
        "\"steel\"\n{}",
        vector_text(middle + Vec3d{k_spacing * (i - k_balls / 2), 0, 0}, "m"), k_ball, speed,
        vector_text(spin, "rad/s"), lock);
  return text;
}

std::string plane_text(const Vec3d& point, const Vec3d& normal, const char* more) {
  return fmt::format("[[plane]]\npoint = {}\nnormal = [{:.17g}, {:.17g}, {:.17g}]\nmaterial = \"steel\"\n{}",
                     vector_text(point, "m"), normal.x, normal.y, normal.z, more);
}

std::string scene_of(const Case& c) {
  const double speed = c.push == Push::motor ? k_speed : 0.0;
  std::string text = fmt::format(R"(
stepper = "nonsmooth"
[time]
end = "1 s"
step = "{} s"
[nonsmooth]
tolerance = "1e-10 m/s"
iterations = 20000
[[material]]
name = "steel"
density = "7800 kg/m^3"
[[contact]]
between = ["steel", "steel"]
normal = {{ law = "rigid", effective_modulus = "115.384615384615 GPa", load = "38.5 N" }}
slide = {{ law = "coulomb", coefficient = {} }}
roll = {{ law = "coulomb", length = "{:.17g} m" }}
spin = {{ law = "coulomb", length = "{:.17g} m" }}
[[sphere]]
name = "carriage"
position = [0, 0, "0.5 m"]
radius = "10 mm"
mass = "1 kg"
velocity = ["{} m/s", 0, 0]
force = ["{:.17g} N", 0, "{} N"]
lock = ["rx", "ry", "rz"]
material = "steel"
)",
                                 k_step, k_mu, c.rho, c.rho, speed, c.push == Push::force ? c.force : 0.0, -k_load);
  if (c.push == Push::motor)
    text += fmt::format("[[motor]]\nbetween = [\"carriage\"]\nalong = [1, 0, 0]\nvelocity = \"{} m/s\"\n", k_speed);
  if (c.seal) text += fmt::format("[[brake]]\nbetween = [\"carriage\"]\nalong = [1, 0, 0]\nlimit = \"{} N\"\n", k_seal);
  const char* on_carriage = "on = \"carriage\"\n";
  if (c.faces == Faces::level) {
    const Vec3d up{0, 0, 1};
    for (const double y : {-0.02, 0.02}) text += row_of({0, y, k_ball}, up, 0.5 * speed, c.balls);
    return text + plane_text({}, up, "") + plane_text(2.0 * k_ball * up, -1.0 * up, on_carriage);
  }
  // The rail's upper edge is at the origin; its faces descend from there at 45 degrees, 40 mm wide, and the rows lie in
  // their middle.
  text += fmt::format(R"([[box]]
position = [0, 0, "{:.17g} m"]
size = ["300 mm", "40 mm", "40 mm"]
orientation = {{ axis = [1, 0, 0], angle = "45 degrees" }}
held = true
material = "steel"
)",
                      -0.02 * k_root2);
  for (const double side : {-1.0, 1.0}) {
    const Vec3d normal = (1.0 / k_root2) * Vec3d{0, side, 1}, down = (1.0 / k_root2) * Vec3d{0, side, -1},
                foot = 0.02 * down;
    text += row_of(foot + k_ball * normal, normal, 0.5 * speed, c.balls) +
            plane_text(foot + 2.0 * k_ball * normal, -1.0 * normal, on_carriage);
  }
  return text;
}

struct Run {
  double force = k_unset, seal = 0.0;  ///< of motor and brake along x, mean of the last steps [N]
  double swing = 0.0;                  ///< largest difference from that mean [N]
  double normal_sum = 0.0;             ///< of the contacts on the carriage [N]
  double ball_speed = 0.0;             ///< over that of the carriage
  double velocity = 0.0;               ///< of the carriage at the end [m/s]
  double residual = 0.0;               ///< worst of the last steps [m/s]
};

Run push(const Case& c, const Settings& settings) {
  sim::Simulation simulation = simulation_of(scene_of(c), "guideway", settings);
  Run run;
  simulation.advance(200);
  constexpr int k_last = 100;
  std::vector<double> forces;
  for (int i = 0; i < k_last; ++i) {
    simulation.advance(1);
    const auto& drives = simulation.world().drives;
    if (c.push == Push::motor) forces.push_back(drives.front().load);
    if (c.seal) run.seal += drives.back().load / k_last;
    run.residual = std::max(run.residual, simulation.report().solver->residual);
  }
  if (!forces.empty()) run.force = 0.0;
  for (const double f : forces) run.force += f / k_last;
  for (const double f : forces) run.swing = std::max(run.swing, std::abs(f - run.force));
  const sim::Frame frame = simulation.frame();
  for (const sim::ContactView& contact : frame.contacts)
    // a plane above a ball: the carriage
    if (contact.plane >= 0 && contact.normal.z < 0.0) run.normal_sum += contact.normal_force;
  run.velocity = frame.bodies.front().velocity.x;
  run.ball_speed = frame.bodies[1].velocity.x / k_speed;
  return run;
}

}  // namespace

Result guideway(const Settings& settings) {
  constexpr std::array k_zetas = {0.002, 0.005, 0.01};
  constexpr std::array k_more_zetas = {0.0, 0.0025, 0.0075};  // for the figure
  std::vector<Case> cases;
  for (const double zeta : k_zetas)
    for (const double fraction : {1.0, 1.0 / k_root2})
      for (const bool seal : {true, false}) cases.push_back({.rho = fraction * zeta * k_ball, .seal = seal});
  for (const double zeta : k_more_zetas)
    for (const bool seal : {true, false}) cases.push_back({.rho = zeta * k_ball, .seal = seal});
  const std::size_t level = cases.size();
  cases.push_back({.faces = Faces::level, .rho = 0.005 * k_ball, .seal = true});
  const std::size_t still = cases.size();
  // maximum static force of rolling friction; the cone is the same as in motion [N]
  const double rolling = k_root2 * 0.005 * k_load;
  for (const bool seal : {true, false})
    for (const double fraction : {0.99, 1.01})
      cases.push_back({.rho = 0.005 * k_ball,
                       .seal = seal,
                       .push = Push::force,
                       .force = fraction * (rolling + (seal ? k_seal : 0.0))});

  const std::size_t slides = cases.size();
  cases.push_back({.rho = 0.005 * k_ball, .balls = Balls::held});

  std::vector<Run> runs(cases.size());
  side_by_side(cases.size(), settings, [&](std::size_t i) { runs[i] = push(cases[i], settings); });

  Result result;
  Table table("resisting_force", {"rho [m]", "seal", "force [N]", "brake [N]", "sum of normal forces [N]"});
  for (std::size_t i = 0; i <= level; ++i)
    table.row({cases[i].rho, cases[i].seal ? 1.0 : 0.0, runs[i].force, runs[i].seal, runs[i].normal_sum});
  // To five decimals: rho = zeta R_b, and zeta R_b / sqrt(2). [spec, 6]
  constexpr Expected k_reference[3][2] = {
      {derived("guideway.0.002", 6.68593), derived("guideway.0.002.turned", 6.28000)},
      {derived("guideway.0.005", 8.76482), derived("guideway.0.005.turned", 7.75000)},
      {derived("guideway.0.01", 12.22965), derived("guideway.0.01.turned", 10.20000)}};
  for (std::size_t z = 0; z < k_zetas.size(); ++z) {
    const double zeta = k_zetas[z], printed = zeta * k_load + k_seal;
    const Run &as_printed = runs[4 * z], &bare = runs[4 * z + 1], &turned = runs[4 * z + 2],
              &turned_bare = runs[4 * z + 3];
    const std::string at = fmt::format(", zeta = {:g}", zeta);
    result.add(within("force with seal, rho = zeta R_b" + at, printed, k_reference[z][0], as_printed.force, "N", 1e-5,
                      "paper differs: two rows at 45 degrees carry sqrt(2) F_y, so rho = zeta R_b gives sqrt(2) zeta "
                      "F_y + S; the paper's formula needs rho = zeta R_b cos 45"));
    result.add(
        within("force with seal, rho = zeta R_b cos 45" + at, printed, k_reference[z][1], turned.force, "N", 1e-5));
    result.add(within("force without seal, rho = zeta R_b" + at, {}, k_root2 * zeta * k_load, bare.force, "N", 1e-6));
    result.add(within("force without seal, rho = zeta R_b cos 45" + at, zeta * k_load, zeta * k_load, turned_bare.force,
                      "N", 1e-6));
    result.add(within("what the seal adds" + at, k_seal, k_seal, as_printed.force - bare.force, "N", 1e-6,
                      "solved as a row -S <= gamma <= S of the same problem"));
  }
  const Run& middle = runs[4];  // zeta = 0.005
  result.add(within("force of the seal on the carriage", -k_seal, -k_seal, middle.seal, "N", 1e-9));
  result.add(number("sum of normal forces on the carriage", {}, k_root2 * k_load, middle.normal_sum, "N", 1e-5,
                    "F_y / cos 45"));
  result.add(within("speed of a ball over that of the carriage", {}, derived("guideway.ball_speed", 0.5),
                    middle.ball_speed, "1", 1e-6));
  result.add(within("swing of the force in the last 0.1 s", {}, 0.0, middle.swing, "N", 1e-6));
  result.add(within("faces across the load, rho = zeta R_b, zeta = 0.005", 7.75, derived("guideway.level", 7.75),
                    runs[level].force, "N", 1e-6, "without the 45 degrees the paper's formula is right"));
  result.add(within("speed under 0.99 of the holding force, with seal", "sticks at zero speed", 0.0,
                    runs[still].velocity, "m/s", 1e-8, "the limit at rest is the force in motion"));
  result.add(statement("moves under 1.01 of it, with seal", {}, runs[still + 1].velocity > 1e-3));
  result.add(within("speed under 0.99 of the holding force, without seal", "sticks at zero speed", 0.0,
                    runs[still + 2].velocity, "m/s", 1e-8));
  result.add(statement("moves under 1.01 of it, without seal", {}, runs[still + 3].velocity > 1e-3));
  result.add(number("mu, from the force with balls that cannot turn, without seal", {},
                    of_reference("guideway.mu", 0.1), runs[slides].force / (k_root2 * k_load), "1", 1e-6,
                    "over the sum of normal forces, sqrt(2) F_y; mu of the specification (6)"));
  double residual = 0.0;
  for (const Run& run : runs) residual = std::max(residual, run.residual);
  result.add(within("worst residual of a step (rms)", {}, 0.0, residual, "m/s", 1e-10));

  draw::Chart chart{.title = "Resisting force at F_y = 490 N",
                    .x_label = "rolling friction ρ / R_b",
                    .y_label = "F_x [N]",
                    .width = 860,
                    .height = 560};
  for (const bool seal : {true, false}) {
    const double base = seal ? k_seal : 0.0;
    chart.series.push_back({.label = seal ? "√2 (ρ/R_b) F_y + S" : "",
                            .x = {0, 0.01},
                            .y = {base, base + k_root2 * 0.01 * k_load},
                            .mark = draw::Mark::line,
                            .colour = k_paper_ink});
    chart.series.push_back({.label = seal ? "the paper's (ρ/R_b) F_y + S" : "",
                            .x = {0, 0.01},
                            .y = {base, base + 0.01 * k_load},
                            .mark = draw::Mark::dashes,
                            .colour = k_paper_ink});
  }
  for (const bool seal : {true, false}) {
    draw::Series series{.label = seal ? "model, with seal" : "model, without seal", .mark = draw::Mark::dots};
    for (std::size_t i = 0; i < level; ++i)
      if (cases[i].seal == seal) series.x.push_back(cases[i].rho / k_ball), series.y.push_back(runs[i].force);
    chart.series.push_back(std::move(series));
  }
  result.figure = {.heading = "Fig. 8: how hard a guideway is to push", .panels = {chart}, .columns = 1};
  result.tables.push_back(std::move(table));
  return result;
}

}  // namespace scree::experiments::tasora
