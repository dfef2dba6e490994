#include "sim/build.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "sim/place.h"
#include "sim/simulation.h"

namespace scree::sim {
namespace {

constexpr double k_skin = 0.2;  // of the mean radius; docs/decisions/search.md has the measurements

double largest_radius(const Scene& scene) {
  double r = 0.0;
  for (const auto& s : scene.spheres) r = std::max(r, s.radius);
  for (const auto& s : scene.lattices) r = std::max(r, s.radius);
  for (const auto& s : scene.randoms) r = std::max(r, s.radii.high);
  for (const auto& s : scene.streams) r = std::max(r, s.radii.high);
  return r;
}

}  // namespace

MassAndInertia mass_and_inertia(const Scene& scene, double radius, const BodyTraits& traits) {
  const double density = scene.materials[static_cast<std::size_t>(traits.material)].density;
  const double mass = is_set(traits.mass) ? traits.mass : 4.0 * std::numbers::pi / 3.0 * radius * radius * radius * density;
  const double inertia = is_set(traits.inertia) ? traits.inertia : 0.4 * mass * radius * radius;
  return {mass, inertia};
}

void add_sphere(state::World& world, const Scene& scene, const Vec3d& p, double radius, const BodyTraits& traits) {
  const MassAndInertia m = mass_and_inertia(scene, radius, traits);
  if (!(m.mass > 0.0) || !(m.inertia > 0.0) || !(radius > 0.0))
    throw BuildError{fmt::format("body {} would have radius {} m, mass {} kg and inertia {} kg m^2; all must be positive", world.next_id,
                                 radius, m.mass, m.inertia)};
  const bool fixed = traits.locks == k_lock_all;
  state::BodyLine line{};
  line.x = p.x, line.y = p.y, line.z = p.z, line.radius = radius;
  line.vx = traits.velocity.x, line.vy = traits.velocity.y, line.vz = traits.velocity.z;
  line.wx = traits.spin.x, line.wy = traits.spin.y, line.wz = traits.spin.z;
  line.inverse_mass = fixed ? 0.0 : 1.0 / m.mass;
  line.inverse_inertia = fixed ? 0.0 : 1.0 / m.inertia;
  line.id = world.next_id++;
  line.material = static_cast<std::uint16_t>(traits.material);
  line.locks = traits.locks;
  state::Bodies& bodies = world.bodies;
  bodies.lines.push_back(line);
  bodies.mass.push_back(m.mass), bodies.inertia.push_back(m.inertia);
  bodies.turns.push_back({0, 0, 0});
}

state::World build_empty_world(const Scene& scene) {
  state::World world;
  world.gravity = scene.gravity;
  world.cell.periodic = scene.cell.periodic;
  const Vec3d length = scene.cell.bounds.high - scene.cell.bounds.low;
  for (std::size_t k = 0; k < 3; ++k)
    if (scene.cell.periodic[k]) world.cell.low.*k_axes[k] = scene.cell.bounds.low.*k_axes[k], world.cell.length.*k_axes[k] = length.*k_axes[k];
  for (const Plane& plane : scene.planes) {
    state::Wall wall;
    wall.point = wall.listed_point = plane.point;
    wall.normal = (1.0 / norm(plane.normal)) * plane.normal;
    wall.velocity = plane.velocity;
    wall.material = static_cast<std::uint16_t>(plane.material);
    world.walls.push_back(wall);
  }
  return world;
}

state::World build_world(const Scene& scene) {
  state::World world = build_empty_world(scene);
  const double span = 2.0 * largest_radius(scene);
  for (std::size_t k = 0; k < 3; ++k)
    if (world.cell.periodic[k] && world.cell.length.*k_axes[k] < span)
      throw BuildError{fmt::format("the cell is {} m long in {}, less than the largest diameter {} m: a body would touch itself", world.cell.length.*k_axes[k], "xyz"[k], span)};
  for (const auto& s : scene.spheres) add_sphere(world, scene, s.position, s.radius, s.traits);
  for (const auto& fill : scene.lattices)
    for (const Placed& p : place_lattice(fill)) add_sphere(world, scene, p.position, p.radius, fill.traits);
  if (!scene.randoms.empty()) {
    Occupied occupied(world.cell, largest_radius(scene));
    for (const auto& line : world.bodies.lines) occupied.add({line.position(), line.radius});
    for (const auto& fill : scene.randoms)
      for (const Placed& p : place_random(fill, occupied)) add_sphere(world, scene, p.position, p.radius, fill.traits);
  }
  return world;
}

contact::ModelTable build_models(const Scene& scene) {
  contact::ModelTable table;
  table.materials = static_cast<int>(scene.materials.size());
  table.between.assign(scene.materials.size() * scene.materials.size(), 0);
  for (const ContactRule& rule : scene.contacts) {
    const auto index = static_cast<std::uint16_t>(table.models.size());
    table.models.push_back(contact::prepare(rule.model));
    const auto a = static_cast<std::size_t>(rule.material_a), b = static_cast<std::size_t>(rule.material_b);
    table.between[a * scene.materials.size() + b] = table.between[b * scene.materials.size() + a] = index;
  }
  return table;
}

double chosen_skin(const Scene& scene, const state::World& world) {
  if (is_set(scene.skin)) return scene.skin;
  double sum = 0.0;
  for (const auto& line : world.bodies.lines) sum += line.radius;
  double count = static_cast<double>(world.bodies.size());
  for (const Stream& s : scene.streams) sum += 0.5 * (s.radii.low + s.radii.high) * static_cast<double>(s.count), count += static_cast<double>(s.count);
  return count > 0.0 ? k_skin * sum / count : 0.0;
}

}  // namespace scree::sim
