// Ellipsoids and boxes of a scene.
#include <fmt/format.h>

#include <cmath>

#include "io/scene/keys.h"

namespace scree::io {

namespace {

constexpr std::array<double, 4> none{1, 0, 0, 0};

/// A quaternion whose length differs from 1 by rounding only is not changed, so that it can be written and read again.
std::array<double, 4> read_quaternion(Section& section) {
  const toml::node* node = section.find("quaternion");
  for (const std::string_view name : {"axis", "angle"})
    if (section.has(name))
      section.problem(section.key_place(name),
                      fmt::format("{} gives the orientation a second time, beside {}; drop one", section.path_of(name),
                                  section.path_of("quaternion")));
  section.finish();
  const toml::array* array = node->as_array();
  if (array == nullptr || array->size() != 4) {
    section.problem(place_of(*node),
                    fmt::format("{} = {} is not an array of four numbers; it is [w, x, y, z], such as [1, 0, 0, 0]",
                                section.path_of("quaternion"), section.written("quaternion")));
    return none;
  }
  std::array<double, 4> q{};
  double largest = 0.0;
  for (std::size_t i = 0; i < 4; ++i) {
    const auto number = section.quantity_at((*array)[i], fmt::format("quaternion[{}]", i), {});
    if (!number) return none;
    q[i] = *number, largest = std::fmax(largest, std::fabs(*number));
  }
  if (!(largest > 0.0)) {
    section.problem(place_of(*node), fmt::format("{} is zero and so no rotation; [1, 0, 0, 0] leaves the body as it is",
                                                 section.path_of("quaternion")));
    return none;
  }
  constexpr double k_rounding = 1e-14;
  if (std::fabs(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3] - 1.0) <= k_rounding) return q;
  double squared = 0.0;
  for (double& x : q) x /= largest, squared += x * x;
  for (double& x : q) x /= std::sqrt(squared);
  return q;
}

}  // namespace

/// { axis = [0, 0, 1], angle = "30 deg" }, the rotation from world axes to body axes; or { quaternion = [w, x, y, z] }.
std::array<double, 4> read_orientation(Section& solid) {
  auto section = solid.section("orientation");
  if (!section) return none;
  if (section->has("quaternion")) return read_quaternion(*section);
  section->require({"axis", "angle"});
  const auto axis = section->vector("axis", "1");
  const auto angle = section->quantity("angle", {"rad", Range::any});
  section->finish();
  if (!axis || !angle) return none;
  const double size = norm(*axis);
  if (!(size > 0.0)) {
    section->problem(
        section->place("axis"),
        fmt::format("{} has no direction; it is the axis of a rotation, such as [0, 0, 1]", section->path_of("axis")));
    return none;
  }
  const double s = std::sin(0.5 * *angle) / size;
  return {std::cos(0.5 * *angle), s * axis->x, s * axis->y, s * axis->z};
}

namespace {

/// Checks given principal moments; a flat body without thickness along one axis is the physical limit.
Vec3d read_moments(Keys& keys) {
  const Vec3d unset{k_unset, k_unset, k_unset};
  Section& section = keys.section();
  const auto m = keys.vector("inertia");
  if (!m) return unset;
  constexpr double k_rounding = 1e-9;
  const double sum = m->x + m->y + m->z, largest = std::fmax(m->x, std::fmax(m->y, m->z));
  if (m->x > 0.0 && m->y > 0.0 && m->z > 0.0 && 2.0 * largest <= sum * (1.0 + k_rounding)) return *m;
  section.problem(
      section.place("inertia"),
      fmt::format("{} = {} cannot be: principal moments are positive, and none is larger than the two others together",
                  section.path_of("inertia"), section.written("inertia")));
  return unset;
}

void read_kind(Section& root, Draft& draft, std::string_view table, shape::BodyShape kind, NameList& names) {
  const bool box = kind == shape::BodyShape::box;
  const std::string_view size_key = box ? "size" : "axes";
  for (Section& section : root.sections(table)) {
    sim::OneSolid solid;
    solid.kind = kind;
    Keys keys(section, box ? scene::k_box : scene::k_ellipsoid, draft);
    keys.read(&solid);
    if (keys.is_good("name")) names.add(draft.source, solid.name, section.place("name"));
    solid.moments = read_moments(keys);
    const bool has_traits = read_traits(keys, draft, &solid, solid.traits, solid.name, {.is_sphere = false});
    const bool is_locked = has_traits && solid.traits.locks == sim::k_lock_all;
    // The check of overlaps at the start uses the largest sphere inside the body.
    if (keys.is_good("position") && keys.is_good(size_key))
      draft.positions.push_back({solid.position, std::fmin(solid.half.x, std::fmin(solid.half.y, solid.half.z)),
                                 is_locked, draft.label(table, solid.name, section.place()), section.place("position"),
                                 false});
    draft.name_body(solid.name, {sim::BodyRef::Of::solids, draft.scene.solids.size()}, keys.are_complete(), is_locked);
    if (keys.are_complete()) {
      draft.scene.solids.push_back(std::move(solid));
      if (box) draft.boxes.push_back(section.place());
    }
    section.finish();
  }
}

}  // namespace

std::optional<Vec3d> read_half_sizes(Section& section, std::string_view name, double fraction) {
  const auto size = section.vector(name, "m");
  if (!size) return {};
  if (size->x > 0.0 && size->y > 0.0 && size->z > 0.0) return fraction * *size;
  section.problem(section.place(name), fmt::format("{} = {} has a length that is not positive", section.path_of(name),
                                                   section.written(name)));
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
