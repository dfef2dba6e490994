// Section 4.3, second part, and Appendix D: the sphere of 4.3 on inclines of 1 to 30 degrees (291) with eta_r of 0.2 to
// 0.5 (31).
//
// Each of the 9,021 runs lasts 1 s with half of the critical damping and ends in one of the states of table 4: S
// (static), PR (pure rolling), PS (pure slip), RwS (rolling with slipping). Compared: the number of runs in each state,
// and the number of runs on the correct side of the analytical borders of Appendix D, both as printed and with the
// static border at 2 eta_r mu_k, which is the line in Fig. 10 (A18).
//
// The 291 spheres of one eta_r are simulated together on one horizontal plane without gravity: each has a constant
// force m g (sin a, 0, -cos a) and the corresponding static overlap with the plane. SIMD lanes therefore process
// several runs at once.
#include <array>
#include <cmath>
#include <numbers>

#include "experiments/fang/moving_body.h"

namespace scree::experiments::fang {
namespace {

constexpr double k_mass = 5.0, k_radius = 0.2, k_stiffness = 1e5, k_speed = 0.5, k_end = 1.0;
constexpr double k_press = 1e6;  // normal stiffness [N/m]; z is locked, so it only converts the overlap into N
// [m/s]; at rest the velocity is below 1e-9 after 1 s, 0.1 degrees beyond the border it is 1e-2
constexpr double k_still = 1e-4;

constexpr double k_settled = 0.9;  // of the run

enum Fate : int { k_static, k_rolls, k_slips, k_rolls_and_slips };
constexpr std::array k_fates = {"S, static", "PR, pure rolling", "PS, pure slip", "RwS, rolling with slip"};

struct Grid {
  int angles, etas;  ///< numbers of angles and of eta_r
  double angle_step, eta_step;
  double angle(int i) const { return 1.0 + angle_step * i; }  ///< [degrees]
  double eta(int k) const { return 0.2 + eta_step * k; }
};

std::string scene_of(const Grid& grid, double eta) {
  std::string text =
      scene_head(k_end, {}) +
      ground_contact(
          fmt::format("normal = {{ law = \"hooke\", stiffness = \"{} N/m\", damping = 0 }}\n", k_press) +
          slide_text(k_stiffness, 0.5) +
          fmt::format(
              R"(roll = {{ law = "fang-negrut", eta = {:.17g}, slide_stiffness = "{} N/m", static_coefficient = {}, kinetic_coefficient = {}, damping_ratio = 0.5 }}
[[contact]]
between = ["body", "body"]
normal = {{ law = "hooke", stiffness = "{} N/m", damping = 0 }}
)",
              eta, k_stiffness, k_mu_s, k_mu_k, k_press));
  text = "skin = \"0.5 m\"\n" + text;  // the spheres are 1 m apart and never touch
  for (int i = 0; i < grid.angles; ++i) {
    const double a = grid.angle(i) * std::numbers::pi / 180.0, weight = k_mass * k_g;
    text += fmt::format(R"([[sphere]]
position = [0, "{} m", "{:.17g} m"]
radius = "{} m"
mass = "{} kg"
velocity = ["{} m/s", 0, 0]
force = ["{:.17g} N", 0, 0]
material = "body"
lock = ["y", "z", "rx", "rz"]
)",
                        i, k_radius - weight * std::cos(a) / k_press, k_radius, k_mass, -k_speed, weight * std::sin(a));
  }
  return text;
}

/// The state of table 4, determined by the kinematics, which are unambiguous. `modes` is set to whether the contact
/// modes agree.
Fate fate_of(const sim::BodyView& body, const sim::ContactView& contact, bool& modes) {
  const double v = body.velocity.x, rolling = k_radius * body.spin.y;
  Fate fate = k_rolls_and_slips;
  if (std::abs(v) < k_still && std::abs(rolling) < k_still)
    fate = k_static;
  else if (std::abs(v - rolling) < k_still)
    fate = k_rolls;
  else if (std::abs(rolling) < k_still)
    fate = k_slips;
  const bool slide_slips = fate == k_slips || fate == k_rolls_and_slips,
             roll_slips = fate == k_rolls || fate == k_rolls_and_slips;
  modes = (contact.slide == sim::Mode::slip) == slide_slips && (contact.roll == sim::Mode::slip) == roll_slips;
  return fate;
}

/// The contact of a sphere with the plane; null if there is none, or if the sphere has another contact.
const sim::ContactView* only_contact(const sim::Frame& frame, const sim::BodyView& body) {
  const sim::ContactView* found = nullptr;
  for (const sim::ContactView& contact : frame.contacts) {
    if (contact.a != body.id && contact.b != body.id) continue;
    if (found || contact.plane < 0) return nullptr;
    found = &contact;
  }
  return found;
}

/// Appendix D; `static_mu` is mu_s as printed, mu_k as drawn.
Fate border_fate(double angle, double eta, double static_mu) {
  const double slope = std::tan(angle * std::numbers::pi / 180.0);
  if (slope <= 2.0 * eta * static_mu) return k_static;
  if (slope <= 3.5 * k_mu_s - 5.0 * eta * k_mu_k) return k_rolls;
  return eta >= 0.5 - 1e-9 ? k_slips : k_rolls_and_slips;
}

}  // namespace

Result sweep(const Settings& settings) {
  const bool full = settings.scale == Scale::paper;
  const Grid grid = full ? Grid{291, 31, 0.1, 0.01} : Grid{59, 7, 0.5, 0.05};
  const auto runs = static_cast<std::size_t>(grid.angles) * static_cast<std::size_t>(grid.etas);
  std::vector<Fate> fates(runs);
  std::vector<int> by_modes(runs), settled_by(runs), on_plane(runs);
  side_by_side(static_cast<std::size_t>(grid.etas), settings, [&](std::size_t k) {
    sim::Simulation simulation = simulation_of(scene_of(grid, grid.eta(static_cast<int>(k))), "sweep", settings);
    const auto frame_at = [&](double time) {
      simulation.advance(std::llround(time / k_dt) - simulation.steps_done());
      return simulation.frame();
    };
    const sim::Frame before = frame_at(k_settled * k_end), frame = frame_at(k_end);
    for (std::size_t i = 0; i < frame.bodies.size(); ++i) {
      bool modes = false;
      const std::size_t at = k * static_cast<std::size_t>(grid.angles) + i;
      const sim::ContactView *contact = only_contact(frame, frame.bodies[i]),
                             *earlier = only_contact(before, before.bodies[i]);
      if (!contact || !earlier) continue;
      on_plane[at] = 1;
      fates[at] = fate_of(frame.bodies[i], *contact, modes);
      by_modes[at] = modes ? 1 : 0;
      settled_by[at] = fate_of(before.bodies[i], *earlier, modes) == fates[at] ? 1 : 0;
    }
  });

  Table table("sweep", {"eta_r", "angle [deg]", "fate", "modes as in table 4", "as Appendix D", "as Fig. 10"});
  std::array<double, 4> count{};
  double printed = 0, drawn = 0, modes = 0, from_static = 0, tie = 0, settled = 0, touching = 0;
  for (int k = 0; k < grid.etas; ++k) {
    for (int i = 0; i < grid.angles; ++i) {
      const std::size_t at =
          static_cast<std::size_t>(k) * static_cast<std::size_t>(grid.angles) + static_cast<std::size_t>(i);
      const Fate fate = fates[at], d = border_fate(grid.angle(i), grid.eta(k), k_mu_s),
                 f = border_fate(grid.angle(i), grid.eta(k), k_mu_k);
      ++count[fate];
      printed += fate == d, drawn += fate == f, modes += by_modes[at], settled += settled_by[at],
          touching += on_plane[at];
      from_static += fate != d && d == k_static;
      tie += d == k_slips && fate == k_rolls_and_slips;
      table.row({grid.eta(k), grid.angle(i), static_cast<double>(fate), static_cast<double>(by_modes[at]),
                 fate == d ? 1.0 : 0.0, fate == f ? 1.0 : 0.0});
    }
  }

  Result result;
  const auto total = static_cast<double>(runs);
  // The grid of the paper and the coarse grid. No run depends on rounding: a normal stiffness of 3e6 N/m, which changes
  // every N by rounding, gives the same states.
  struct Counts {
    Expected runs, still, rolls, slips, both, printed, drawn, from_static, tie;
  };
  const Counts c =
      full ? Counts{derived("sweep.runs", 9021),  derived("sweep.S", 2140),          derived("sweep.PR", 5792),
                    derived("sweep.PS", 0),       derived("sweep.RwS", 1089),        derived("sweep.printed", 8190),
                    derived("sweep.drawn", 8794), derived("sweep.from_static", 637), derived("sweep.tie", 95)}
           : Counts{derived("sweep.quick.runs", 413),  derived("sweep.quick.S", 99),
                    derived("sweep.quick.PR", 261),    derived("sweep.quick.PS", 0),
                    derived("sweep.quick.RwS", 53),    derived("sweep.quick.printed", 360),
                    derived("sweep.quick.drawn", 388), derived("sweep.quick.from_static", 30),
                    derived("sweep.quick.tie", 19)};
  const auto count_of = [&](const char* what, Printed paper, Expected expected, double measured,
                            const char* note = "") {
    result.add(within(what, std::move(paper), expected, measured, "1", 0, note));
  };
  count_of("runs that end with the sphere on the plane and at nothing else", full ? Printed(9021.0) : Printed{}, c.runs,
           touching);
  result.add(
      reported("runs whose state at 0.9 s is that at 1 s", {}, k_unset, settled, "1", "the others are at a border"));
  count_of("static (S)", {}, c.still, count[k_static]);
  count_of("pure rolling (PR)", {}, c.rolls, count[k_rolls]);
  count_of("rolling with slipping (RwS)", {}, c.both, count[k_rolls_and_slips]);
  count_of("pure slip (PS)", {}, c.slips, count[k_slips], "eta_r = 0.5 is an exact tie; pure slip begins above it");
  count_of("on the side that Appendix D says", "\"good agreement\"", c.printed, printed,
           "paper differs: its static border atan(2 eta_r mu_s) holds for a sphere at rest; one that arrives rolling "
           "needs atan(2 eta_r mu_k)");
  count_of("the same with the static border at 2 eta_r mu_k", "line of Fig. 10", c.drawn, drawn);
  count_of("disagree at the printed static border", {}, c.from_static, from_static);
  count_of("disagree at eta_r = 0.5, the tie", {}, c.tie, tie);
  result.add(within("runs whose modes are those of table 4", "all", total, modes, "1", 0,
                    "the fate is told by velocity and spin"));

  const std::array<draw::Colour, 4> colours = {
      {{0.55f, 0.71f, 0.85f}, {0.66f, 0.84f, 0.63f}, {0.80f, 0.60f, 0.75f}, {0.98f, 0.80f, 0.55f}}};
  draw::Chart map{.title = "State after 1 s",
                  .x_label = "incline α [deg]",
                  .y_label = "rolling resistance η_r",
                  .x_range = std::pair{1.0, 30.0},
                  .y_range = std::pair{0.2, 0.5},
                  .width = 900,
                  .height = 620};
  draw::Tiles tiles{.x = 1.0 - 0.5 * grid.angle_step,
                    .y = 0.2 - 0.5 * grid.eta_step,
                    .width = grid.angle_step,
                    .height = grid.eta_step,
                    .columns = static_cast<std::size_t>(grid.angles)};
  map.x_range = std::pair{tiles.x, tiles.x + grid.angle_step * grid.angles};
  map.y_range = std::pair{tiles.y, tiles.y + grid.eta_step * grid.etas};
  for (int i = 0; i < grid.angles; ++i)
    for (int k = 0; k < grid.etas; ++k)
      tiles.colours.push_back(colours[fates[static_cast<std::size_t>(k) * static_cast<std::size_t>(grid.angles) +
                                            static_cast<std::size_t>(i)]]);
  map.tiles = std::move(tiles);
  for (std::size_t f = 0; f < k_fates.size(); ++f)
    map.series.push_back({.label = k_fates[f], .mark = draw::Mark::dots, .colour = colours[f]});
  const auto border = [&](const char* label, draw::Mark mark, auto slope_of) {
    draw::Series series{.label = label, .mark = mark, .colour = draw::k_ink};
    for (double eta = map.y_range->first; eta <= map.y_range->second + 1e-9; eta += 0.005)
      series.x.push_back(std::atan(slope_of(eta)) * 180.0 / std::numbers::pi), series.y.push_back(eta);
    map.series.push_back(std::move(series));
  };
  border("tan α = 2 η_r μ_k (drawn in Fig. 10), 3.5 μ_s − 5 η_r μ_k", draw::Mark::line,
         [](double eta) { return 2 * eta * k_mu_k; });
  border("", draw::Mark::line, [](double eta) { return 3.5 * k_mu_s - 5 * eta * k_mu_k; });
  border("tan α = 2 η_r μ_s (Appendix D)", draw::Mark::dashes, [](double eta) { return 2 * eta * k_mu_s; });
  result.figure = {.heading = fmt::format("Fig. 10: where the sphere of section 4.3 ends, {} runs", runs),
                   .panels = {map},
                   .columns = 1};
  result.tables.push_back(std::move(table));
  return result;
}

}  // namespace scree::experiments::fang
