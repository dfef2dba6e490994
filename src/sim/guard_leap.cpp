// Bodies that go so far in one step that a contact may never be seen. Looked for at the start, of smooth steppers:
// their automatic step follows from stiffness and mass, and knows no speed.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "sim/guard_words.h"

namespace scree::sim {
namespace {

// Of the smallest radius, that two bodies may come nearer in one step. It is the default of guard.overlap_limit: a
// contact can be as deep as this way when a step sees it first, whatever its stiffness; beyond two diameters it may not
// be seen at all.
constexpr double k_longest_way = 0.2;

/// A body, or those of a stream that are still to come.
struct Mover {
  Vec3d velocity;
  std::int64_t id = 0;  ///< of a body; 0: of a stream
  std::size_t stream = 0;
  bool is_held = false;
  std::string in_words() const {
    return id > 0 ? fmt::format("body {}", id) : fmt::format("a body of stream {}", stream + 1);
  }
};

/// Two that come together, or one and a plane.
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
    const Vec3d half = bodies.forms.empty() ? Vec3d{} : bodies.forms[i].half;
    r = std::min(r, bodies.forms.empty() ? bodies.lines[i].radius : std::min({half.x, half.y, half.z}));
  }
  for (const Stream& stream : scene.streams) r = std::min(r, stream.radii.low);
  return r;
}

/// The free one that differs most from the middle of all velocities, and the one that differs most from it: at least
/// half of the largest difference of any two, and a pair that is there. What all have in common does not count.
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
  // a person looks at the fast one
  if (!second->is_held && norm2(second->velocity) > norm2(first->velocity)) std::swap(first, second);
  return {norm(second->velocity - first->velocity), first, second->in_words()};
}

/// Along the normal alone: sliding over a plane brings nobody through it.
Approach of_plane(const std::vector<Mover>& movers, const state::Wall& wall, const std::string& name) {
  Approach fastest;
  for (const Mover& m : movers)
    if (const double speed = -dot(m.velocity - wall.velocity, wall.normal); !m.is_held && speed > fastest.speed)
      fastest.speed = speed, fastest.body = &m;
  fastest.other = fmt::format("plane \"{}\"", name);
  return fastest;
}

}  // namespace

std::optional<Trouble> Guard::find_leap(const Simulation& simulation) const {
  if (stepper_of(scene_).is_rigid() || simulation.steps_done() > 0) return std::nullopt;
  const state::World& world = simulation.world();
  const std::vector<Mover> movers = movers_of(scene_, world.bodies);
  Approach fastest = of_bodies(movers);
  for (std::size_t w = 0; w < world.walls.size(); ++w)
    if (const Approach one = of_plane(movers, world.walls[w], scene_.planes[w].name); one.speed > fastest.speed)
      fastest = one;
  const double radius = smallest_radius(scene_, world.bodies), way = fastest.speed * simulation.step();
  if (!(way > k_longest_way * radius)) return std::nullopt;
  Trouble t = trouble_now(simulation, "speed");
  if (fastest.body->id > 0) t.bodies = {fastest.body->id};
  t.what = fmt::format(
      "{} goes at {:.4g} {} against {}: {:.3g} {} in one step, {:.2g} times the smallest radius (more than {} is too "
      "far); they may go through each other, or be deep in each other when they first touch",
      fastest.body->in_words(), fastest.speed, unit_of(scene_, "m/s"), fastest.other, way, unit_of(scene_, "m"),
      way / radius, k_longest_way);
  t.cause = fmt::format(
      "the step of {:.3g} {} {}", simulation.step(), unit_of(scene_, "s"),
      is_set(scene_.time.step)
          ? "is too long for this speed"
          : "follows from the stiffness and the mass of bodies that touch, and these are too soft for this speed");
  t.remedy =
      fmt::format("a time.step of at most {:.2g} {}{}", k_longest_way * radius / fastest.speed, unit_of(scene_, "s"),
                  is_set(scene_.time.step) ? "" : ", or a stiffer normal law, which makes the automatic step shorter");
  return t;
}

}  // namespace scree::sim
