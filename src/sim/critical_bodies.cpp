#include "sim/critical_bodies.h"

#include <algorithm>

#include "sim/build.h"

namespace scree::sim::critical {
namespace {

Body sphere_of(const Scene& scene, double radius, const BodyTraits& traits) {
  const MassAndInertia m = mass_and_inertia(scene, radius, traits);
  Body body{m.mass, m.inertia, radius, radius, radius * radius / m.inertia};
  body.is_held = traits.locks == k_lock_all;
  return body;
}
Body solid_of(const Scene& scene, const OneSolid& s) {
  const SolidMass m = mass_and_moments(scene, s);
  const double half[3] = {s.half.x, s.half.y, s.half.z}, moment[3] = {m.moments.x, m.moments.y, m.moments.z};
  const double largest = std::max({half[0], half[1], half[2]}), smallest = std::min({half[0], half[1], half[2]});
  const bool box = s.kind == shape::BodyShape::box;
  // The flattest side of an ellipsoid has the radius of curvature a^2 / c and so the stiffest contacts. In the plane of
  // two axes, the distance of its normals from the centre is at most the difference of the two half axes.
  Body body{m.mass, std::min({moment[0], moment[1], moment[2]}), box ? m.bounding_radius : largest * largest / smallest,
            smallest};
  body.corners = box ? 4 : 1, body.is_flat = box, body.is_held = s.traits.locks == k_lock_all;
  for (int i = 0; i < 3; ++i) {
    const double p = half[(i + 1) % 3], q = half[(i + 2) % 3];
    body.slip = std::max(body.slip, (box ? p * p + q * q : std::max(p * p, q * q)) / moment[i]);
    body.off_centre = std::max(body.off_centre, (box ? p * p + q * q : (p - q) * (p - q)) / moment[i]);
  }
  return body;
}

}  // namespace

std::vector<Extremes> extreme_bodies(const Scene& scene) {
  std::vector<Extremes> list(scene.materials.size());
  const auto of = [&](const BodyTraits& t) -> Extremes& { return list[static_cast<std::size_t>(t.material)]; };
  const auto include = [&](double radius, const BodyTraits& traits) {
    of(traits).include(sphere_of(scene, radius, traits));
  };
  for (const auto& s : scene.spheres) include(s.radius, s.traits);
  for (const auto& s : scene.solids) of(s.traits).include(solid_of(scene, s));
  for (const auto& s : scene.lattices) include(s.radius, s.traits);
  for (const auto& s : scene.randoms) {
    if (s.semi_axes.x > 0.0)
      of(s.traits).include(solid_of(scene, {.name = {}, .position = {}, .half = s.semi_axes, .traits = s.traits}));
    else
      include(s.radii.low, s.traits), include(s.radii.high, s.traits);
  }
  for (const auto& s : scene.streams) include(s.radii.low, s.traits), include(s.radii.high, s.traits);
  return list;
}

}  // namespace scree::sim::critical
