#include "workbench/workbench.h"

#include <algorithm>
#include <numbers>

#include "sim/scene.h"

namespace scree::sim {
namespace {

struct Ball {
  double radius;  ///< [m]
  const BodyTraits& traits;
};

template <class Bodies, class BallOf>
bool take_first(const Bodies& bodies, int material, MaterialBody& body, BallOf ball_of) {
  for (const auto& one : bodies) {
    const Ball ball = ball_of(one);
    if (ball.traits.material != material || !(ball.radius > 0.0)) continue;
    body.shape = MaterialBody::Shape::sphere;
    body.radius = ball.radius;
    if (is_set(ball.traits.mass))
      body.density = ball.traits.mass / (4.0 / 3.0 * std::numbers::pi * ball.radius * ball.radius * ball.radius);
    return true;
  }
  return false;
}

double mean(const Radii& radii) { return 0.5 * (radii.low + radii.high); }

bool has_other_bodies(const Scene& scene, int material) {
  const auto of_it = [&](const auto& bodies) {
    return std::any_of(bodies.begin(), bodies.end(), [&](const auto& b) { return b.traits.material == material; });
  };
  return of_it(scene.solids) || of_it(scene.randoms) ||
         std::any_of(scene.files.begin(), scene.files.end(), [&](const DataFile& file) {
           return std::find(file.material_of_type.begin(), file.material_of_type.end(), material) !=
                  file.material_of_type.end();
         });
}
bool has_wall(const Scene& scene, int material) {
  const auto of_it = [&](const auto& walls) {
    return std::any_of(walls.begin(), walls.end(), [&](const auto& w) { return w.material == material; });
  };
  return of_it(scene.planes) || of_it(scene.cylinders) ||
         std::any_of(scene.carried.begin(), scene.carried.end(),
                     [&](const CarriedPlane& c) { return c.plane.material == material; });
}

}  // namespace

MaterialBody body_of_material(const Scene& scene, int material) {
  MaterialBody body{.density = scene.materials[static_cast<std::size_t>(material)].density};
  const auto by_radius = [](const auto& b) { return Ball{b.radius, b.traits}; };
  const auto by_mean = [](const auto& b) { return Ball{mean(b.radii), b.traits}; };
  const auto unless_ellipsoids = [](const RandomFill& b) {
    return Ball{norm2(b.semi_axes) > 0.0 ? 0.0 : mean(b.radii), b.traits};
  };
  const bool found = take_first(scene.spheres, material, body, by_radius) ||
                     take_first(scene.lattices, material, body, by_radius) ||
                     take_first(scene.randoms, material, body, unless_ellipsoids) ||
                     take_first(scene.streams, material, body, by_mean);
  if (!found && !has_other_bodies(scene, material) && has_wall(scene, material))
    body.shape = MaterialBody::Shape::plane;
  return body;
}

}  // namespace scree::sim
