#include "sim/build.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <fmt/format.h>

#include "base/random.h"
#include "shape/inertia.h"
#include "sim/between_materials.h"
#include "sim/build_checks.h"
#include "sim/build_fields.h"
#include "sim/build_joints.h"
#include "sim/place.h"
#include "sim/simulation.h"

namespace scree::sim {
namespace {

constexpr double k_skin = 0.2;  // of the mean radius; measured in docs/decisions/search.md

double smallest(const Vec3d& v) { return std::min({v.x, v.y, v.z}); }

/// Uniformly distributed over all orientations: a random direction in four dimensions, by rejection from the cube.
state::Orientation random_orientation(Random& random) {
  for (;;) {
    const state::Orientation q = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1),
                                  random.uniform(-1, 1)};
    const double size2 = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3];
    if (size2 > 1.0 || size2 < 0.01) continue;
    const double scale = 1.0 / std::sqrt(size2);
    return {scale * q[0], scale * q[1], scale * q[2], scale * q[3]};
  }
}

/// Calls f(traits) for every table of bodies.
template <class F>
void each_traits(const Scene& scene, F f) {
  for (const auto& s : scene.spheres) f(s.traits);
  for (const auto& s : scene.solids) f(s.traits);
  for (const auto& s : scene.lattices) f(s.traits);
  for (const auto& s : scene.randoms) f(s.traits);
  for (const auto& s : scene.streams) f(s.traits);
}

shape::Solid solid_of(const OneSolid& s) {
  return s.kind == shape::BodyShape::box ? shape::solid_box(s.half) : shape::solid_ellipsoid(s.half);
}

bool has_forces(const Scene& scene) {
  bool any = false;
  each_traits(scene, [&](const BodyTraits& traits) { any = any || norm2(traits.force) > 0.0; });
  return any;
}

}  // namespace

double largest_radius(const Scene& scene, BoxRadii boxes) {
  double r = 0.0;
  for (const auto& s : scene.spheres) r = std::max(r, s.radius);
  for (const auto& s : scene.solids)
    if (s.kind != shape::BodyShape::box || boxes == BoxRadii::counted) r = std::max(r, solid_of(s).bounding_radius);
  for (const auto& s : scene.lattices) r = std::max(r, s.radius);
  for (const auto& s : scene.randoms) r = std::max(r, s.radii.high);
  for (const auto& s : scene.streams) r = std::max(r, s.radii.high);
  return r;
}

MassAndInertia mass_and_inertia(const Scene& scene, double radius, const BodyTraits& traits) {
  const double density = scene.materials[static_cast<std::size_t>(traits.material)].density;
  const double mass =
      is_set(traits.mass) ? traits.mass : 4.0 * std::numbers::pi / 3.0 * radius * radius * radius * density;
  const double inertia = is_set(traits.inertia) ? traits.inertia : 0.4 * mass * radius * radius;
  throw_if_mass_out_of_range(scene, radius, mass, inertia, traits);
  return {mass, inertia};
}

SolidMass mass_and_moments(const Scene& scene, const OneSolid& s) {
  const shape::Solid solid = solid_of(s);
  const double density = scene.materials[static_cast<std::size_t>(s.traits.material)].density;
  const double mass = is_set(s.traits.mass) ? s.traits.mass : solid.volume * density;
  const Vec3d moments = is_set(s.moments.x) ? s.moments : mass * solid.moment;
  for (const double moment : {moments.x, moments.y, moments.z})
    throw_if_mass_out_of_range(scene, solid.bounding_radius, mass, moment, s.traits);
  return {mass, moments, solid.bounding_radius};
}

bool has_shapes(const Scene& scene) {
  return !scene.solids.empty() || std::any_of(scene.randoms.begin(), scene.randoms.end(),
                                              [](const RandomFill& f) { return f.semi_axes.x > 0.0; });
}

namespace {

/// Appends one body to all columns.
void add_body(state::World& world, const Vec3d& p, double radius, double mass, double inertia, const BodyTraits& traits,
              const state::Shape& shape, const state::Orientation& orientation) {
  if (!(radius > 0.0))
    throw BuildError{fmt::format("body {} would have the radius {}; it must be positive", world.next_id, radius)};
  const bool fixed = traits.locks == k_lock_all;
  state::BodyLine line{};
  line.x = p.x, line.y = p.y, line.z = p.z, line.radius = radius;
  line.vx = traits.velocity.x, line.vy = traits.velocity.y, line.vz = traits.velocity.z;
  line.wx = traits.spin.x, line.wy = traits.spin.y, line.wz = traits.spin.z;
  line.inverse_mass = fixed ? 0.0 : 1.0 / mass;
  line.inverse_inertia = fixed ? 0.0 : 1.0 / inertia;
  line.id = world.take_id();
  line.material = static_cast<std::uint16_t>(traits.material);
  line.locks = traits.locks;
  state::Bodies& bodies = world.bodies;
  bodies.lines.push_back(line);
  bodies.mass.push_back(mass), bodies.inertia.push_back(inertia);
  bodies.image_flags.push_back({0, 0, 0});
  if (bodies.kept.shapes) bodies.shapes.push_back(shape);
  if (bodies.kept.forces) bodies.forces.push_back(traits.force);
  if (bodies.kept.orientations) bodies.push_orientation(orientation);
  if (bodies.kept.field_forces) bodies.field_forces.emplace_back();
}

void add_solid(state::World& world, const Scene& scene, const OneSolid& s) {
  if (s.kind == shape::BodyShape::sphere)
    throw BuildError{fmt::format("\"{}\" is a sphere among Scene::solids; put it into Scene::spheres", s.name)};
  const SolidMass m = mass_and_moments(scene, s);
  add_body(world, s.position, m.bounding_radius, m.mass, smallest(m.moments), s.traits, {s.kind, s.half, m.moments, {}},
           s.orientation);
}

/// A random ellipsoid. Its orientation depends on the seed and on its number in the fill only.
OneSolid random_ellipsoid(const RandomFill& fill, std::size_t which, const Vec3d& position) {
  Random random(mixed(fill.seed) + 1, which);
  return {.name = {},
          .kind = shape::BodyShape::ellipsoid,
          .position = position,
          .half = fill.semi_axes,
          .orientation = random_orientation(random),
          .traits = fill.traits};
}

}  // namespace

void add_sphere(state::World& world, const Scene& scene, const Vec3d& p, double radius, const BodyTraits& traits) {
  const MassAndInertia m = mass_and_inertia(scene, radius, traits);
  add_body(world, p, radius, m.mass, m.inertia, traits,
           {shape::BodyShape::sphere, {radius, radius, radius}, {m.inertia, m.inertia, m.inertia}, {}}, {1, 0, 0, 0});
}

state::World build_empty_world(const Scene& scene) {
  throw_if_refused(scene);
  state::World world;
  const bool vectors = scene.rotation == RotationKind::rodrigues;
  world.bodies.kept = {
      .orientations = is_set(scene.output.frames_every) || has_shapes(scene) || has_attached(scene) || vectors,
      .shapes = has_shapes(scene),
      .forces = has_forces(scene),
      .rotations = vectors,
      .field_forces = scene.forces.any()};
  world.gravity = scene.gravity;
  world.cell = cell_of(scene.cell);
  world.cell.reduce();
  for (const Plane& plane : scene.planes) {
    state::Wall wall;
    wall.point = wall.listed_point = plane.point;
    wall.normal = (1.0 / norm(plane.normal)) * plane.normal;
    wall.velocity = plane.velocity;
    wall.material = static_cast<std::uint16_t>(plane.material);
    world.walls.push_back(wall);
  }
  declare_joints(world, scene);
  return world;
}

namespace {

std::string place_of(const std::vector<std::string>& places, std::size_t which) {
  return which < places.size() ? places[which] : std::string();
}

}  // namespace

state::World build_world(const Scene& scene) {
  state::World world = build_empty_world(scene);
  const double span = 2.0 * largest_radius(scene);
  if (const double own = world.cell.to_own_image(); own < span)
    throw BuildError{
        fmt::format("the period of the cell is {0:.6g} {2}, less than the largest diameter, {1:.6g} {2}: a "
                    "body would touch its own periodic image; use a wider cell or smaller bodies",
                    own, span, unit_of(scene, "m")),
        scene.places.cell};
  for (const auto& s : scene.spheres) add_sphere(world, scene, s.position, s.radius, s.traits);
  for (const auto& s : scene.solids) add_solid(world, scene, s);
  for (std::size_t l = 0; l < scene.lattices.size(); ++l) {
    if (scene.guard.overlap == Alarm::stop)
      refuse_doubled_rows(scene, scene.lattices[l], world.cell, place_of(scene.places.lattices, l));
    for (const Placed& p : place_lattice(scene.lattices[l], place_of(scene.places.lattices, l)))
      add_sphere(world, scene, p.position, p.radius, scene.lattices[l].traits);
  }
  if (!scene.randoms.empty()) {
    Occupied occupied(world.cell, largest_radius(scene, BoxRadii::left_out));
    for (std::size_t slot = 0; slot < world.bodies.size(); ++slot) occupied.add(world.bodies, slot);
    for (std::size_t r = 0; r < scene.randoms.size(); ++r) {
      const RandomFill& fill = scene.randoms[r];
      const std::vector<Placed> placed = place_random(fill, occupied, place_of(scene.places.randoms, r));
      for (std::size_t i = 0; i < placed.size(); ++i) {
        if (fill.semi_axes.x > 0.0)
          add_solid(world, scene, random_ellipsoid(fill, i, placed[i].position));
        else
          add_sphere(world, scene, placed[i].position, placed[i].radius, fill.traits);
      }
    }
  }
  attach_joints(world, scene);
  throw_if_too_far(scene, world.cell);
  throw_if_unresolved(scene, world), throw_if_all_sink(scene, world);
  return world;
}

contact::ModelTable build_models(const Scene& scene, const state::World& world) {
  contact::ModelTable table;
  const bool curved_walls = std::any_of(world.walls.begin(), world.walls.end(),
                                        [](const state::Wall& w) { return w.shape != shape::WallShape::plane; });
  const contact::Shapes shapes =
      has_shapes(scene) || curved_walls ? contact::Shapes::all : contact::Shapes::spheres_at_planes;
  fill_between(scene, table, [&](const law::Model& model) { table.models.push_back(contact::prepare(model, shapes)); });
  return table;
}

double chosen_skin(const Scene& scene, const state::World& world) {
  if (is_set(scene.skin)) return scene.skin;
  double sum = 0.0;
  for (const auto& line : world.bodies.lines) sum += line.radius;
  double count = static_cast<double>(world.bodies.size());
  for (const Stream& s : scene.streams)
    sum += 0.5 * (s.radii.low + s.radii.high) * static_cast<double>(s.count), count += static_cast<double>(s.count);
  return count > 0.0 ? k_skin * sum / count : 0.0;
}

namespace {

const contact::Kernels& kernels_or_throw(const std::string& name) {
  if (const contact::Kernels* kernels = contact::kernels_named(name)) return *kernels;
  std::string list;
  for (const contact::Kernels* k : contact::available_kernels()) list += fmt::format(" {}", k->name);
  throw BuildError{fmt::format("this machine does not have the instruction set \"{}\"; choose one of:{}", name, list)};
}

}  // namespace

std::unique_ptr<step::Engine> build_engine(const Scene& scene, const state::World& world, double step,
                                           const std::string& isa) {
  return stepper_of(scene).make({scene, world, step, kernels_or_throw(isa)});
}

}  // namespace scree::sim
