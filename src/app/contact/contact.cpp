// `scree contact`: one contact on the workbench. Only the command line's words; the contact is in workbench/driven.h,
// paths in workbench/paths.h.
#include <algorithm>
#include <cctype>
#include <cstdio>
#include <limits>
#include <numbers>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/commands.h"
#include "app/contact/contact_bench.h"
#include "app/contact/contact_energy.h"
#include "app/exit_codes.h"
#include "app/shell_text.h"
#include "workbench/paths.h"
#include "io/text/nearest.h"
#include "io/text/path_file.h"
#include "io/text/units.h"
#include "workbench/workbench.h"

namespace scree::app {
namespace {

using contact::DrivenPair, contact::PathKind, contact::Waypoint, sim::MaterialBody;

constexpr std::string_view k_impact = "impact";
constexpr double k_beyond_slip = 2.0;     // how far a path goes, over the distance at which the last law slips
constexpr double k_within_stick = 0.5;    // ... of the path `turn`, over the distance at which the first one does
constexpr double k_scene_overlap = 1e-3;  // of the smallest radius, where a scene does not say
constexpr std::size_t k_most_steps = 4'000'000;  // of a path; each takes some 400 bytes of memory

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
  if (const auto* fault = std::get_if<io::UnitFault>(&value))
    refuse(fmt::format("{} {} {}; its unit is {}", option, text, fault->why, unit));
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

/// A law and the bodies that meet by it.
struct BodiesCase {
  LawCase law;
  DrivenPair pair{};
  std::string bodies{};  ///< in words
};
/// Cases and the overlap at which paths work, from presets or from a scene.
struct Setting {
  std::vector<BodiesCase> cases{};
  double overlap = 0.0;
};

double smallest_radius(const Setting& setting) {
  double smallest = std::numeric_limits<double>::infinity();
  for (const BodiesCase& c : setting.cases) smallest = std::min({smallest, c.pair.radius_a, c.pair.radius_b});
  return smallest;
}
void check_overlap(double overlap, const Setting& setting) {
  const double radius = smallest_radius(setting);
  if (overlap > radius) refuse(fmt::format("an overlap of {:g} m is more than the radius of {:g} m", overlap, radius));
}

/// One of the two bodies; a plane has neither radius nor density.
struct Body {
  MaterialBody::Shape shape = MaterialBody::Shape::sphere;
  double radius = 0.0, density = 0.0;
};
BodiesCase with_bodies(LawCase law, const Body& a, const Body& b) {
  constexpr double endless = std::numeric_limits<double>::infinity();
  const auto mass = [](const Body& body) {
    return 4.0 / 3.0 * std::numbers::pi * body.density * body.radius * body.radius * body.radius;
  };
  const auto words = [](const Body& body) {
    return fmt::format("of radius {:g} m, {:g} kg/m^3", body.radius, body.density);
  };
  if (b.shape == MaterialBody::Shape::plane)
    return {std::move(law), {a.radius, endless, mass(a), endless}, fmt::format("sphere {} on a plane", words(a))};
  return {std::move(law),
          {a.radius, b.radius, mass(a), mass(b)},
          words(a) == words(b) ? fmt::format("spheres {}", words(a))
                               : fmt::format("sphere {} and sphere {}", words(a), words(b))};
}

/// The bodies of all cases in words, once if they are the same.
std::string bodies_text(const Setting& setting) {
  const std::string& first = setting.cases.front().bodies;
  if (std::all_of(setting.cases.begin(), setting.cases.end(), [&](const BodiesCase& c) { return c.bodies == first; }))
    return "; " + first;
  std::string text;
  for (const BodiesCase& c : setting.cases) text += fmt::format("; {}: {}", c.law.label, c.bodies);
  return text;
}

Setting of_presets(const ContactArguments& a) {
  contact::Grain grain;
  const double glass = grain.radius;
  grain.radius = positive(a.radius, "--radius", "m", grain.radius);
  grain.overlap = positive(a.overlap, "--overlap", "m", grain.overlap * grain.radius / glass);
  const std::string stage = a.stage.empty() ? stage_of_path(a.path) : a.stage;
  std::vector<LawCase> laws;
  for (const std::string& words : a.laws) laws.push_back(accepted(law_case(words, stage, grain)));
  if (a.laws.empty()) laws = all_cases(stage, grain);
  const Body sphere{.radius = grain.radius, .density = grain.density},
      other{.shape = a.plane ? MaterialBody::Shape::plane : MaterialBody::Shape::sphere,
            .radius = grain.radius,
            .density = grain.density};
  Setting setting{.overlap = grain.overlap};
  for (LawCase& law : laws) setting.cases.push_back(with_bodies(std::move(law), sphere, other));
  return setting;
}

/// The bodies of the scene's materials, with what the command line adds to them.
class SceneBodies {
 public:
  SceneBodies(const sim::Scene& scene, const ContactArguments& a) : scene_(scene), arguments_(a) {}

  BodiesCase of_rule(const std::string& between) {
    LawCase law = accepted(scene_case(scene_, between));
    const std::size_t comma = between.find(',');
    constexpr auto plane = MaterialBody::Shape::plane;
    Body a = of_material(between.substr(0, comma)),
         b = arguments_.plane && a.shape != plane ? Body{.shape = plane} : of_material(between.substr(comma + 1));
    if (a.shape == plane) std::swap(a, b);
    if (a.shape == plane) refuse(fmt::format("the materials of {} are on walls alone, which do not meet", between));
    return with_bodies(std::move(law), a, b);
  }
  void check_that_all_was_needed() const {
    if (!arguments_.density.empty() && !density_was_needed_)
      refuse(fmt::format("--density {}: the scene tells the density of these bodies itself", arguments_.density));
  }

 private:
  Body of_material(const std::string& name) {
    const auto at = std::find_if(scene_.materials.begin(), scene_.materials.end(),
                                 [&](const sim::Material& m) { return m.name == name; });
    const MaterialBody found = sim::body_of_material(scene_, static_cast<int>(at - scene_.materials.begin()));
    if (found.shape == MaterialBody::Shape::plane) return {.shape = found.shape};
    Body body{.radius = quantity(arguments_.radius, "--radius", "m", found.radius), .density = found.density};
    if (!is_set(body.radius))
      refuse(fmt::format("the scene has no sphere of \"{}\" whose radius could be taken; give --radius", name));
    if (!(body.radius > 0.0)) refuse(fmt::format("--radius {} must be > 0", arguments_.radius));
    if (is_set(body.density)) return body;
    if (arguments_.density.empty())
      refuse(fmt::format("the scene does not tell the density of \"{}\"; give --density", name));
    body.density = positive(arguments_.density, "--density", "kg/m^3", k_unset);
    density_was_needed_ = true;
    return body;
  }

  const sim::Scene& scene_;
  const ContactArguments& arguments_;
  bool density_was_needed_ = false;
};

Setting of_scene(const ContactArguments& a) {
  if (!a.laws.empty())
    refuse(
        "--laws takes presets, which have nothing to do with a scene; give --between for each rule of the scene to "
        "look at");
  const auto loaded = read_or_complain(a.scene, a.reading);
  if (!loaded) throw Refusal{k_bad_scene};
  const sim::Scene& scene = loaded->scene;
  const auto on_walls = [&](int material) {
    return sim::body_of_material(scene, material).shape == MaterialBody::Shape::plane;
  };
  const auto name = [&](int material) { return scene.materials[static_cast<std::size_t>(material)].name; };
  std::vector<std::string> between = a.between;
  if (between.empty())
    for (const sim::ContactRule& rule : scene.contacts)
      if (!on_walls(rule.material_a) || !on_walls(rule.material_b))
        between.push_back(fmt::format("{},{}", name(rule.material_a), name(rule.material_b)));
  if (between.empty()) refuse("the scene has no [[contact]] of bodies that can meet", k_bad_scene);
  Setting setting;
  SceneBodies bodies(scene, a);
  for (const std::string& words : between) setting.cases.push_back(bodies.of_rule(words));
  bodies.check_that_all_was_needed();
  setting.overlap = positive(a.overlap, "--overlap", "m", k_scene_overlap * smallest_radius(setting));
  return setting;
}

void check_size(std::size_t parts, std::string_view what, int steps) {
  if (parts > k_most_steps / static_cast<std::size_t>(steps))
    refuse(fmt::format("{} {} of {} steps each are more than {} steps in all; give fewer --steps", parts, what, steps,
                       k_most_steps));
}

/// Waypoints of a named path, and the path in words.
std::vector<Waypoint> named_path(const ContactArguments& a, const Setting& s, Bench& bench) {
  using contact::k_path_words;
  static_assert(k_path_words.size() == 6 && k_path_words[static_cast<std::size_t>(PathKind::press)] == "press" &&
                k_path_words[static_cast<std::size_t>(PathKind::shear)] == "shear" &&
                k_path_words[static_cast<std::size_t>(PathKind::shear_varying)] == "shear-varying" &&
                k_path_words[static_cast<std::size_t>(PathKind::roll)] == "roll" &&
                k_path_words[static_cast<std::size_t>(PathKind::spin)] == "spin" &&
                k_path_words[static_cast<std::size_t>(PathKind::turn)] == "turn");
  const auto at = std::find(k_path_words.begin(), k_path_words.end(), a.path);
  contact::PathSpec spec{.kind = static_cast<PathKind>(at - k_path_words.begin()),
                         .overlap = s.overlap,
                         .variation = a.variation,
                         .cycles = a.cycles,
                         .steps = a.steps};
  check_size(static_cast<std::size_t>(a.cycles), "cycles", a.steps);
  spec.period = positive(a.period, "--period", "s", spec.period);
  double least = std::numeric_limits<double>::infinity(), most = 0.0;
  for (const BodiesCase& c : s.cases) {
    const double d = contact::slip_distance(c.law.model, c.pair, s.overlap, spec.kind);
    least = std::min(least, d), most = std::max(most, d);
  }
  const bool turn = spec.kind == PathKind::turn;
  spec.amplitude = positive(a.amplitude, "--amplitude", spec.kind == PathKind::spin ? "rad" : "m",
                            turn ? k_within_stick * least : k_beyond_slip * most);
  bench.cycles = a.cycles;
  bench.shown = spec.kind == PathKind::press  ? Shown::press
                : spec.kind == PathKind::roll ? Shown::roll
                : spec.kind == PathKind::spin ? Shown::spin
                                              : Shown::slide;
  bench.heading = fmt::format("{}, {} cycles of {:g} s, overlap {:.4g} m", a.path, a.cycles, spec.period, spec.overlap);
  if (spec.kind != PathKind::press)
    bench.heading += fmt::format(", amplitude {:.4g} {}", spec.amplitude, spec.kind == PathKind::spin ? "rad" : "m");
  if (spec.kind == PathKind::shear_varying)
    bench.heading += fmt::format(", overlap varies by {:g} of itself", spec.variation);
  return contact::path(spec);
}

std::vector<Waypoint> path_from_file(const ContactArguments& a, Bench& bench) {
  auto read = io::read_path(a.path);
  if (const auto* problems = std::get_if<io::Problems>(&read)) {
    fmt::print(stderr, "{}", shown_lines(problems->text()));
    throw Refusal{k_bad_scene};
  }
  const auto& points = std::get<std::vector<Waypoint>>(read);
  const auto any = [&](auto moves) { return std::any_of(points.begin(), points.end(), moves); };
  bench.shown = any([](const Waypoint& w) { return norm2(w.slide) > 0.0; })  ? Shown::slide
                : any([](const Waypoint& w) { return norm2(w.roll) > 0.0; }) ? Shown::roll
                : any([](const Waypoint& w) { return w.spin != 0.0; })       ? Shown::spin
                                                                             : Shown::press;
  bench.heading = fmt::format("path of {}, {} waypoints, {} steps a leg",
                              std::filesystem::path(a.path).filename().string(), points.size(), a.steps);
  check_size(points.size(), "waypoints", a.steps);
  return contact::path_by_legs(points, a.steps);
}

void drive(const std::vector<Waypoint>& points, const Setting& setting, Bench& bench) {
  check_overlap(std::max_element(points.begin(), points.end(),
                                 [](const Waypoint& p, const Waypoint& q) { return p.overlap < q.overlap; })
                    ->overlap,
                setting);
  for (const BodiesCase& c : setting.cases) {
    BenchRun run{.law = c.law, .points = {}};
    contact::DrivenContact driven(c.law.model, c.pair);
    for (const Waypoint& w : points) run.points.push_back({w, driven.drive_to(w), 0.0});
    bench.runs.push_back(std::move(run));
  }
}

void collide(const ContactArguments& a, const Setting& setting, Bench& bench) {
  contact::ImpactSpec spec{.steps = std::max(a.steps, 100)};
  spec.speed = positive(a.speed, "--speed", "m/s", spec.speed);
  spec.angle = quantity(a.angle, "--angle", "rad", spec.angle);
  if (!(std::abs(spec.angle) < 0.5 * std::numbers::pi))
    refuse(fmt::format("--angle {} must be less than 90 degrees: the bodies would not meet", a.angle));
  bench.heading = fmt::format("impact at {:g} m/s, {:.3g} degrees from the normal", spec.speed,
                              spec.angle * 180.0 / std::numbers::pi);
  for (const BodiesCase& c : setting.cases) {
    contact::Impact found = contact::impact(c.law.model, c.pair, spec);
    BenchRun run{.law = c.law, .points = std::move(found.points)};
    found.points.clear();
    run.impact = std::move(found);
    bench.runs.push_back(std::move(run));
  }
}

bool is_file(const std::string& path) {
  std::string ending = std::filesystem::path(path).extension().string();
  for (char& c : ending) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return ending == ".csv";
}

void check_path_word(const std::string& path) {
  std::vector<std::string_view> words(contact::k_path_words.begin(), contact::k_path_words.end());
  words.push_back(k_impact);
  if (std::find(words.begin(), words.end(), path) != words.end() || is_file(path)) return;
  refuse(fmt::format("there is no path \"{}\"; there are {}, or the name of a .csv file{}", path,
                     io::listed(words, "and", ""), io::did_you_mean(path, words)));
}

/// An option that would change nothing is refused, with the reason why.
void refuse_idle_options(const ContactArguments& a) {
  const bool impact = a.path == k_impact, file = is_file(a.path), has_scene = !a.scene.empty();
  const auto idle = [](std::string_view option, bool given, std::string_view why) {
    if (given) refuse(fmt::format("{} would change nothing: {}", option, why));
  };
  if (a.energy) {
    constexpr std::string_view why = "--energy takes the presets along random paths";
    idle("a scene", has_scene, why);
    idle("--path", a.path != ContactArguments{}.path, why);
    idle("--overlap", !a.overlap.empty(), why), idle("--amplitude", !a.amplitude.empty(), why);
    idle("--radius", !a.radius.empty(), why), idle("--plane", a.plane, why);
    idle("--out", !a.out.empty(), why);
  }
  idle("--density", !a.density.empty() && !has_scene, "without a scene the bodies are of glass, 2500 kg/m^3");
  idle("--between", !a.between.empty() && !has_scene, "it takes rules of a scene, and there is none");
  idle("--stage", !a.stage.empty() && has_scene, "it is about presets, and a scene has its own laws");
  for (const auto& [option, given] : {std::pair{"--speed", !a.speed.empty()}, std::pair{"--angle", !a.angle.empty()}})
    idle(option, given && (!impact || a.energy), "it is about --path impact");
  idle("--amplitude", !a.amplitude.empty() && (impact || file || a.path == "press"),
       "nothing goes back and forth on this path");
  idle("--period", !a.period.empty() && (impact || file) && !a.energy, "this path has its own time");
  idle("--overlap", !a.overlap.empty() && (impact || file) && has_scene, "this path has its own overlaps");
}

/// The file of waypoints may have the name of a result.
void refuse_lost_path(const ContactArguments& a, const Bench& bench) {
  std::error_code none;
  for (const std::string& name : bench_files(bench, a.format))
    if (std::filesystem::equivalent(a.path, a.out / name, none))
      refuse(fmt::format("--out {}: {} in it is the path that is read, which would be lost; choose another folder",
                         a.out.string(), name));
}

}  // namespace

int contact_command(const ContactArguments& arguments) try {
  if (!arguments.energy) check_path_word(arguments.path);
  refuse_idle_options(arguments);
  if (arguments.energy) {
    for (const std::string& words : arguments.laws) accepted(law_case(words, arguments.stage, {}));
    const EnergySearch slow;
    fmt::print("{}",
               energy_text(arguments.laws, {arguments.paths, arguments.steps,
                                            positive(arguments.period, "--period", "s", slow.leg), arguments.stage}));
    return k_ok;
  }
  const Setting setting = arguments.scene.empty() ? of_presets(arguments) : of_scene(arguments);
  check_overlap(setting.overlap, setting);
  Bench bench;
  if (arguments.path == k_impact)
    collide(arguments, setting, bench);
  else
    drive(is_file(arguments.path) ? path_from_file(arguments, bench) : named_path(arguments, setting, bench), setting,
          bench);
  bench.heading += bodies_text(setting);
  if (!arguments.out.empty()) refuse_lost_path(arguments, bench);
  fmt::print("{}", table_text(bench));
  if (!arguments.out.empty()) {
    write_bench(bench, arguments.out, arguments.format);
    fmt::print("\nwrote {} into {}\n", fmt::join(bench_files(bench, arguments.format), ", "), shown(arguments.out));
  }
  return k_ok;
} catch (const Refusal& refusal) {
  return refusal.code;
}

}  // namespace scree::app
