// Frames that are made by hand: spheres where the test wants them, contacts that it names.
#pragma once

#include <cmath>
#include <vector>

#include "analysis/packing.h"
#include "base/random.h"

namespace scree::test {

inline sim::BodyView grain(std::int64_t id, const Vec3d& position, double radius = 0.5) {
  sim::BodyView b;
  b.id = id, b.position = position, b.radius = radius, b.mass = 1.0, b.inertia = 0.4 * radius * radius,
  b.half_axes = {radius, radius, radius};
  return b;
}

/// `count` spheres; where they are does not matter.
inline sim::Frame grains(int count) {
  sim::Frame frame;
  for (int i = 1; i <= count; ++i) frame.bodies.push_back(grain(i, {static_cast<double>(i), 0, 0}));
  return frame;
}

inline void touch(sim::Frame& frame, std::int64_t a, std::int64_t b) {
  sim::ContactView c;
  c.a = std::min(a, b), c.b = std::max(a, b), c.normal = {1, 0, 0}, c.branch = {1, 0, 0}, c.normal_force = 1.0;
  frame.contacts.push_back(c);
}
inline void touch_wall(sim::Frame& frame, std::int64_t a) {
  sim::ContactView c;
  c.a = a, c.plane = 0, c.normal = {0, 0, 1}, c.branch = {0, 0, 0.5}, c.normal_force = 1.0;
  frame.contacts.push_back(c);
}

inline analysis::Backbone backbone(const sim::Frame& frame, const analysis::Modes& modes,
                                   analysis::Dimension dimension = analysis::Dimension::three) {
  return analysis::find_backbone(frame, frame.contacts, analysis::ends_of(frame, frame.contacts), dimension,
                                 [&](const sim::ContactView&) { return modes; });
}

/// A cell that is periodic along all axes.
inline sim::CellSpec periodic_cell(const Vec3d& low, const Vec3d& high) {
  return {{true, true, true}, {low, high}, {}};
}

/// Spheres of diameter 1 on a face-centred lattice of nearest neighbours `spacing` apart, `cells` unit cells along each
/// axis, periodic.
inline sim::Frame face_centred(int cells, double spacing) {
  const double edge = std::sqrt(2.0) * spacing;
  sim::Frame frame;
  frame.cell = periodic_cell({}, {cells * edge, cells * edge, cells * edge});
  std::int64_t id = 0;
  for (int x = 0; x < cells; ++x)
    for (int y = 0; y < cells; ++y)
      for (int z = 0; z < cells; ++z)
        for (const Vec3d& corner : {Vec3d{0, 0, 0}, Vec3d{0.5, 0.5, 0}, Vec3d{0.5, 0, 0.5}, Vec3d{0, 0.5, 0.5}})
          frame.bodies.push_back(grain(
              ++id, edge * (corner + Vec3d{static_cast<double>(x), static_cast<double>(y), static_cast<double>(z)})));
  return frame;
}

/// Spheres of diameter 1 anywhere in a periodic cube; they overlap.
inline sim::Frame thrown(int count, double edge, std::uint64_t seed) {
  sim::Frame frame;
  frame.cell = periodic_cell({}, {edge, edge, edge});
  for (int i = 1; i <= count; ++i) {
    Random random(seed, static_cast<std::uint64_t>(i));
    frame.bodies.push_back(grain(i, {random.uniform(0, edge), random.uniform(0, edge), random.uniform(0, edge)}));
  }
  return frame;
}

}  // namespace scree::test
