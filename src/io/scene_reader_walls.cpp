// Planes, at rest, moving or on a body; the container (up to six planes with inward normals) and sinks.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "io/nearest.h"
#include "io/scene_draft.h"

namespace scree::io {

namespace {

constexpr std::array<std::string_view, 6> k_face_words = {"x-low", "x-high", "y-low", "y-high", "z-low", "z-high"};

std::optional<Vec3d> read_normal(Section& section) {
  return read_direction(section, "normal", "it points to the side where the bodies are");
}

struct Walls {
  NameList names{"plane"};
  int count = 0;
};

/// The body on which a plane is fixed: it goes where the body goes.
const NamedBody* read_carrier(Section& section, Draft& draft) {
  refuse_once(section, draft, sim::Feature::carried_planes);
  if (section.has("velocity"))
    section.problem(section.key_place("velocity"), "plane.velocity and plane.on both say how the plane moves; a plane on a body has the velocity of the body. Drop one");
  const auto name = section.text("on");
  return name ? draft.named_body(section, *name, section.place("on")) : nullptr;
}

/// A body that goes through a face of the cell comes back by an edge of it; it must not come back behind the wall. While bounds are not
/// known (they were wrong, or come from a file that is not opened) edges have no direction, and nothing is said.
void check_passing(Section& section, const Draft& draft, const Vec3d& normal, std::string_view label, std::string_view key) {
  constexpr double k_across = 1e-12;
  const sim::CellSpec& cell = draft.scene.cell;
  for (std::size_t k = 0; k < 3; ++k) {
    if (!cell.periodic[k] || !(std::fabs(dot(normal, edge_along(cell, k))) > k_across)) continue;
    const char axis = "xyz"[k];
    section.problem(section.place(key),
                    cell.tilt.any() ? fmt::format("{0} is not along the edge of the tilted cell in {1}, so that a body that passes the face there would come back behind it. Give it a normal at right angles "
                                                  "to that edge, or take \"{1}\" out of cell.periodic", label, axis)
                                    : fmt::format("{0} closes the axis {1}, which is periodic; a body that passes the face there would come back behind it. Give it a normal without a component along {1}, "
                                                  "or take \"{1}\" out of cell.periodic", label, axis));
  }
}

void read_planes(Section& root, Draft& draft, Walls& walls) {
  for (Section& section : root.sections("plane")) {
    section.require({"point", "normal", "material"});
    sim::Plane plane;
    plane.name = section.text("name").value_or(fmt::format("plane-{}", ++walls.count));
    walls.names.add(draft.source, plane.name, section.place("name"));
    const auto point = section.vector("point", "m");
    const auto normal = read_normal(section);
    plane.velocity = section.vector("velocity", "m/s").value_or(Vec3d{});
    plane.material = draft.material(section);
    const bool is_carried = section.has("on");
    const NamedBody* carrier = is_carried ? read_carrier(section, draft) : nullptr;
    if (plane.material >= 0)
      draft.uses.push_back({.kind = Use::Kind::plane,
                            .material = plane.material,
                            .is_locked = carrier == nullptr || carrier->is_locked,
                            .label = draft.label("plane", plane.name, section.place()),
                            .place = section.place("material")});
    if (point && normal && plane.material >= 0) {
      plane.point = *point, plane.normal = *normal;
      if (draft.stepper().takes(sim::Feature::planes)) check_passing(section, draft, *normal, "this plane", "normal");
      if (carrier != nullptr) draft.scene.carried.push_back({std::move(plane), carrier->body});
      else if (!is_carried) draft.scene.planes.push_back(std::move(plane));
    }
    section.finish();
  }
}

void read_container(Section& root, Draft& draft, Walls& walls) {
  auto section = root.section("container");
  if (!section) return;
  section->require({"material"});
  const auto box = read_box(*section, Flat::refused);
  const unsigned open = section->word_set("open", k_face_words).value_or(0);
  const int material = draft.material(*section);
  for (unsigned axis = 0; axis < 3; ++axis) {
    if (!draft.scene.cell.periodic[axis] || (open >> (2 * axis) & 3U) == 3U) continue;
    section->problem(section->place("open"), fmt::format("container closes the axis {0}, which is periodic; bodies could "
                                                         "not pass. Name both faces in open: \"{0}-low\" and \"{0}-high\"",
                                                         "xyz"[axis]));
  }
  if (open == 0x3f)
    section->problem(section->place("open"), "container.open names all six faces, so nothing is left of the container");
  if (material >= 0)
    draft.uses.push_back({.kind = Use::Kind::plane,
                          .material = material,
                          .is_locked = true,
                          .label = draft.label("container", "", section->place()),
                          .place = section->place("material")});
  if (box && material >= 0) {
    const std::array<Vec3d, 6> inward = {{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}};
    for (unsigned face = 0; face < 6; ++face) {
      if ((open >> face & 1U) != 0) continue;
      sim::Plane plane{fmt::format("container.{}", k_face_words[face]),
                       face % 2 == 0 ? box->low : box->high,
                       inward[face],
                       {},
                       material};
      walls.names.add(draft.source, plane.name, section->place());
      if (draft.scene.cell.tilt.any()) check_passing(*section, draft, plane.normal, plane.name, "open");  // else it has been said above
      draft.scene.planes.push_back(std::move(plane));
    }
  }
  section->finish();
}

void read_sinks(Section& root, Draft& draft) {
  NameList names("sink");
  int count = 0;
  for (Section& section : root.sections("sink")) {
    section.require({"point", "normal"});
    sim::Sink sink;
    sink.name = section.text("name").value_or(fmt::format("sink-{}", ++count));
    names.add(draft.source, sink.name, section.place("name"));
    const auto point = section.vector("point", "m");
    const auto normal = read_normal(section);
    if (point && normal) {
      sink.point = *point, sink.normal = *normal;
      draft.scene.sinks.push_back(std::move(sink));
    }
    section.finish();
  }
}

}  // namespace

std::optional<Vec3d> read_direction(Section& section, std::string_view name, std::string_view says) {
  const auto v = section.vector(name, "1");
  if (!v) return {};
  const double largest = std::fmax(std::fabs(v->x), std::fmax(std::fabs(v->y), std::fabs(v->z)));
  if (largest == 0.0) {
    section.problem(section.place(name), fmt::format("{} is zero and so has no direction; {}", section.path_of(name), says));
    return {};
  }
  const Vec3d scaled = (1.0 / largest) * *v;  // first, so that 1e200 does not overflow
  return (1.0 / norm(scaled)) * scaled;
}

void read_walls(Section& root, Draft& draft) {
  Walls walls;
  read_planes(root, draft, walls);
  read_container(root, draft, walls);
  read_sinks(root, draft);
}

}  // namespace scree::io
