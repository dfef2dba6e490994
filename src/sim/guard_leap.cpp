// Finds bodies that move so far in one step that a contact may be missed. The check is made at the start of runs with
// smooth steppers, whose automatic step follows from stiffness and mass and does not depend on speeds.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "sim/guard_diagnostics.h"

namespace scree::sim {
namespace {

// Maximum relative displacement of two bodies in one step, as a fraction of the smallest radius. It is the default of
// guard.overlap_limit: when a contact is first detected its overlap can be as large as this displacement, whatever its
// stiffness. Beyond two diameters a contact may be missed altogether.
constexpr double k_max_displacement = 0.2;

/// A body, or the bodies that a stream has not inserted yet.
struct Mover {
  Vec3d velocity;
  std::int64_t id = 0;  ///< of a body; 0: of a stream
  std::size_t stream = 0;
  bool is_held = false;
  std::string describe() const {
    return id > 0 ? fmt::format("body {}", id) : fmt::format("a body of stream {}", stream + 1);
  }
};

/// The relative speed of a body and another body or a plane.
struct Approach {
  double speed = 0.0;
  const Mover* body = nullptr;
  std::string other{};
};

std::vector<Mover> movers_of(const Scene& scene, const state::Bodies& bodies) {
  std::vector<Mover> list;
  list.reserve(bodies.size() + scene.streams.size());
  for (const state::BodyLine& p : bodies.lines)
    list.push_back({.velocity = p.velocity(), .id = number(p.id), .is_held = p.is_fixed()});
  for (std::size_t s = 0; s < scene.streams.size(); ++s)
    list.push_back({.velocity = scene.streams[s].traits.velocity,
                    .stream = s,
                    .is_held = scene.streams[s].traits.locks == k_lock_all});
  return list;
}

double smallest_radius(const Scene& scene, const state::Bodies& bodies) {
  double r = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const Vec3d half = bodies.shapes.empty() ? Vec3d{} : bodies.shapes[i].half;
    r = std::min(r, bodies.shapes.empty() ? bodies.lines[i].radius : std::min({half.x, half.y, half.z}));
  }
  for (const Stream& stream : scene.streams) r = std::min(r, stream.radii.low);
  return r;
}

/// A pair of bodies with a large relative velocity, at least half of the largest of all pairs: the free body whose
/// velocity differs most from the centre of the bounding box of all velocities, and the body whose velocity differs
/// most from that of the first. A common translation of all bodies does not contribute.
Approach of_bodies(const std::vector<Mover>& movers) {
  if (movers.empty()) return {};
  Vec3d low = movers[0].velocity, high = low;
  for (const Mover& m : movers)
    for (std::size_t k = 0; k < 3; ++k)
      low.*k_axes[k] = std::min(low.*k_axes[k], m.velocity.*k_axes[k]),
      high.*k_axes[k] = std::max(high.*k_axes[k], m.velocity.*k_axes[k]);
  const Vec3d middle = 0.5 * (low + high);
  const Mover* first = nullptr;
  for (const Mover& m : movers)
    if (!m.is_held && (!first || norm2(m.velocity - middle) > norm2(first->velocity - middle))) first = &m;
  if (!first) return {};
  const auto nearer = [&](const Mover& a, const Mover& b) {
    return norm2(a.velocity - first->velocity) < norm2(b.velocity - first->velocity);
  };
  const Mover* second = &*std::max_element(movers.begin(), movers.end(), nearer);
  // The message starts with the faster body.
  if (!second->is_held && norm2(second->velocity) > norm2(first->velocity)) std::swap(first, second);
  return {norm(second->velocity - first->velocity), first, second->describe()};
}

/// Largest speed towards a plane. Only the normal component counts, since tangential motion does not cross the plane.
Approach of_plane(const std::vector<Mover>& movers, const state::Wall& wall, const std::string& name) {
  Approach fastest;
  for (const Mover& m : movers)
    if (const double speed = -dot(m.velocity - wall.velocity, wall.normal); !m.is_held && speed > fastest.speed)
      fastest.speed = speed, fastest.body = &m;
  fastest.other = fmt::format("plane \"{}\"", name);
  return fastest;
}

}  // namespace

std::optional<Diagnostic> Guard::find_leap(const Simulation& simulation) const {
  if (stepper_of(scene_).is_rigid() || simulation.steps_done() > 0) return std::nullopt;
  const state::World& world = simulation.world();
  const std::vector<Mover> movers = movers_of(scene_, world.bodies);
  Approach fastest = of_bodies(movers);
  for (std::size_t w = 0; w < world.walls.size(); ++w)
    if (const Approach one = of_plane(movers, world.walls[w], scene_.planes[w].name); one.speed > fastest.speed)
      fastest = one;
  const double radius = smallest_radius(scene_, world.bodies), distance = fastest.speed * simulation.step();
  if (!(distance > k_max_displacement * radius)) return std::nullopt;
  Diagnostic t = diagnostic_now(simulation, "speed");
  if (fastest.body->id > 0) t.bodies = {fastest.body->id};
  t.what = fmt::format(
      "{} moves at {:.4g} {} relative to {}, which is {:.3g} {} in one step or {:.2g} times the smallest radius "
      "(maximum {}); they may pass through each other, or overlap deeply when their contact is first detected",
      fastest.body->describe(), fastest.speed, unit_of(scene_, "m/s"), fastest.other, distance, unit_of(scene_, "m"),
      distance / radius, k_max_displacement);
  t.cause = is_set(scene_.time.step)
                ? fmt::format("the time step of {:.3g} {} is too long for this speed", simulation.step(),
                              unit_of(scene_, "s"))
                : fmt::format(
                      "the automatic time step of {:.3g} {} follows from the stiffness and the mass of bodies "
                      "in contact, not from their speed, and the contacts are too soft for this speed",
                      simulation.step(), unit_of(scene_, "s"));
  t.remedy = fmt::format("set time.step to at most {:.2g} {}{}", k_max_displacement * radius / fastest.speed,
                         unit_of(scene_, "s"),
                         is_set(scene_.time.step) ? ""
                                                  : ", or use a stiffer normal law, which shortens the automatic "
                                                    "step");
  return t;
}

}  // namespace scree::sim
