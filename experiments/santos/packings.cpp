#include "experiments/santos/packings.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <numbers>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "io/text/whole_file.h"

namespace scree::experiments::santos {
namespace {

constexpr double k_first_fraction = 0.05;  // phi of the gas
constexpr double k_step = 0.02;            // tau

// A packing is finished if forces are balanced and the pressure tensor equals the applied one (k_pressure_tolerance),
// which is the stricter rule. Between 3,000 tau, when the pressure is within 1e-3, and the end phi changes by less than
// 2e-5 and Z by 0.01 (500 spheres, seed 1, the four known states; without friction from 8,000 tau on). Kinetic energies
// are not a suitable criterion: that of the backbone may consist mostly of its drift against flying rattlers (96 % at
// (0.3, 0.3, 0.3)), and at (1, 1, 1) it was 8e-14 after 30,000 tau, when forces were balanced to 1e-5.
constexpr double k_unbalanced_force = 3e-4;  // of the mean contact force
constexpr double k_first_look = 300.0;       // tau; the collapse ends at about 100
constexpr double k_drag = 0.02;              // 1/tau
constexpr double k_look_every = 20.0;        // tau
constexpr double k_paper_time = 2e5;         // tau [II.B]

/// Factor on all times. Under a low pressure the compression is limited by inertia and takes a time proportional to
/// P^-1/2; under a high pressure springs do not relax faster.
double slowness(double pressure) { return std::max(1.0, std::sqrt(k_usual_pressure / pressure)); }

std::string vary_text(std::string_view key, const std::vector<State>& states, const auto& value_of) {
  std::vector<double> values;
  for (const State& state : states) values.push_back(value_of(state));
  return fmt::format("\n[[vary]]\nkey = \"{}\"\nvalues = [{}]\ntogether = \"state\"\n", key, fmt::join(values, ", "));
}

Protocol sized(std::string title, Scale scale, std::vector<State> states) {
  Protocol protocol{.title = std::move(title), .states = std::move(states)};
  switch (scale) {
    // the fraction of rattlers scatters between seeds by 0.03 to 0.04, which is the tolerance of a mean
    case Scale::quick: protocol.bodies = 500, protocol.seeds = 6; break;
    case Scale::medium:
      protocol.bodies = 1000, protocol.seeds = 3, protocol.pressure_tolerance = k_survey_tolerance;
      break;
    case Scale::paper: protocol.bodies = 10'000, protocol.seeds = 6; break;
  }
  return protocol;
}

}  // namespace

Protocol friction_protocol(Scale scale) {
  return sized("Packings over three kinds of friction, Fig. 3 and 4", scale, friction_states(scale));
}
Protocol pressure_protocol(Scale scale) {
  Protocol protocol = sized("Packings under other pressures, Fig. 5", scale, pressure_states(scale));
  // six pressures; the specification has no numbers for them
  if (scale == Scale::quick) protocol.seeds = 3, protocol.pressure_tolerance = k_survey_tolerance;
  return protocol;
}

double longest_time(const Protocol& protocol, const State& state) {
  return std::round(protocol.time_factor * slowness(state.pressure) * k_paper_time);
}

std::string scene_text(const Protocol& protocol) {
  const double edge = std::cbrt(protocol.bodies * std::numbers::pi / 6.0 / k_first_fraction);
  return fmt::format(
      R"(# A gas of spheres that a constant pressure makes a packing of [Santos2020, II.B]. k_n = 1, d = 1, m = 1.
# The study beside this file replaces friction, pressure, times and seed.
title = "{bodies} spheres under a constant pressure"
units = "reduced"
stepper = "nph"

[time]
step = {step}
end = {end}

[nph]
pressure = {pressure}
damping = 2.25       # tau; the paper prints its inverse, LAMMPS takes a time
temperature = 1.0
drag = {drag}          # of the cell, once it has closed: without it packings of high friction ring for more than 10,000 tau
drag_after = {after}

[stop]
unbalanced_force = {rest}
pressure_tolerance = {tolerance}
after = {after}
every = {every}

[cell]
periodic = ["x", "y", "z"]
low = [0, 0, 0]
high = [{edge}, {edge}, {edge}]

[[material]]
name = "grain"
density = {density}  # 6/pi: m = 1

[[contact]]
between = ["grain", "grain"]
normal = {{ law = "hooke", stiffness = 1.0, damping_by_mass = 0.5 }}
slide = {{ law = "coulomb-spring", stiffness = 1.0, damping_of_normal = 1.0, coefficient = 0.3 }}
roll = {{ law = "spring", stiffness = 1.0, damping = 0.5, coefficient = 0.3, arm = "effective-radius" }}
spin = {{ law = "spring", stiffness = 1.0, damping = 0.5, length = 0.3 }}

[[random]]
low = [0, 0, 0]
high = [{edge}, {edge}, {edge}]
count = {bodies}
radius = 0.5
seed = 1
material = "grain"

[guard]
overlap_limit = 1.0  # of the radius; a gas that collapses under P = 0.01 passes the usual 0.2

[output]
picture = false

[measure.packing]
)",
      fmt::arg("bodies", protocol.bodies), fmt::arg("step", k_step), fmt::arg("end", longest_time(protocol, {})),
      fmt::arg("pressure", k_usual_pressure), fmt::arg("rest", k_unbalanced_force),
      fmt::arg("tolerance", protocol.pressure_tolerance), fmt::arg("drag", k_drag), fmt::arg("after", k_first_look),
      fmt::arg("every", k_look_every), fmt::arg("edge", edge), fmt::arg("density", 6.0 / std::numbers::pi));
}

std::string study_text(const Protocol& protocol) {
  std::string text = fmt::format("title = \"{}\"\nscene = \"scene.toml\"\nmeasure = [\"{}\"]\n", protocol.title,
                                 fmt::join(measures(), "\", \""));
  text += vary_text(k_slide_key, protocol.states, [](const State& s) { return s.slide; });
  text += vary_text(k_roll_key, protocol.states, [](const State& s) { return s.roll; });
  text += vary_text(k_spin_key, protocol.states, [](const State& s) { return s.spin; });
  text += vary_text(k_pressure_key, protocol.states, [](const State& s) { return s.pressure; });
  // The collapse is slower under a low pressure; drag starts only after it.
  if (const auto after = [](const State& s) { return std::round(k_first_look * slowness(s.pressure)); }; std::any_of(
          protocol.states.begin(), protocol.states.end(), [&](const State& s) { return after(s) != k_first_look; })) {
    text += vary_text("nph.drag_after", protocol.states, after);
    text += vary_text("stop.after", protocol.states, after);
  }
  text += vary_text("time.end", protocol.states, [&](const State& s) { return longest_time(protocol, s); });
  return text + fmt::format("\n[[vary]]\nkey = \"{}\"\nseeds = {}\n", k_seed_key, protocol.seeds);
}

Packings make_packings(const Protocol& protocol, const std::filesystem::path& folder, const Settings& settings) {
  if (!settings.sweep) throw std::runtime_error("packings are made by a sweep, and there is nobody here to run one");
  std::filesystem::create_directories(folder);
  const auto put = [&](const char* name, const std::string& text) {
    std::ifstream file(folder / name, std::ios::binary);
    const std::string old{std::istreambuf_iterator<char>(file), {}};
    if (!old.empty() && old != text)
      throw std::runtime_error(
          fmt::format("{} is of another study, made by another version of this experiment; take another folder "
                      "(--out), or remove that one",
                      (folder / name).string()));
    io::write_whole_file(folder / name, {text}, io::Survives::the_process);
  };
  put("scene.toml", scene_text(protocol)), put("study.toml", study_text(protocol));
  Packings packings = read_packings(settings.sweep(folder / "study.toml", folder / "sweep"));
  packings.momentum = largest_momentum(folder / "sweep");
  return packings;
}

std::filesystem::path shared_folder(const Settings& settings) {
  return settings.folder.parent_path() / "santos-packings" / word_of(settings.scale);
}

}  // namespace scree::experiments::santos
