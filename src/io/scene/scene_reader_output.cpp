// Output of a run and its stop conditions: rows, frames, pictures, measures, checkpoints, guards.
#include <fmt/format.h>

#include "io/scene/keys.h"
#include "io/text/nearest.h"

namespace scree::io {

namespace {

/// A limit has no effect if its violation is ignored.
void check_alarm(const Keys& keys, std::string_view name, std::string_view limit, sim::Alarm alarm) {
  Section& section = keys.section();
  if (keys.is_good(name) && alarm == sim::Alarm::ignore && section.has(limit))
    section.problem(section.key_place(limit),
                    fmt::format("guard.{} changes nothing, since guard.{} = \"ignore\" lets everything pass; drop one",
                                limit, name));
}

/// The angle of repose is measured relative to the vertical, which must be z.
void check_vertical(Section& root, Section& repose, const Draft& draft) {
  constexpr std::array<std::string_view, 1> k_gravity = {"gravity"};
  const Vec3d& g = draft.scene.gravity;
  if (!draft.gravity_known || (g.x == 0.0 && g.y == 0.0 && g.z < 0.0)) return;
  for (const toml::key* key : root.unknown_keys())
    if (!nearest(key->str(), k_gravity).empty()) return;  // a misspelt `gravity` is reported by finish()
  const bool none = norm2(g) == 0.0;
  repose.problem(none ? repose.place() : root.place("gravity"),
                 fmt::format("[measure.repose] measures a heap relative to the vertical, z, but {}; {}",
                             none ? "there is no gravity" : "gravity does not pull along -z",
                             none ? "give gravity, such as [0, 0, \"-9.81 m/s^2\"], or drop the measure"
                                  : "turn the scene, or drop the measure"));
}

void read_repose(Section& root, Section& repose, Draft& draft) {
  Keys keys(repose, scene::k_repose, draft);
  keys.read(&draft.scene.repose);
  draft.scene.repose.wanted = keys.are_complete();
  if (keys.are_complete()) check_vertical(root, repose, draft);
  repose.finish();
}

void read_packing(Section& packing, Draft& draft) {
  draft.scene.packing.wanted = true;
  Keys keys(packing, scene::k_packing, draft);
  keys.read(&draft.scene.packing);
  const bool closed = draft.scene.cell.periodic == std::array{true, true, true};
  for (const std::string_view name : {"radial_range", "radial_bins"})
    if (keys.is_good(name) && !closed && draft.axes_known)
      packing.problem(packing.key_place(name),
                      fmt::format("measure.packing.{} is of g(r), which is measured only in a cell that is periodic "
                                  "along x, y and z, since walls cut shells off; drop it, or make the cell so",
                                  name));
  packing.finish();
}

}  // namespace

void read_output(Section& root, Draft& draft) {
  if (auto section = root.section("output")) {
    sim::OutputSpec& output = draft.scene.output;
    Keys keys(*section, scene::k_output, draft);
    keys.read(&output);
    if (section->has("frames") && !section->has("frames_every"))
      section->problem(
          section->key_place("frames"),
          "output.frames says in which formats, but output.frames_every does not say how often; give both");
    if (keys.is_good("frames") && !output.vtp && !output.dump && !output.csv)
      section->problem(section->place("frames"),
                       "output.frames is empty; name a format, or drop frames and frames_every");
    for (const std::string_view name : {"every", "frames_every"})
      if (const double end = draft.scene.time.end, every = name == "every" ? output.series_every : output.frames_every;
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
  Keys(*section, scene::k_checkpoint, draft).read(&draft.scene.checkpoint);
  section->finish();
}

void read_stop(Section& root, Draft& draft) {
  auto section = root.section("stop");
  if (!section) return;
  sim::StopSpec& stop = draft.scene.stop;
  Keys keys(*section, scene::k_stop, draft);
  keys.read(&stop);
  using Stepper = sim::StepperDescriptor;
  constexpr auto has_target = [](const Stepper& d) { return d.cell == sim::CellMotion::target_pressure; };
  const bool barostat = has_target(draft.stepper());
  if (const auto* node = section->find("pressure_tolerance"); node && !barostat && draft.stepper_known)
    section->problem(
        place_of(*node),
        fmt::format("stop.pressure_tolerance is for the stepper {}, which alone has a pressure to reach; take it out",
                    sim::steppers_that(has_target)));
  else if (keys.read("pressure_tolerance", &stop) && stop.pressure_tolerance >= 1.0)
    section->problem(
        section->place("pressure_tolerance"),
        fmt::format("stop.pressure_tolerance = {} is met by a cell without any pressure: it is the distance of each "
                    "component from its target over the largest target. Give a fraction below 1, such as 0.01",
                    section->written("pressure_tolerance")));
  for (const auto& [name, first] : {std::pair{"after", stop.after}, std::pair{"every", stop.every}})
    if (const double end = draft.scene.time.end; section->has(name) && end > 0.0 && first >= end)
      section->problem(
          section->place(name),
          fmt::format(
              "stop.{} is not before the end of the run (time.end), so that no rule is ever evaluated; make it shorter",
              name));
  const bool named =
      section->has("kinetic_energy") || section->has("backbone_kinetic_energy") || section->has("unbalanced_force");
  if (!named && section->unknown_keys().empty())
    section->problem(
        section->place(),
        "[stop] has no rule; give kinetic_energy, backbone_kinetic_energy, unbalanced_force, or more than one");
  section->finish();
}

void read_guard(Section& root, Draft& draft) {
  auto section = root.section("guard");
  if (!section) return;
  sim::GuardSpec& guard = draft.scene.guard;
  Keys keys(*section, scene::k_guard, draft);
  keys.read(&guard);
  if (auto region = section->section("region")) {
    Keys box(*region, scene::k_guard_region, draft);
    box.read(&guard);
    guard.has_region = check_box(box, guard.region, Flat::refused);
    region->finish();
  }
  check_alarm(keys, "overlap", "overlap_limit", guard.overlap);
  check_alarm(keys, "leaving", "region", guard.leaving);
  check_alarm(keys, "residual", "residual_limit", guard.residual);
  section->finish();
}

}  // namespace scree::io
