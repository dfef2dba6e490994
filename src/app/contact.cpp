// `scree contact`: one contact on the workbench. Only the command line's words; the contact is in contact/driven.h, paths in contact/paths.h.
#include <algorithm>
#include <cstdio>
#include <limits>
#include <numbers>

#include <fmt/format.h>

#include "app/commands.h"
#include "app/contact_bench.h"
#include "app/contact_energy.h"
#include "app/exit_codes.h"
#include "contact/paths.h"
#include "io/nearest.h"
#include "io/path_file.h"
#include "io/units.h"

namespace scree::app {
namespace {

using contact::DrivenPair, contact::PathKind, contact::Waypoint;

constexpr std::string_view k_impact = "impact";
constexpr double k_beyond_slip = 2.0;     // how far a path goes, over the distance at which the last law slips
constexpr double k_within_stick = 0.5;    // ... of the path `turn`, over the distance at which the first one does
constexpr double k_scene_overlap = 1e-3;  // of the radius, where a scene does not say

/// The words did not make sense; what to say has been said.
struct Refusal {
  int code;
};
[[noreturn]] void refuse(const std::string& sentence, int code = k_usage) {
  fmt::print(stderr, "scree: {}\n", sentence);
  throw Refusal{code};
}
template <class T>
T accepted(std::variant<T, Fault> result) {
  if (const auto* fault = std::get_if<Fault>(&result)) refuse(fault->sentence);
  return std::get<T>(std::move(result));
}

/// A number with its unit, or `otherwise` if it is not given.
double quantity(const std::string& text, std::string_view option, std::string_view unit, double otherwise) {
  if (text.empty()) return otherwise;
  const auto value = io::quantity_in(text, unit);
  if (const auto* fault = std::get_if<io::UnitFault>(&value)) refuse(fmt::format("{} {} {}; its unit is {}", option, text, fault->why, unit));
  return std::get<double>(value);
}
double positive(const std::string& text, std::string_view option, std::string_view unit, double otherwise) {
  const double value = quantity(text, option, unit, otherwise);
  if (!(value > 0.0)) refuse(fmt::format("{} {} must be > 0", option, text));
  return value;
}

std::string stage_of_path(const std::string& path) {
  if (path == "press") return "normal";
  if (path == "roll" || path == "spin") return path;
  return "slide";
}

/// Cases, bodies and the overlap at which paths work, from presets or from a scene.
struct Setting {
  std::vector<LawCase> cases{};
  DrivenPair pair{};
  double overlap = 0.0;
};
void onto_plane(DrivenPair& pair) { pair.radius_b = pair.mass_b = std::numeric_limits<double>::infinity(); }

Setting of_presets(const ContactArguments& a) {
  contact::Grain grain;
  const double glass = grain.radius;
  grain.radius = positive(a.radius, "--radius", "m", grain.radius);
  grain.overlap = positive(a.overlap, "--overlap", "m", grain.overlap * grain.radius / glass);
  Setting setting{.pair = contact::pair_of(grain), .overlap = grain.overlap};
  const std::string stage = a.stage.empty() ? stage_of_path(a.path) : a.stage;
  for (const std::string& words : a.laws) setting.cases.push_back(accepted(law_case(words, stage, grain)));
  if (a.laws.empty()) setting.cases = all_cases(stage, grain);
  return setting;
}

Setting of_scene(const ContactArguments& a) {
  if (!a.laws.empty()) refuse("--laws takes presets, which have nothing to do with a scene; give --between for each rule of the scene to look at");
  const auto loaded = read_or_complain(a.scene, a.reading);
  if (!loaded) throw Refusal{k_bad_scene};
  const sim::Scene& scene = loaded->scene;
  Setting setting;
  std::vector<std::string> between = a.between;
  if (between.empty())
    for (const sim::ContactRule& rule : scene.contacts)
      between.push_back(fmt::format("{},{}", scene.materials[static_cast<std::size_t>(rule.material_a)].name, scene.materials[static_cast<std::size_t>(rule.material_b)].name));
  if (between.empty()) refuse("the scene has no [[contact]]", k_bad_scene);
  for (const std::string& words : between) setting.cases.push_back(accepted(scene_case(scene, words)));
  double radius = scene.spheres.empty() ? k_unset : scene.spheres.front().radius, density = k_unset;
  for (const sim::Material& m : scene.materials)
    if (!is_set(density)) density = m.density;
  radius = quantity(a.radius, "--radius", "m", radius), density = quantity(a.density, "--density", "kg/m^3", density);
  if (!(radius > 0.0)) refuse("the scene has no [[sphere]] whose radius could be taken; give --radius");
  if (!(density > 0.0)) refuse("no material of the scene has a density; give --density");
  contact::Grain grain{.radius = radius, .density = density};
  setting.pair = contact::pair_of(grain);
  setting.overlap = positive(a.overlap, "--overlap", "m", k_scene_overlap * radius);
  return setting;
}

/// Waypoints of a named path, and the path in words.
std::vector<Waypoint> named_path(const ContactArguments& a, const Setting& s, Bench& bench) {
  const auto at = std::find(contact::k_path_words.begin(), contact::k_path_words.end(), a.path);
  contact::PathSpec spec{.kind = static_cast<PathKind>(at - contact::k_path_words.begin()), .overlap = s.overlap, .variation = a.variation, .cycles = a.cycles, .steps = a.steps};
  spec.period = positive(a.period, "--period", "s", spec.period);
  double least = std::numeric_limits<double>::infinity(), most = 0.0;
  for (const LawCase& c : s.cases) {
    const double d = contact::slip_distance(c.model, s.pair, s.overlap, spec.kind);
    least = std::min(least, d), most = std::max(most, d);
  }
  const bool turn = spec.kind == PathKind::turn;
  spec.amplitude = positive(a.amplitude, "--amplitude", spec.kind == PathKind::spin ? "rad" : "m", turn ? k_within_stick * least : k_beyond_slip * most);
  bench.cycles = a.cycles;
  bench.shown = spec.kind == PathKind::press ? Shown::press : spec.kind == PathKind::roll ? Shown::roll : spec.kind == PathKind::spin ? Shown::spin : Shown::slide;
  bench.heading = fmt::format("{}, {} cycles of {:g} s, overlap {:.4g} m", a.path, a.cycles, spec.period, spec.overlap);
  if (spec.kind != PathKind::press) bench.heading += fmt::format(", amplitude {:.4g} {}", spec.amplitude, spec.kind == PathKind::spin ? "rad" : "m");
  if (spec.kind == PathKind::shear_varying) bench.heading += fmt::format(", overlap varies by {:g} of itself", spec.variation);
  return contact::path(spec);
}

std::vector<Waypoint> path_from_file(const ContactArguments& a, Bench& bench) {
  auto read = io::read_path(a.path);
  if (const auto* problems = std::get_if<io::Problems>(&read)) {
    fmt::print(stderr, "{}", problems->text());
    throw Refusal{k_bad_scene};
  }
  auto points = std::get<std::vector<Waypoint>>(std::move(read));
  const auto any = [&](auto moves) { return std::any_of(points.begin(), points.end(), moves); };
  bench.shown = any([](const Waypoint& w) { return norm2(w.slide) > 0.0; }) ? Shown::slide
                : any([](const Waypoint& w) { return norm2(w.roll) > 0.0; }) ? Shown::roll
                : any([](const Waypoint& w) { return w.spin != 0.0; })       ? Shown::spin
                                                                             : Shown::press;
  bench.heading = fmt::format("path of {}, {} waypoints", std::filesystem::path(a.path).filename().string(), points.size());
  return points;
}

void drive(const std::vector<Waypoint>& points, const Setting& setting, Bench& bench) {
  for (const LawCase& c : setting.cases) {
    BenchRun run{.law = c, .points = {}};
    contact::DrivenContact driven(c.model, setting.pair);
    for (const Waypoint& w : points) run.points.push_back({w, driven.drive_to(w), 0.0});
    bench.runs.push_back(std::move(run));
  }
}

void collide(const ContactArguments& a, const Setting& setting, Bench& bench) {
  contact::ImpactSpec spec{.steps = std::max(a.steps, 100)};
  spec.speed = positive(a.speed, "--speed", "m/s", spec.speed);
  spec.angle = quantity(a.angle, "--angle", "rad", spec.angle);
  if (!(std::abs(spec.angle) < 0.5 * std::numbers::pi)) refuse(fmt::format("--angle {} must be less than 90 degrees: the bodies would not meet", a.angle));
  bench.heading = fmt::format("impact at {:g} m/s, {:.3g} degrees from the normal", spec.speed, spec.angle * 180.0 / std::numbers::pi);
  for (const LawCase& c : setting.cases) {
    contact::Impact found = contact::impact(c.model, setting.pair, spec);
    BenchRun run{.law = c, .points = std::move(found.points)};
    found.points.clear();
    run.impact = std::move(found);
    bench.runs.push_back(std::move(run));
  }
}

bool is_file(const std::string& path) { return path.ends_with(".csv"); }

void check_path_word(const std::string& path) {
  std::vector<std::string_view> words(contact::k_path_words.begin(), contact::k_path_words.end());
  words.push_back(k_impact);
  if (std::find(words.begin(), words.end(), path) != words.end() || is_file(path)) return;
  refuse(fmt::format("there is no path \"{}\"; there are {}, or the name of a .csv file{}", path, io::listed(words, "and", ""), io::did_you_mean(path, words)));
}

}  // namespace

int contact_command(const ContactArguments& arguments) try {
  if (arguments.energy) {
    for (const std::string& words : arguments.laws) accepted(law_case(words, arguments.stage, {}));
    const EnergySearch slow;
    fmt::print("{}", energy_text(arguments.laws, {arguments.paths, arguments.steps, positive(arguments.period, "--period", "s", slow.leg), arguments.stage}));
    return k_ok;
  }
  check_path_word(arguments.path);
  Setting setting = arguments.scene.empty() ? of_presets(arguments) : of_scene(arguments);
  if (arguments.plane) onto_plane(setting.pair);
  Bench bench;
  if (arguments.path == k_impact)
    collide(arguments, setting, bench);
  else
    drive(is_file(arguments.path) ? path_from_file(arguments, bench) : named_path(arguments, setting, bench), setting, bench);
  bench.heading += setting.pair.at_plane() ? fmt::format("; sphere of radius {:g} m on a plane", setting.pair.radius_a) : fmt::format("; spheres of radius {:g} m", setting.pair.radius_a);
  fmt::print("{}", table_text(bench));
  if (!arguments.out.empty()) {
    std::string files;
    for (const std::string& name : write_bench(bench, arguments.out, arguments.format)) files += (files.empty() ? "" : ", ") + name;
    fmt::print("\nwrote {} into {}\n", files, arguments.out.string());
  }
  return k_ok;
} catch (const Refusal& refusal) {
  return refusal.code;
}

}  // namespace scree::app
