// Checks that need the whole scene: rules between materials that can touch, densities, spheres at the same position.
#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "io/frame/frame_faults.h"
#include "io/scene/scene_draft.h"
#include "sim/build_checks.h"

namespace scree::io {

namespace {

/// Whether two uses can touch: at least one of them can move, and planes do not touch planes.
bool can_meet(const Use& p, const Use& q) {
  const bool walls = p.kind == Use::Kind::plane && q.kind == Use::Kind::plane;
  return !walls && !(p.is_locked && q.is_locked);
}

void check_rules(Draft& draft) {
  if (!draft.rules_complete) return;  // a rule with a misspelt name may be the one that is missing
  std::set<std::pair<int, int>> ruled;
  for (const sim::ContactRule& rule : draft.scene.contacts) ruled.insert(std::minmax(rule.material_a, rule.material_b));
  const auto check = [&](const Use& first, const Use& second) {
    if (!can_meet(first, second) || !ruled.insert(std::minmax(first.material, second.material)).second) return;
    const std::string a = shortened(draft.scene.materials[static_cast<std::size_t>(first.material)].name);
    const std::string b = shortened(draft.scene.materials[static_cast<std::size_t>(second.material)].name);
    if (draft.source.problems.is_full()) return;
    const std::string where = &first == &second ? fmt::format("bodies of {} can meet each other", first.label)
                                                : fmt::format("{} can meet {}", first.label, second.label);
    draft.source.problem(
        second.place,
        fmt::format(
            "there is no [[contact]] between \"{0}\" and \"{1}\", but {2}; add one with between = [\"{0}\", \"{1}\"]",
            a, b, where));
  };
  // Uses are first grouped by kind and material, so that the cost does not grow with the number of spheres: two uses of
  // each group are enough to find every pair that can touch.
  std::map<std::tuple<Use::Kind, int, bool, bool>, int> kept;
  std::vector<const Use*> few;
  for (const Use& use : draft.uses)
    if (kept[{use.kind, use.material, use.is_locked, use.is_many}]++ < 2) few.push_back(&use);
  for (std::size_t i = 0; i < few.size(); ++i) {
    if (few[i]->is_many) check(*few[i], *few[i]);
    for (std::size_t j = i + 1; j < few.size(); ++j) check(*few[i], *few[j]);
  }
}

void check_densities(Draft& draft) {
  for (const Use& use : draft.uses) {
    if (use.kind != Use::Kind::bodies || !use.needs_density) continue;
    const std::string& name = draft.scene.materials[static_cast<std::size_t>(use.material)].name;
    if (draft.density_given.contains(name)) continue;
    draft.source.problem(use.place,
                         fmt::format("the material \"{}\" has no density, and {} has no mass; give density = "
                                     "\"2500 kg/m^3\" to the material or mass to the bodies",
                                     shortened(name), use.label));
  }
}

/// A body that is too far outside the cell or from the origin is reported here and excluded from the other checks.
void check_distances(Draft& draft) {
  const state::Cell cell = sim::cell_of(draft.scene.cell);
  for (Positioned& body : draft.positions) {
    const std::string far = far_outside(body.position, draft.scene.cell);
    if (!far.empty()) {
      draft.source.problem(body.place, fmt::format("{} {}. Put it inside", body.label, far)), body.radius = k_unset;
      continue;
    }
    if (!is_set(body.radius) || draft.cell_from_file) continue;
    if (const std::string why = sim::unresolved(body.position, body.radius, cell, sim::unit_of(draft.scene, "m"));
        !why.empty())
      draft.source.problem(body.place, fmt::format("{} {}", body.label, why)), body.radius = k_unset;
  }
}

void check_positions(Draft& draft) {
  auto& spheres = draft.positions;
  const auto key = [](const Positioned& s) { return std::tie(s.position.x, s.position.y, s.position.z); };
  std::stable_sort(spheres.begin(), spheres.end(),
                   [&](const Positioned& p, const Positioned& q) { return key(p) < key(q); });
  for (std::size_t i = 1; i < spheres.size(); ++i)
    if (key(spheres[i - 1]) == key(spheres[i]))
      draft.source.problem(spheres[i].place,
                           fmt::format("{} has the same position as {}; their contact would have no direction",
                                       spheres[i].label, spheres[i - 1].label));
}

}  // namespace

void check_scene(Draft& draft) {
  check_rules(draft);
  check_densities(draft);
  check_distances(draft);
  check_overlaps(draft);
  check_positions(draft);
  check_boxes(draft);
  check_memory(draft);
  check_forces(draft);
  check_impact_speed(draft);
  if (!draft.some_bodies)
    draft.source.problem(
        {},
        "the scene has no bodies and no stream of them; give at least one [[sphere]], [[ellipsoid]], [[box]], "
        "[[lattice]], [[random]], [[stream]] or [[data_file]]");
}

}  // namespace scree::io
