// What a run leaves behind and what stops it: rows, frames, pictures, measures, checkpoints, guards.
#include <fmt/format.h>

#include "io/nearest.h"
#include "io/scene_draft.h"

namespace scree::io {

namespace {

constexpr std::int64_t k_most_bins = 100000;  // of g(r)
constexpr std::array<std::string_view, 3> k_frame_words = {"vtp", "dump", "csv"};

void read_frames(Section& section, sim::OutputSpec& output) {
  if (const auto every = section.quantity("frames_every", {"s", Range::positive})) output.frames_every = *every;
  const auto formats = section.word_set("frames", k_frame_words);
  if (section.has("frames") && !section.has("frames_every"))
    section.problem(section.key_place("frames"),
                    "output.frames says in which formats, but output.frames_every does not say how often; give both");
  if (!formats) return;
  if (*formats == 0)
    section.problem(section.place("frames"), "output.frames is empty; name a format, or drop frames and frames_every");
  output.vtp = (*formats & 1U) != 0, output.dump = (*formats & 2U) != 0, output.csv = (*formats & 4U) != 0;
}

/// What to do when a limit is broken; the limit itself makes no sense if that is to ignore it. A misspelt word counts as that,
/// so that it does not drag other problems behind it.
sim::Alarm read_alarm(Section& section, std::string_view name, std::string_view limit, sim::Alarm preset) {
  const auto word = section.word(name, sim::k_alarm_words);
  if (!word && section.has(name)) return sim::Alarm::ignore;
  const auto alarm = word ? static_cast<sim::Alarm>(*word) : preset;
  if (word && alarm == sim::Alarm::ignore && !limit.empty() && section.has(limit))
    section.problem(section.key_place(limit),
                    fmt::format("guard.{} changes nothing, since guard.{} = \"ignore\" lets everything pass; drop one", limit, name));
  return alarm;
}

/// Heaps are measured about a vertical, which is z.
void check_vertical(Section& root, Section& repose, const Draft& draft) {
  constexpr std::array<std::string_view, 1> k_gravity = {"gravity"};
  const Vec3d& g = draft.scene.gravity;
  if (!draft.gravity_known || (g.x == 0.0 && g.y == 0.0 && g.z < 0.0)) return;
  for (const toml::key* key : root.unknown_keys())
    if (!nearest(key->str(), k_gravity).empty()) return;  // a misspelt one will be named
  const bool none = norm2(g) == 0.0;
  repose.problem(none ? repose.place() : root.place("gravity"), fmt::format("[measure.repose] looks at a heap from above, along z, but {}; {}", none ? "there is no gravity" : "gravity does not pull along -z",
                                                                            none ? "give gravity, such as [0, 0, \"-9.81 m/s^2\"], or drop the measure" : "turn the scene, or drop the measure"));
}

void read_repose(Section& root, Section& repose, Draft& draft) {
  repose.require({"centre", "radius"});
  const auto centre = repose.vector("centre", "m");
  const auto radius = repose.quantity("radius", {"m", Range::positive});
  if (centre && radius) {
    draft.scene.repose = {true, *centre, *radius};
    check_vertical(root, repose, draft);
  }
  repose.finish();
}

void read_packing(Section& packing, Draft& draft) {
  sim::PackingMeasure& wanted = draft.scene.packing;
  wanted.wanted = true;
  if (const auto series = packing.flag("series")) wanted.series = *series;
  if (const auto least = packing.quantity("mode_threshold", {"1", Range::not_negative, "a friction coefficient"})) wanted.mode_threshold = *least;
  const auto range = packing.quantity("radial_range", {"m", Range::positive});
  if (range) wanted.radial_range = *range;
  const auto bins = packing.integer("radial_bins", 1, k_most_bins);
  if (bins) wanted.radial_bins = *bins;
  const bool closed = draft.scene.cell.periodic == std::array{true, true, true};
  for (const auto& [name, given] : {std::pair{"radial_range", range.has_value()}, std::pair{"radial_bins", bins.has_value()}})
    if (given && !closed && draft.axes_known)
      packing.problem(packing.key_place(name), fmt::format("measure.packing.{} is of g(r), which is measured only in a cell that is periodic along x, y and z, since walls cut shells off; drop it, or make the cell so", name));
  packing.finish();
}

}  // namespace

void read_output(Section& root, Draft& draft) {
  if (auto section = root.section("output")) {
    if (const auto every = section->quantity("every", {"s", Range::positive})) draft.scene.output.series_every = *every;
    if (const auto picture = section->flag("picture")) draft.scene.output.picture = *picture;
    read_frames(*section, draft.scene.output);
    for (const std::string_view name : {"every", "frames_every"})
      if (const double end = draft.scene.time.end,
          every = name == "every" ? draft.scene.output.series_every : draft.scene.output.frames_every;
          end > 0.0 && is_set(every) && every > end)
        section->problem(section->place(name),
                         fmt::format("output.{} = {} is longer than the run (time.end), so that nothing is written "
                                     "between its start and its end; make it shorter",
                                     name, section->written(name)));
    section->finish();
  }
  if (auto measure = root.section("measure")) {
    if (auto repose = measure->section("repose")) read_repose(root, *repose, draft);
    if (auto packing = measure->section("packing")) read_packing(*packing, draft);
    measure->finish();
  }
}

void read_checkpoint(Section& root, Draft& draft) {
  auto section = root.section("checkpoint");
  if (!section) return;
  const auto every = section->quantity("every", {"s", Range::positive, "of wall-clock time", UnitsOf::world});
  if (every) draft.scene.checkpoint.every_seconds = *every;
  section->finish();
}

void read_stop(Section& root, Draft& draft) {
  auto section = root.section("stop");
  if (!section) return;
  sim::StopSpec& stop = draft.scene.stop;
  if (const auto limit = section->quantity("kinetic_energy", {"J", Range::positive, "of a body"})) stop.kinetic_energy = *limit;
  if (const auto limit = section->quantity("backbone_kinetic_energy", {"J", Range::positive, "of a body that is no rattler"})) stop.backbone_kinetic_energy = *limit;
  if (const auto limit = section->quantity("unbalanced_force", {"1", Range::positive, "over the mean force of a contact"})) stop.unbalanced_force = *limit;
  if (const auto every = section->quantity("every", {"s", Range::positive})) stop.every = *every;
  if (const auto after = section->quantity("after", {"s", Range::not_negative})) stop.after = *after;
  using Stepper = sim::StepperDescriptor;
  constexpr auto has_target = [](const Stepper& d) { return d.cell == sim::CellMotion::target_pressure; };
  const bool barostat = has_target(draft.stepper());
  if (const auto* node = section->find("pressure_tolerance"); node && !barostat && draft.stepper_known)
    section->problem(
        place_of(*node),
        fmt::format("stop.pressure_tolerance is for the stepper {}, which alone has a pressure to reach; take it out",
                    sim::steppers_that(has_target)));
  else if (const auto share =
               section->quantity("pressure_tolerance", {"1", Range::positive, "over the largest target"})) {
    stop.pressure_tolerance = *share;
    if (*share >= 1.0)
      section->problem(
          section->place("pressure_tolerance"),
          fmt::format("stop.pressure_tolerance = {} is met by a cell without any pressure: it is the distance of each "
                      "component from its target over the largest target. Give a share below 1, such as 0.01",
                      section->written("pressure_tolerance")));
  }
  for (const auto& [name, first] : {std::pair{"after", stop.after}, std::pair{"every", stop.every}})
    if (const double end = draft.scene.time.end; section->has(name) && end > 0.0 && first >= end)
      section->problem(section->place(name), fmt::format("stop.{} is not before the end of the run (time.end), so that no rule is ever looked at; make it shorter", name));
  const bool named = section->has("kinetic_energy") || section->has("backbone_kinetic_energy") || section->has("unbalanced_force");
  if (!named && section->unknown_keys().empty()) section->problem(section->place(), "[stop] has no rule; give kinetic_energy, backbone_kinetic_energy, unbalanced_force, or more than one");
  section->finish();
}

void read_guard(Section& root, Draft& draft) {
  auto section = root.section("guard");
  if (!section) return;
  sim::GuardSpec& guard = draft.scene.guard;
  if (const auto limit = section->quantity("overlap_limit", {"1", Range::positive, "overlap over the smaller radius"}))
    guard.overlap_limit = *limit;
  if (const auto limit = section->quantity("residual_limit", {"1", Range::positive, "residual over the turnover"}))
    guard.residual_limit = *limit;
  if (auto region = section->section("region")) {
    if (const auto box = read_box(*region, Flat::refused)) guard.has_region = true, guard.region = *box;
    region->finish();
  }
  guard.overlap = read_alarm(*section, "overlap", "overlap_limit", guard.overlap);
  guard.speed = read_alarm(*section, "speed", "", guard.speed);
  guard.leaving = read_alarm(*section, "leaving", "region", guard.leaving);
  guard.residual = read_alarm(*section, "residual", "residual_limit", guard.residual);
  section->finish();
}

}  // namespace scree::io
