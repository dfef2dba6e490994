// Ellipsoids and boxes of a scene.
#include <fmt/format.h>

#include <cmath>

#include "io/scene_draft.h"

namespace scree::io {

namespace {

/// { axis = [0, 0, 1], angle = "30 deg" }: a turn of the body's axes out of those of the world.
std::array<double, 4> read_orientation(Section& solid) {
  constexpr std::array<double, 4> none{1, 0, 0, 0};
  auto section = solid.section("orientation");
  if (!section) return none;
  section->require({"axis", "angle"});
  const auto axis = section->vector("axis", "1");
  const auto angle = section->quantity("angle", {"rad", Range::any});
  section->finish();
  if (!axis || !angle) return none;
  const double size = norm(*axis);
  if (!(size > 0.0)) {
    section->problem(section->place("axis"), fmt::format("{} has no direction; it is the axis of a rotation, such as [0, 0, 1]", section->path_of("axis")));
    return none;
  }
  const double s = std::sin(0.5 * *angle) / size;
  return {std::cos(0.5 * *angle), s * axis->x, s * axis->y, s * axis->z};
}

/// Principal moments by hand; a body without thickness along one axis is the limit of what matter can have.
Vec3d read_moments(Section& section) {
  const Vec3d unset{k_unset, k_unset, k_unset};
  const auto m = section.vector("inertia", "kg m^2");
  if (!m) return unset;
  constexpr double k_rounding = 1e-9;
  const double sum = m->x + m->y + m->z, most = std::fmax(m->x, std::fmax(m->y, m->z));
  if (m->x > 0.0 && m->y > 0.0 && m->z > 0.0 && 2.0 * most <= sum * (1.0 + k_rounding)) return *m;
  section.problem(section.place("inertia"),
                  fmt::format("{} = {} cannot be: principal moments are positive, and none is larger than the two others together", section.path_of("inertia"),
                              section.written("inertia")));
  return unset;
}

void read_kind(Section& root, Draft& draft, std::string_view table, shape::BodyShape kind, NameList& names) {
  const bool box = kind == shape::BodyShape::box;
  const std::string_view size_key = box ? "size" : "axes";
  for (Section& section : root.sections(table)) {
    section.require({"position", size_key});
    sim::OneSolid solid;
    solid.kind = kind;
    if (const auto name = section.text("name")) {
      solid.name = *name;
      names.add(draft.source, *name, section.place("name"));
    }
    const auto position = section.vector("position", "m");
    const auto half = read_half_sizes(section, size_key, box ? 0.5 : 1.0);
    solid.orientation = read_orientation(section);
    solid.moments = read_moments(section);
    const auto traits = read_traits(section, draft, solid.name, {.is_sphere = false});
    // Bodies that lie in each other at the start: judged by the largest ball inside.
    if (position && half)
      draft.positions.push_back({*position, std::fmin(half->x, std::fmin(half->y, half->z)), traits && traits->locks == sim::k_lock_all,
                                 draft.label(table, solid.name, section.place()), section.place("position"), false});
    draft.name_body(solid.name, {sim::BodyRef::Of::solids, draft.scene.solids.size()}, position && half && traits, traits && traits->locks == sim::k_lock_all);
    if (position && half && traits) {
      solid.position = *position, solid.half = *half, solid.traits = *traits;
      draft.scene.solids.push_back(std::move(solid));
      if (box) draft.boxes.push_back(section.place());
    }
    section.finish();
  }
}

}  // namespace

std::optional<Vec3d> read_half_sizes(Section& section, std::string_view name, double share) {
  const auto size = section.vector(name, "m");
  if (!size) return {};
  if (size->x > 0.0 && size->y > 0.0 && size->z > 0.0) return share * *size;
  section.problem(section.place(name), fmt::format("{} = {} has a length that is not positive", section.path_of(name), section.written(name)));
  return {};
}

void read_solids(Section& root, Draft& draft) {
  NameList names("ellipsoid or box");
  read_kind(root, draft, "ellipsoid", shape::BodyShape::ellipsoid, names);
  read_kind(root, draft, "box", shape::BodyShape::box, names);
}

void check_boxes(Draft& draft) {
  if (sim::part_with(draft.scene, sim::Feature::box_pairs)) draft.refuse(sim::Feature::box_pairs, draft.boxes.front());
}

}  // namespace scree::io
