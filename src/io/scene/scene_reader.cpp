// The root of a scene: title, units, stepper, gravity, time; and the order in which parts are read.
#include "io/scene/scene_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/text/confine.h"
#include "io/scene/keys.h"
#include "io/text/nearest.h"
#include "io/scene/scene_include.h"
#include "io/scene/section.h"
#include "io/text/units.h"
#include "sim/critical.h"

namespace scree::io {

namespace {

using scene::k_unit_choices;
constexpr std::array<std::string_view, 1> k_step_choices = {"auto"};

/// Read first, because it decides the notation of all numbers. A misspelt choice counts as the nearest valid one, so
/// that the rest of the file is not reported as wrong.
sim::Units read_units(Section& root) {
  static_assert(k_unit_choices[static_cast<std::size_t>(sim::Units::si)] == "SI" &&
                k_unit_choices[static_cast<std::size_t>(sim::Units::reduced)] == "reduced");
  if (const auto word = root.word("units", k_unit_choices)) return static_cast<sim::Units>(*word);
  const toml::node* node = root.find("units");
  const auto text = node != nullptr ? node->value<std::string>() : std::nullopt;
  return text && nearest(*text, k_unit_choices) == "reduced" ? sim::Units::reduced : sim::Units::si;
}

}  // namespace

void NameList::add(Source& source, const std::string& name, Place place) {
  const auto [at, is_new] = places_.emplace(name, place);
  if (!is_new)
    source.problem(place, fmt::format("the {} name \"{}\" is already taken at {}; names must differ", what_,
                                      shortened(name), source.line_of(at->second, place)));
}

bool check_box(const Keys& keys, const sim::Box& box, Flat flat) {
  return keys.is_good("low") && keys.is_good("high") && check_box(keys.section(), box, flat);
}

bool check_box(Section& section, const sim::Box& box, Flat flat) {
  bool good = true;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double l = box.low.*k_axes[axis], h = box.high.*k_axes[axis];
    if (l < h || (l == h && flat == Flat::allowed)) continue;
    section.problem(section.place("high"),
                    fmt::format("{0}.high is {1} {0}.low along {2} ({3:g} and {4:g}); a box needs low < high",
                                section.path(), l == h ? "equal to" : "below", "xyz"[axis], h, l));
    good = false;
  }
  return good;
}

void read_time(Section& root, Draft& draft) {
  root.require({"time"});
  auto section = root.section("time");
  if (!section) return;
  sim::Timing& time = draft.scene.time;
  Keys keys(*section, scene::k_time, draft);
  const toml::node* step_node = section->find("step");
  const bool is_auto = step_node == nullptr || step_node->value<std::string_view>() == "auto";
  const auto word = !is_auto ? step_node->value<std::string_view>() : std::nullopt;
  std::optional<double> step;
  if (word && split_number(*word).size == 0 && draft.source.units == sim::Units::si)
    section->problem(place_of(*step_node),
                     fmt::format("time.step = \"{}\" is neither \"auto\" nor a quantity such as \"1 us\"{}",
                                 shortened(*word), did_you_mean(*word, k_step_choices)));
  else if (!is_auto)
    step = keys.number("step");
  if (step) time.step = *step;
  // without one, a step is chosen for that end
  draft.scene.places.step = draft.source.describe(section->place(step_node != nullptr ? "step" : "end"));
  const std::string why_given = sim::why_step_is_needed(draft.stepper());
  const bool has_no_step = is_auto && !why_given.empty();
  if (has_no_step)
    section->problem(
        section->place("step"),
        fmt::format("time.step {}, and {}, such as step = {}", step_node == nullptr ? "is not given" : "= \"auto\"",
                    why_given, draft.source.units == sim::Units::si ? "\"5 ms\"" : "0.005"));
  keys.read(&time);
  const bool has_end = keys.is_good("end");
  if (section->has("safety") && !is_auto)
    section->problem(section->key_place("safety"),
                     "time.safety is the fraction of the critical step that an automatic step takes, but time.step is "
                     "given; drop one");
  draft.impact_speed_place = section->key_place("impact_speed");
  if (section->has("impact_speed")) {
    const auto refuse = [&](std::string_view name, std::string_view why) {
      section->problem(section->key_place(name), why), time.impact_speed = k_unset;
    };
    if (!draft.stepper().takes(sim::Feature::impact_speed))
      refuse("impact_speed", sim::refusal(draft.stepper(), sim::Feature::impact_speed));
    else if (!is_auto)
      refuse("impact_speed", "time.impact_speed chooses an automatic step, but time.step is given; drop one");
    else if (section->has("safety"))
      refuse("safety",
             "time.safety is a fraction of the critical step, but with time.impact_speed the step is a twentieth of "
             "Hertz's collision; drop one");
  }
  const auto steps = keys.count("steps");
  if (section->has("end") && section->has("steps")) {
    section->problem(section->key_place("steps"), "time.end and time.steps both say when to stop; give one of them");
  } else if (section->has("steps") && is_auto) {
    if (!has_no_step)  // a missing step has been reported already
      section->problem(section->key_place("steps"),
                       "time.steps needs a fixed time.step; with an automatic step give time.end");
  } else if (steps && step) {
    time.end = static_cast<double>(*steps) * *step;
  } else if (!section->has("end") && !section->has("steps")) {
    section->require({"end"});
  }
  if (has_end && step && *step > time.end)
    section->problem(section->place("step"), fmt::format("time.step = {} is longer than the whole run, time.end = {}",
                                                         section->written("step"), section->written("end")));
  if (has_end && step && time.end / *step > static_cast<double>(sim::k_max_steps))
    section->problem(section->place("step"),
                     fmt::format("time.end = {} takes {:.2g} steps of time.step = {}; the maximum is "
                                 "{:.0e} steps",
                                 section->written("end"), time.end / *step, section->written("step"),
                                 static_cast<double>(sim::k_max_steps)));
  section->finish();
}

namespace {

/// Converts the joined table to a scene, or to its errors.
ReadResult read_joined(Source& source, Joined joined) {
  ReadResult result;
  result.texts = std::move(joined.texts);
  Section root(source, joined.table, "");
  root.mark_known("include");
  source.units = read_units(root);
  Draft draft{.source = source};
  sim::Scene& scene = draft.scene;
  scene.units = source.units;
  Keys keys(root, scene::k_root, draft);
  keys.read(&scene);
  draft.gravity_known = keys.is_good("gravity") || !root.has("gravity");
  read_stepper(root, draft);
  read_trapezoid(root, draft);
  read_moving_cell(root, draft);
  read_nonsmooth(root, draft);  // before contacts, which may have one or two coefficients of friction
  read_time(root, draft);
  read_materials(root, draft);
  read_contacts(root, draft);
  read_forces(root, draft);
  read_data_files(root, draft);  // before the cell, which a data file may define
  read_cell(root, draft);
  read_bodies(root, draft);
  read_walls(root, draft);
  read_cylinders(root, draft);
  read_joints(root, draft);
  read_output(root, draft);
  read_checkpoint(root, draft);
  read_stop(root, draft);
  read_guard(root, draft);
  check_scene(draft);
  root.finish();
  if (source.problems.empty()) result.scene = std::move(scene);
  return result;
}

ReadResult read_all(Source& source, const std::string& name, Fetched main, const Fetch& fetch) {
  ReadResult result;
  if (auto joined = join_includes(source, name, std::move(main), fetch))
    result = read_joined(source, std::move(*joined));
  source.problems.sort();
  result.problems = std::move(source.problems);
  return result;
}

}  // namespace

ReadResult read_scene_text(std::string_view text, std::string_view file_name, const std::filesystem::path& folder,
                           const ReadOptions& options) {
  namespace fs = std::filesystem;
  Source source{.file = std::string(file_name), .folder = folder, .options = options};
  const auto identity = [](const fs::path& path) {
    std::error_code error;
    const fs::path real = fs::weakly_canonical(path, error);
    return (error ? path : real).string();
  };
  const Fetch fetch = [&](const std::string& name) -> std::variant<Fetched, Refused> {
    auto path = confined(folder, name, options);
    if (auto* refused = std::get_if<Refused>(&path)) return std::move(*refused);
    const fs::path& full = std::get<fs::path>(path);
    auto read = read_regular_file(full, options.scene_limit, k_raise_scene_limit);
    if (auto* refused = std::get_if<Refused>(&read)) return std::move(*refused);
    return Fetched{full.string(), identity(full), std::move(std::get<std::string>(read))};
  };
  const std::string name = fs::path(file_name).filename().string();
  return read_all(source, name, {std::string(file_name), identity(folder / name), std::string(text)}, fetch);
}

namespace {

ReadResult read_kept(std::span<const SceneText> texts, Source source) {
  if (texts.empty()) {
    ReadResult unread;
    unread.problems.add("scene", {}, "there is no text to read a scene from");
    return unread;
  }
  source.file = texts[0].name;
  source.options.scene_limit = k_any_size;  // the limit applied when the texts were read from the disk
  return read_all(source, texts[0].name, {texts[0].name, texts[0].name, texts[0].text}, fetch_from(texts));
}

}  // namespace

ReadResult read_scene_texts(std::span<const SceneText> texts, const ReadOptions& options) {
  return read_kept(texts, {.file = {}, .options = options, .disk = Disk::closed});
}

ReadResult read_scene_texts(std::span<const SceneText> texts, const std::filesystem::path& folder,
                            const ReadOptions& options) {
  return read_kept(texts, {.file = {}, .folder = folder, .options = options});
}

ReadResult read_scene(const std::filesystem::path& path, const ReadOptions& options) {
  auto read = read_regular_file(path, options.scene_limit, k_raise_scene_limit);
  if (const auto* refused = std::get_if<Refused>(&read)) {
    ReadResult unread;
    unread.problems.add(path.string(), {}, fmt::format("this {}; a scene is a TOML file", refused->why));
    return unread;
  }
  return read_scene_text(std::get<std::string>(read), path.string(), path.parent_path(), options);
}

}  // namespace scree::io
