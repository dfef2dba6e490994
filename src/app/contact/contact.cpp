// `scree contact`: drives a single contact on the workbench along a path or into an impact. The contact is in
// workbench/driven.h, the paths are in workbench/paths.h.
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
#include "app/contact/contact_setting.h"
#include "app/exit_codes.h"
#include "app/shell_text.h"
#include "workbench/paths.h"
#include "io/text/nearest.h"
#include "io/text/path_file.h"
#include "workbench/workbench.h"

namespace scree::app {
namespace {

using contact::PathKind, contact::Waypoint;

constexpr std::string_view k_impact = "impact";
constexpr double k_beyond_slip = 2.0;           // amplitude of a path over the largest slip distance of the laws
constexpr double k_within_stick = 0.5;          // amplitude of the path `turn` over the smallest slip distance
constexpr std::size_t k_max_steps = 4'000'000;  // of a path; each step takes about 400 bytes of memory

void check_size(std::size_t parts, std::string_view what, int steps) {
  if (parts > k_max_steps / static_cast<std::size_t>(steps))
    refuse_contact(fmt::format("{} {} of {} steps each are more than {} steps in all; give fewer --steps", parts, what,
                               steps, k_max_steps));
}

/// Waypoints of a named path; also sets the heading of the output.
std::vector<Waypoint> named_path(const ContactArguments& a, const Setting& s, Bench& bench) {
  using contact::k_path_choices;
  static_assert(k_path_choices.size() == 6 && k_path_choices[static_cast<std::size_t>(PathKind::press)] == "press" &&
                k_path_choices[static_cast<std::size_t>(PathKind::shear)] == "shear" &&
                k_path_choices[static_cast<std::size_t>(PathKind::shear_varying)] == "shear-varying" &&
                k_path_choices[static_cast<std::size_t>(PathKind::roll)] == "roll" &&
                k_path_choices[static_cast<std::size_t>(PathKind::spin)] == "spin" &&
                k_path_choices[static_cast<std::size_t>(PathKind::turn)] == "turn");
  const auto at = std::find(k_path_choices.begin(), k_path_choices.end(), a.path);
  contact::PathSpec spec{.kind = static_cast<PathKind>(at - k_path_choices.begin()),
                         .overlap = s.overlap,
                         .variation = a.variation,
                         .cycles = a.cycles,
                         .steps = a.steps};
  check_size(static_cast<std::size_t>(a.cycles), "cycles", a.steps);
  spec.period = positive_option(a.period, "--period", "s", spec.period);
  double smallest = std::numeric_limits<double>::infinity(), largest = 0.0;
  for (const BodiesCase& c : s.cases) {
    const double d = contact::slip_distance(c.law.model, c.pair, s.overlap, spec.kind);
    smallest = std::min(smallest, d), largest = std::max(largest, d);
  }
  const bool turn = spec.kind == PathKind::turn;
  spec.amplitude = positive_option(a.amplitude, "--amplitude", spec.kind == PathKind::spin ? "rad" : "m",
                                   turn ? k_within_stick * smallest : k_beyond_slip * largest);
  bench.cycles = a.cycles;
  bench.shown = spec.kind == PathKind::press  ? Shown::press
                : spec.kind == PathKind::roll ? Shown::roll
                : spec.kind == PathKind::spin ? Shown::spin
                                              : Shown::slide;
  bench.heading = fmt::format("{}, {} cycles of {:g} s, overlap {:.4g} m", a.path, a.cycles, spec.period, spec.overlap);
  if (spec.kind != PathKind::press)
    bench.heading += fmt::format(", amplitude {:.4g} {}", spec.amplitude, spec.kind == PathKind::spin ? "rad" : "m");
  if (spec.kind == PathKind::shear_varying)
    bench.heading += fmt::format(", overlap varies by a fraction of {:g}", spec.variation);
  return contact::path(spec);
}

std::vector<Waypoint> path_from_file(const ContactArguments& a, Bench& bench) {
  auto read = io::read_path(a.path);
  if (const auto* problems = std::get_if<io::InputErrors>(&read)) {
    fmt::print(stderr, "{}", shown_lines(problems->text()));
    throw ContactRefusal{k_bad_scene};
  }
  const auto& points = std::get<std::vector<Waypoint>>(read);
  const auto any = [&](auto moves) { return std::any_of(points.begin(), points.end(), moves); };
  bench.shown = any([](const Waypoint& w) { return norm2(w.slide) > 0.0; })  ? Shown::slide
                : any([](const Waypoint& w) { return norm2(w.roll) > 0.0; }) ? Shown::roll
                : any([](const Waypoint& w) { return w.spin != 0.0; })       ? Shown::spin
                                                                             : Shown::press;
  bench.heading = fmt::format("path of {}, {} waypoints, {} steps per leg",
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
  spec.speed = positive_option(a.speed, "--speed", "m/s", spec.speed);
  spec.angle = quantity_option(a.angle, "--angle", "rad", spec.angle);
  if (!(std::abs(spec.angle) < 0.5 * std::numbers::pi))
    refuse_contact(fmt::format("--angle {} must be less than 90 degrees: the bodies would not collide", a.angle));
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
  std::vector<std::string_view> words(contact::k_path_choices.begin(), contact::k_path_choices.end());
  words.push_back(k_impact);
  if (std::find(words.begin(), words.end(), path) != words.end() || is_file(path)) return;
  refuse_contact(fmt::format("there is no path \"{}\"; there are {}, or the name of a .csv file{}", path,
                             io::listed(words, "and", ""), io::did_you_mean(path, words)));
}

/// Refuses options that would have no effect, with the reason.
void refuse_idle_options(const ContactArguments& a) {
  const bool impact = a.path == k_impact, file = is_file(a.path), has_scene = !a.scene.empty();
  const auto idle = [](std::string_view option, bool given, std::string_view why) {
    if (given) refuse_contact(fmt::format("{} has no effect: {}", option, why));
  };
  if (a.energy) {
    constexpr std::string_view why = "--energy uses the presets along random paths";
    idle("a scene", has_scene, why);
    idle("--path", a.path != ContactArguments{}.path, why);
    idle("--overlap", !a.overlap.empty(), why), idle("--amplitude", !a.amplitude.empty(), why);
    idle("--radius", !a.radius.empty(), why), idle("--plane", a.plane, why);
    idle("--out", !a.out.empty(), why);
  }
  idle("--density", !a.density.empty() && !has_scene, "without a scene the bodies are of glass, 2500 kg/m^3");
  idle("--between", !a.between.empty() && !has_scene, "it selects rules of a scene, and no scene is given");
  idle("--stage", !a.stage.empty() && has_scene, "it applies to presets, and a scene defines its own laws");
  for (const auto& [option, given] : {std::pair{"--speed", !a.speed.empty()}, std::pair{"--angle", !a.angle.empty()}})
    idle(option, given && (!impact || a.energy), "it applies only to --path impact");
  idle("--amplitude", !a.amplitude.empty() && (impact || file || a.path == "press"), "this path has no oscillation");
  idle("--period", !a.period.empty() && (impact || file) && !a.energy, "this path defines its own times");
  idle("--overlap", !a.overlap.empty() && (impact || file) && has_scene, "this path defines its own overlaps");
}

/// Refuses an output folder in which a result would overwrite the file of waypoints.
void refuse_lost_path(const ContactArguments& a, const Bench& bench) {
  std::error_code none;
  for (const std::string& name : bench_files(bench, a.format))
    if (std::filesystem::equivalent(a.path, a.out / name, none))
      refuse_contact(
          fmt::format("--out {}: {} in it is the path that is read and would be overwritten; choose another folder",
                      a.out.string(), name));
}

}  // namespace

int contact_command(const ContactArguments& arguments) try {
  if (!arguments.energy) check_path_word(arguments.path);
  refuse_idle_options(arguments);
  if (arguments.energy) {
    for (const std::string& words : arguments.laws) accepted(law_case(words, arguments.stage, {}));
    const EnergySearch slow;
    fmt::print("{}", energy_text(arguments.laws,
                                 {arguments.paths, arguments.steps,
                                  positive_option(arguments.period, "--period", "s", slow.leg), arguments.stage}));
    return k_ok;
  }
  const Setting setting = arguments.scene.empty() ? preset_setting(arguments) : scene_setting(arguments);
  check_overlap(setting.overlap, setting);
  Bench bench;
  if (arguments.path == k_impact)
    collide(arguments, setting, bench);
  else
    drive(is_file(arguments.path) ? path_from_file(arguments, bench) : named_path(arguments, setting, bench), setting,
          bench);
  bench.heading += bodies_text(setting);
  if (!arguments.out.empty()) refuse_lost_path(arguments, bench);
  fmt::print("{}", shown_lines(table_text(bench)));
  if (!arguments.out.empty()) {
    write_bench(bench, arguments.out, arguments.format);
    fmt::print("\nwrote {} into {}\n", shown(fmt::format("{}", fmt::join(bench_files(bench, arguments.format), ", "))),
               shown(arguments.out));
  }
  return k_ok;
} catch (const ContactRefusal& refusal) {
  return refusal.code;
}

}  // namespace scree::app
