// Planes (fixed, moving or attached to a body), the container (up to six planes with inward normals) and sinks.
#include <fmt/format.h>

#include <array>
#include <cmath>

#include "io/scene/keys.h"
#include "io/scene/scene_writer.h"

namespace scree::io {

namespace {

struct Walls {
  NameList names{"plane"};
  int count = 0;
};

/// The body to which a plane is attached; the plane moves with the body.
const NamedBody* read_carrier(Section& section, Draft& draft) {
  refuse_once(section, draft, sim::Feature::carried_planes);
  if (section.has("velocity"))
    section.problem(section.key_place("velocity"),
                    "plane.velocity and plane.on both say how the plane moves; a plane on a body has the velocity of "
                    "the body. Drop one");
  const auto name = section.text("on");
  return name ? draft.named_body(section, *name, section.place("on")) : nullptr;
}

/// A body that leaves through a periodic face re-enters one cell edge away; it must not re-enter behind the wall. If
/// the bounds are not known (they were wrong, or the file with them is not opened), edges have no direction and the
/// check is skipped.
void check_passing(Section& section, const Draft& draft, const Vec3d& normal, std::string_view label,
                   std::string_view key) {
  constexpr double k_across = 1e-12;
  const sim::CellSpec& cell = draft.scene.cell;
  for (std::size_t k = 0; k < 3; ++k) {
    if (!cell.periodic[k] || !(std::fabs(dot(normal, edge_along(cell, k))) > k_across)) continue;
    const char axis = "xyz"[k];
    section.problem(section.place(key),
                    cell.tilt.any()
                        ? fmt::format("{0} is not along the edge of the tilted cell in {1}, so that a body that passes "
                                      "the face there would come back behind it. Give it a normal at right angles "
                                      "to that edge, or take \"{1}\" out of cell.periodic",
                                      label, axis)
                        : fmt::format("{0} closes the axis {1}, which is periodic; a body that passes the face there "
                                      "would come back behind it. Give it a normal without a component along {1}, "
                                      "or take \"{1}\" out of cell.periodic",
                                      label, axis));
  }
}

void read_planes(Section& root, Draft& draft, Walls& walls) {
  for (Section& section : root.sections("plane")) {
    sim::Plane plane;
    Keys keys(section, scene::k_plane, draft);
    keys.read(&plane);
    ++walls.count;
    if (!keys.is_good("name")) plane.name = fmt::format("plane-{}", walls.count);
    walls.names.add(draft.source, plane.name, section.place("name"));
    const bool is_carried = section.has("on");
    const NamedBody* carrier = is_carried ? read_carrier(section, draft) : nullptr;
    if (keys.is_good("material"))
      draft.uses.push_back({.kind = Use::Kind::plane,
                            .material = plane.material,
                            .is_locked = carrier == nullptr || carrier->is_locked,
                            .label = draft.label("plane", plane.name, section.place()),
                            .place = section.place("material")});
    if (keys.are_complete()) {
      if (draft.stepper().takes(sim::Feature::planes))
        check_passing(section, draft, plane.normal, "this plane", "normal");
      if (carrier != nullptr)
        draft.scene.carried.push_back({std::move(plane), carrier->body});
      else if (!is_carried)
        draft.scene.planes.push_back(std::move(plane));
    }
    section.finish();
  }
}

void read_container(Section& root, Draft& draft, Walls& walls) {
  auto section = root.section("container");
  if (!section) return;
  Keys keys(*section, scene::k_container, draft);
  section->require({"material"});
  const auto low = keys.vector("low"), high = keys.vector("high");
  const sim::Box box{low.value_or(Vec3d{}), high.value_or(Vec3d{})};
  const bool is_box = low && high && check_box(*section, box, Flat::refused);
  const unsigned open = keys.word("open").value_or(0);
  const int material = draft.material(*section);
  for (unsigned axis = 0; axis < 3; ++axis) {
    if (!draft.scene.cell.periodic[axis] || (open >> (2 * axis) & 3U) == 3U) continue;
    section->problem(section->place("open"),
                     fmt::format("container closes the axis {0}, which is periodic; bodies could "
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
  if (is_box && material >= 0) {
    const std::array<Vec3d, 6> inward = {{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}};
    for (unsigned face = 0; face < 6; ++face) {
      if ((open >> face & 1U) != 0) continue;
      sim::Plane plane{fmt::format("container.{}", scene::k_face_choices[face]),
                       face % 2 == 0 ? box.low : box.high,
                       inward[face],
                       {},
                       material};
      walls.names.add(draft.source, plane.name, section->place());
      // otherwise the error has been reported above
      if (draft.scene.cell.tilt.any()) check_passing(*section, draft, plane.normal, plane.name, "open");
      draft.scene.planes.push_back(std::move(plane));
    }
  }
  section->finish();
}

void read_sinks(Section& root, Draft& draft) {
  NameList names("sink");
  int count = 0;
  for (Section& section : root.sections("sink")) {
    sim::Sink sink;
    Keys keys(section, scene::k_sink, draft);
    keys.read(&sink);
    ++count;
    if (!keys.is_good("name")) sink.name = fmt::format("sink-{}", count);
    names.add(draft.source, sink.name, section.place("name"));
    if (keys.are_complete()) draft.scene.sinks.push_back(std::move(sink));
    section.finish();
  }
}

}  // namespace

std::optional<Vec3d> read_direction(Section& section, std::string_view name, std::string_view description) {
  const auto v = section.vector(name, "1");
  if (!v) return {};
  if (v->x == 0.0 && v->y == 0.0 && v->z == 0.0) {
    section.problem(section.place(name),
                    fmt::format("{} is zero and so has no direction; {}", section.path_of(name), description));
    return {};
  }
  return with_length_one(*v);
}

void read_walls(Section& root, Draft& draft) {
  Walls walls;
  read_planes(root, draft, walls);
  read_container(root, draft, walls);
  read_sinks(root, draft);
}

}  // namespace scree::io
