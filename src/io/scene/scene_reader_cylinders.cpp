// Cylindrical containers, and a check that all bodies start inside them.
#include <fmt/format.h>

#include <cmath>

#include "io/scene/keys.h"

namespace scree::io {

namespace {

/// Bodies must be inside: the wall would accelerate a body whose centre starts outside towards the axis.
void check_inside(Section& section, Draft& draft, const sim::Cylinder& cylinder) {
  for (const Positioned& body : draft.positions) {
    const Vec3d d = body.position - cylinder.point;
    const double distance = norm(sub_scaled(d, dot(d, cylinder.axis), cylinder.axis));
    if (body.is_locked || distance < cylinder.radius) continue;
    draft.source.problem(
        body.place,
        fmt::format(
            "{} is outside of {}: {:.3g} from its axis, where cylinder.radius = {}. Bodies are inside of a cylinder",
            body.label, draft.label("cylinder", cylinder.name, section.place()), distance, section.written("radius")));
  }
}

/// A body that leaves through a periodic face re-enters behind the wall, unless the face belongs to the axis of the
/// cylinder.
void check_periodic(Section& section, const Draft& draft, const Vec3d& axis) {
  constexpr double k_along = 1.0 - 1e-12;
  for (std::size_t k = 0; k < 3; ++k)
    if (draft.scene.cell.periodic[k] && std::fabs(dot(axis, edge_along(draft.scene.cell, k))) < k_along)
      section.problem(
          section.place("axis"),
          fmt::format(
              "cylinder closes the axis {0}, which is periodic; bodies could not pass. A cylinder along {0} could be",
              "xyz"[k]));
}

}  // namespace

void read_cylinders(Section& root, Draft& draft) {
  NameList names("cylinder");
  int count = 0;
  for (Section& section : root.sections("cylinder")) {
    refuse_once(section, draft, sim::Feature::cylinders);
    sim::Cylinder cylinder;
    Keys keys(section, scene::k_cylinder, draft);
    keys.read(&cylinder);
    ++count;
    if (!keys.is_good("name")) cylinder.name = fmt::format("cylinder-{}", count);
    names.add(draft.source, cylinder.name, section.place("name"));
    if (keys.is_good("axis")) check_periodic(section, draft, cylinder.axis);
    if (keys.is_good("material"))
      draft.uses.push_back({.kind = Use::Kind::plane,
                            .material = cylinder.material,
                            .is_locked = true,
                            .label = draft.label("cylinder", cylinder.name, section.place()),
                            .place = section.place("material")});
    if (keys.are_complete()) {
      check_inside(section, draft, cylinder);
      draft.scene.cylinders.push_back(std::move(cylinder));
    }
    section.finish();
  }
}

}  // namespace scree::io
