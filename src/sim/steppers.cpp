#include "sim/steppers.h"

#include <fmt/format.h>

#include "sim/simulation.h"

namespace scree::sim {
namespace {

std::string listed(const std::vector<std::string_view>& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i)
    text += fmt::format("{}\"{}\"", i == 0 ? "" : i + 1 == words.size() ? " or " : ", ", words[i]);
  return text;
}

/// The first key of a table that makes its bodies not free; empty if there is none.
std::string unfree_key(std::string_view table, const BodyTraits& traits) {
  if (traits.locks != 0) return fmt::format("{}.lock", table);
  return norm2(traits.force) > 0.0 ? fmt::format("{}.force", table) : std::string();
}
std::string unfree_key(const Scene& scene) {
  std::string found;
  const auto look = [&](std::string_view table, const auto& list) {
    for (const auto& item : list)
      if (found.empty()) found = unfree_key(table, item.traits);
  };
  look("sphere", scene.spheres), look("lattice", scene.lattices), look("random", scene.randoms);
  for (const RandomFill& fill : scene.randoms)
    if (found.empty() && fill.semi_axes.x > 0.0) found = "random.axes";
  for (const DataFile& file : scene.files)
    if (const auto& locks = file.locks_of_type;
        found.empty() && std::any_of(locks.begin(), locks.end(), [](Locks l) { return l != 0; }))
      found = "data_file.locked_types";
  return found;
}

bool has_kind(const Scene& scene, shape::BodyShape kind) {
  return std::any_of(scene.solids.begin(), scene.solids.end(), [&](const OneSolid& s) { return s.kind == kind; });
}
/// Does the scene have at least two boxes of which one is free?
bool has_box_pair(const Scene& scene) {
  std::size_t boxes = 0, free = 0;
  for (const OneSolid& solid : scene.solids)
    if (solid.kind == shape::BodyShape::box) ++boxes, free += solid.traits.locks != k_lock_all;
  return boxes > 1 && free > 0;
}

}  // namespace

std::optional<std::string> part_with(const Scene& scene, Feature feature) {
  const auto& periodic = scene.cell.periodic;
  const auto axes = std::count(periodic.begin(), periodic.end(), true);
  const auto& drives = scene.drives;
  const auto brakes = std::count_if(drives.begin(), drives.end(), [](const Drive& d) { return d.is_brake; });
  const auto if_so = [](bool so) { return so ? std::optional<std::string>("") : std::nullopt; };
  switch (feature) {
    case Feature::joints: return if_so(!scene.joints.empty());
    case Feature::motors: return if_so(static_cast<std::size_t>(brakes) < drives.size());
    case Feature::brakes: return if_so(brakes > 0);
    case Feature::cylinders: return if_so(!scene.cylinders.empty());
    case Feature::carried_planes: return if_so(!scene.carried.empty());
    case Feature::planes: {
      if (scene.planes.empty()) return std::nullopt;
      return scene.planes.front().name.starts_with("container.") ? "container" : "plane";
    }
    case Feature::ellipsoids: return if_so(has_kind(scene, shape::BodyShape::ellipsoid));
    case Feature::boxes: return if_so(has_kind(scene, shape::BodyShape::box));
    case Feature::box_pairs: return if_so(has_box_pair(scene));
    case Feature::unfree_bodies: {
      std::string key = unfree_key(scene);
      return key.empty() ? std::nullopt : std::optional(std::move(key));
    }
    case Feature::streams: return if_so(!scene.streams.empty());
    case Feature::sinks: return if_so(!scene.sinks.empty());
    case Feature::gravity: return if_so(norm2(scene.gravity) > 0.0);
    case Feature::forces: return if_so(scene.forces.any());
    case Feature::no_cell: return if_so(axes == 0);
    case Feature::open_axes: return if_so(axes == 1 || axes == 2);
    case Feature::skin: return if_so(is_set(scene.skin));
    case Feature::impact_speed: return if_so(is_set(scene.time.impact_speed));
  }
  return std::nullopt;
}

std::string steppers_that(bool (*is_one)(const StepperDescriptor&)) {
  std::vector<std::string_view> words;
  for (const auto& [kind, descriptor] : k_steppers)
    if (is_one(descriptor)) words.push_back(descriptor.word);
  return listed(words);
}

std::string refusal(const StepperDescriptor& stepper, Feature feature, std::string_view what) {
  const std::string_view why = stepper.why_not(feature);
  if (why.empty()) return {};
  std::vector<std::string_view> takers;
  for (const auto& [kind, descriptor] : k_steppers)
    if (descriptor.takes(feature)) takers.push_back(descriptor.word);
  return fmt::format(fmt::runtime(why), fmt::arg("stepper", stepper.word), fmt::arg("takers", listed(takers)),
                     fmt::arg("what", what));
}

std::string why_step_is_needed(const StepperDescriptor& stepper) {
  return fmt::format(fmt::runtime(stepper.needs_step), fmt::arg("stepper", stepper.word));
}

std::vector<std::string> refused_by_stepper(const Scene& scene) {
  const StepperDescriptor& stepper = stepper_of(scene);
  std::vector<std::string> sentences;
  for (const FeatureRefusal& r : stepper.refuses)
    if (const auto what = part_with(scene, r.feature)) sentences.push_back(refusal(stepper, r.feature, *what));
  return sentences;
}

void throw_if_refused(const Scene& scene) {
  if (const auto sentences = refused_by_stepper(scene); !sentences.empty()) throw BuildError{sentences.front()};
}

}  // namespace scree::sim
