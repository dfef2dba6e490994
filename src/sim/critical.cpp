#include "sim/critical.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include "sim/build.h"
#include "sim/simulation.h"

namespace scree::sim {
namespace {

struct Lightest {
  double radius = std::numeric_limits<double>::infinity(), mass = 0.0, inertia = 0.0;
  bool present() const { return std::isfinite(radius); }
};

std::vector<Lightest> lightest_bodies(const Scene& scene) {
  std::vector<Lightest> list(scene.materials.size());
  const auto note = [&](const Lightest& body, const BodyTraits& traits) {
    Lightest& best = list[static_cast<std::size_t>(traits.material)];
    if (!best.present() || body.mass < best.mass) best = body;
  };
  const auto see = [&](double radius, const BodyTraits& traits) {
    const MassAndInertia m = mass_and_inertia(scene, radius, traits);
    note({radius, m.mass, m.inertia}, traits);
  };
  const auto see_solid = [&](const OneSolid& s) {  // by its longest arm and its smallest inertia
    const SolidMass m = mass_and_moments(scene, s);
    // The flattest side has the largest radius of curvature, a^2 / c, and so the stiffest patch.
    const double most = std::max({s.half.x, s.half.y, s.half.z}), least = std::min({s.half.x, s.half.y, s.half.z});
    note({s.kind == SolidKind::ellipsoid ? most * most / least : m.bounding_radius, m.mass, std::min({m.moments.x, m.moments.y, m.moments.z})}, s.traits);
  };
  for (const auto& s : scene.spheres) see(s.radius, s.traits);
  for (const auto& s : scene.solids) see_solid(s);
  for (const auto& s : scene.lattices) see(s.radius, s.traits);
  for (const auto& s : scene.randoms) {
    if (s.semi_axes.x > 0.0)
      see_solid({.name = {}, .kind = SolidKind::ellipsoid, .position = {}, .half = s.semi_axes, .traits = s.traits});
    else
      see(s.radii.low, s.traits);
  }
  for (const auto& s : scene.streams) see(s.radii.low, s.traits);
  return list;
}

double limit(double stiffness, double damping, double mass) {
  if (stiffness <= 0.0) return std::numeric_limits<double>::infinity();
  const double w = std::sqrt(stiffness / mass), z = damping / (2.0 * std::sqrt(stiffness * mass));
  return 2.0 / w * (std::sqrt(1.0 + z * z) - z);
}

/// linear(...) of whichever law of a list the choice holds.
template <class... L, class... A>
std::optional<law::Linear> linear(law::List<L...> list, const law::Choice<law::List<L...>>& choice, const A&... state) {
  std::optional<law::Linear> result;
  law::for_each(list, [&]<class Law>(int) {
    if (const auto* params = std::get_if<typename Law::Params>(&choice)) result = Law::linear(Law::prepare(*params), state...);
  });
  return result;
}

/// All stages of one contact; `b` null is a plane.
void add_contact(std::vector<CriticalStep>& steps, const law::Model& model, const std::string& between, const Lightest& a,
                 const Lightest* b) {
  law::Touch<double> touch{{0, 0, 1}, 0.0, a.radius, a.radius, a.mass};
  double spin_inverse = 1.0 / a.inertia, slide_inverse = 1.0 / a.mass + a.radius * a.radius / a.inertia;
  if (b) {
    touch.radius = a.radius * b->radius / (a.radius + b->radius);
    touch.smaller_radius = std::min(a.radius, b->radius);
    touch.mass = a.mass * b->mass / (a.mass + b->mass);
    spin_inverse += 1.0 / b->inertia;
    slide_inverse += 1.0 / b->mass + b->radius * b->radius / b->inertia;
  }
  using law::kinematics::Tracked;
  const auto* tracked = std::get_if<Tracked::Params>(&model.kinematics);
  const auto constants = Tracked::prepare(tracked ? *tracked : Tracked::Params{});
  touch.curvature_a = 1.0 / a.radius, touch.curvature_b = b ? 1.0 / b->radius : 0.0;
  touch.pair_mass = Tracked::of_pair(constants, 1.0 / a.mass, b ? 1.0 / b->mass : 0.0);
  touch.roll_inertia = touch.spin_inertia = Tracked::of_pair(constants, 1.0 / a.inertia, b ? 1.0 / b->inertia : 0.0);
  touch.overlap = k_reference_overlap * touch.smaller_radius;
  const auto add = [&](const char* stage, const std::optional<law::Linear>& spring, double mass) {
    if (spring && spring->stiffness > 0.0)
      steps.push_back({stage, between, limit(spring->stiffness, spring->damping, mass), spring->stiffness, spring->damping, mass});
  };
  const auto normal = linear(law::Normals{}, model.normal, touch);
  if (!normal) return;
  add("normal", normal, touch.mass);
  double force = 0.0;
  law::for_each(law::Normals{}, [&]<class Law>(int) {
    if (const auto* params = std::get_if<typename Law::Params>(&model.normal)) force = Law::respond(Law::prepare(*params), touch, law::Motion<double>{}).magnitude;
  });
  const law::Pressed<double> pressed{force, force, normal->damping, 0.0, 0.0};
  add("slide", linear(law::Slides{}, model.slide, touch, pressed), 1.0 / slide_inverse);
  add("roll", linear(law::Rolls{}, model.roll, touch, pressed), 1.0 / spin_inverse);
  add("spin", linear(law::Spins{}, model.spin, touch, pressed), 1.0 / spin_inverse);
}

}  // namespace

std::vector<CriticalStep> critical_steps(const Scene& scene) {
  const std::vector<Lightest> bodies = lightest_bodies(scene);
  std::vector<CriticalStep> steps;
  for (const ContactRule& rule : scene.contacts) {
    const auto &p = bodies[static_cast<std::size_t>(rule.material_a)], &q = bodies[static_cast<std::size_t>(rule.material_b)];
    const auto &name_p = scene.materials[static_cast<std::size_t>(rule.material_a)].name,
               &name_q = scene.materials[static_cast<std::size_t>(rule.material_b)].name;
    if (p.present() && q.present()) add_contact(steps, rule.model, fmt::format("{} - {}", name_p, name_q), p, &q);
    const auto on_plane = [&](const Lightest& body, int plane_material, const std::string& name) {
      const bool any = std::any_of(scene.planes.begin(), scene.planes.end(), [&](const Plane& w) { return w.material == plane_material; });
      if (body.present() && any)
        add_contact(steps, rule.model, fmt::format("{} - {} plane", name, scene.materials[static_cast<std::size_t>(plane_material)].name), body, nullptr);
    };
    on_plane(p, rule.material_b, name_p);
    if (rule.material_a != rule.material_b) on_plane(q, rule.material_a, name_q);
  }
  std::stable_sort(steps.begin(), steps.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
  return steps;
}

double chosen_step(const Scene& scene) {
  if (is_set(scene.time.step)) return scene.time.step;
  const auto steps = critical_steps(scene);
  if (steps.empty()) throw BuildError{"step = \"auto\" needs at least one contact that can happen; give time.step"};
  return scene.time.safety * steps.front().step;
}

}  // namespace scree::sim
