#include "sim/critical.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include "sim/build.h"
#include "sim/build_fields.h"
#include "sim/simulation.h"

namespace scree::sim {
namespace {

/// What the critical step of a contact depends on, of one body.
struct Body {
  double mass = 0.0;        ///< [kg]
  double inertia = 0.0;     ///< smallest principal moment [kg m^2]
  double patch = 0.0;       ///< largest radius of curvature [m]
  double least = 0.0;       ///< smallest half axis [m]
  double slip = 0.0;        ///< largest (arm^2 / inertia) of a force along the surface [1/kg]
  double off_centre = 0.0;  ///< the same of a force along the normal, which need not go through the centre; 0 for spheres [1/kg]
  int corners = 1;          ///< contacts with one plane
  bool is_flat = false;     ///< a box, on which others lie as on a plane
  bool is_held = false;     ///< of infinite mass to whatever touches it
  double over(double share) const { return is_held ? 0.0 : share; }  ///< a share of an inverse mass
};
/// The lightest body of a material shakes fastest; beside the heaviest one the dashpots by average mass are strongest; the flattest of those
/// that are held has the stiffest patches.
struct Extremes {
  Body lightest, heaviest, held;
  bool present = false, any_held = false;
  void see(const Body& body) {
    if (body.is_held) {
      if (!any_held || (body.is_flat && !held.is_flat) || (body.is_flat == held.is_flat && body.patch > held.patch)) held = body;
      any_held = true;
      return;
    }
    if (!present || body.mass < lightest.mass) lightest = body;
    if (!present || body.mass > heaviest.mass) heaviest = body;
    present = true;
  }
};

Body sphere_of(const Scene& scene, double radius, const BodyTraits& traits) {
  const MassAndInertia m = mass_and_inertia(scene, radius, traits);
  Body body{m.mass, m.inertia, radius, radius, radius * radius / m.inertia};
  body.is_held = traits.locks == k_lock_all;
  return body;
}
Body solid_of(const Scene& scene, const OneSolid& s) {
  const SolidMass m = mass_and_moments(scene, s);
  const double half[3] = {s.half.x, s.half.y, s.half.z}, moment[3] = {m.moments.x, m.moments.y, m.moments.z};
  const double most = std::max({half[0], half[1], half[2]}), least = std::min({half[0], half[1], half[2]});
  const bool box = s.kind == SolidKind::box;
  // The flattest side of an ellipsoid has the radius a^2 / c, and so the stiffest patch. Its normals pass the centre, in the plane of two
  // axes, by at most the difference of these.
  Body body{m.mass, std::min({moment[0], moment[1], moment[2]}), box ? m.bounding_radius : most * most / least, least};
  body.corners = box ? 4 : 1, body.is_flat = box, body.is_held = s.traits.locks == k_lock_all;
  for (int i = 0; i < 3; ++i) {
    const double p = half[(i + 1) % 3], q = half[(i + 2) % 3];
    body.slip = std::max(body.slip, (box ? p * p + q * q : std::max(p * p, q * q)) / moment[i]);
    body.off_centre = std::max(body.off_centre, (box ? p * p + q * q : (p - q) * (p - q)) / moment[i]);
  }
  return body;
}

std::vector<Extremes> extreme_bodies(const Scene& scene) {
  std::vector<Extremes> list(scene.materials.size());
  const auto of = [&](const BodyTraits& traits) -> Extremes& { return list[static_cast<std::size_t>(traits.material)]; };
  const auto see = [&](double radius, const BodyTraits& traits) { of(traits).see(sphere_of(scene, radius, traits)); };
  for (const auto& s : scene.spheres) see(s.radius, s.traits);
  for (const auto& s : scene.solids) of(s.traits).see(solid_of(scene, s));
  for (const auto& s : scene.lattices) see(s.radius, s.traits);
  for (const auto& s : scene.randoms) {
    if (s.semi_axes.x > 0.0)
      of(s.traits).see(solid_of(scene, {.name = {}, .kind = SolidKind::ellipsoid, .position = {}, .half = s.semi_axes, .traits = s.traits}));
    else
      see(s.radii.low, s.traits), see(s.radii.high, s.traits);
  }
  for (const auto& s : scene.streams) see(s.radii.low, s.traits), see(s.radii.high, s.traits);
  return list;
}

double limit(double stiffness, double damping, double mass) {
  if (stiffness <= 0.0) return std::numeric_limits<double>::infinity();
  const double w = std::sqrt(stiffness / mass), z = damping / (2.0 * std::sqrt(stiffness * mass));
  return 2.0 / w * (std::sqrt(1.0 + z * z) - z);
}

/// linear(...) of whichever law of a list the choice holds.
template <class... L, class Choice, class... A>
std::optional<law::Linear> linear(law::List<L...> list, const Choice& choice, const A&... state) {
  std::optional<law::Linear> result;
  law::for_each(list, [&]<class Law>(int) {
    if (const auto* params = std::get_if<typename Law::Params>(&choice)) result = Law::linear(Law::prepare(*params), state...);
  });
  return result;
}

/// Of a, which is not held, at b or, if that is null, at a plane: radius and mass.
law::Touch<double> touch_of(const Body& a, const Body* b) {
  law::Touch<double> touch{{0, 0, 1}, 0.0, a.patch, a.least, a.mass};
  if (!b) return touch;
  touch.radius = a.is_flat ? b->patch : b->is_flat ? a.patch : a.patch * b->patch / (a.patch + b->patch);
  touch.smaller_radius = std::min(a.least, b->least);
  touch.mass = b->is_held ? a.mass : a.mass * b->mass / (a.mass + b->mass);
  return touch;
}

/// All stages of one contact of a, which is not held; `b` null is a plane.
void add_contact(std::vector<CriticalStep>& steps, const law::Model& model, const std::string& between, const Body& a, const Body* b) {
  law::Touch<double> touch = touch_of(a, b);
  // Inverse masses of the stages. A box takes a plane by several corners at once, each with the whole stiffness.
  const double shared = b ? 1.0 : a.corners;
  double spin_inverse = 1.0 / a.inertia, slide_inverse = shared * (1.0 / a.mass + a.slip), normal_inverse = shared * (1.0 / a.mass + a.off_centre);
  if (b) {
    spin_inverse += b->over(1.0 / b->inertia);
    slide_inverse += b->over(1.0 / b->mass + b->slip), normal_inverse += b->over(1.0 / b->mass + b->off_centre);
  }
  using law::kinematics::Tracked;
  const auto* tracked = std::get_if<Tracked::Params>(&model.kinematics);
  const auto constants = Tracked::prepare(tracked ? *tracked : Tracked::Params{});
  const auto curvature = [](const Body& body) { return body.is_flat ? 0.0 : 1.0 / body.patch; };
  touch.curvature_a = curvature(a), touch.curvature_b = b ? curvature(*b) : 0.0;
  touch.pair_mass = Tracked::of_pair(constants, 1.0 / a.mass, b ? b->over(1.0 / b->mass) : 0.0);
  touch.roll_inertia = touch.spin_inertia = Tracked::of_pair(constants, 1.0 / a.inertia, b ? b->over(1.0 / b->inertia) : 0.0);
  touch.overlap = k_reference_overlap * touch.smaller_radius;
  const auto add = [&](const char* stage, const std::optional<law::Linear>& spring, double mass) {
    if (spring && spring->stiffness > 0.0)
      steps.push_back({stage, between, limit(spring->stiffness, spring->damping, mass), spring->stiffness, spring->damping, mass});
  };
  const auto normal = linear(law::Normals{}, model.normal, touch);
  if (!normal) return;
  add("normal", normal, 1.0 / normal_inverse);
  double force = 0.0;
  law::for_each(law::Normals{}, [&]<class Law>(int) {
    if (const auto* params = std::get_if<typename Law::Params>(&model.normal)) force = Law::respond(Law::prepare(*params), touch, law::Motion<double>{}).magnitude;
  });
  const law::Pressed<double> pressed{force, force, normal->damping, 0.0, 0.0, force};
  add("slide", linear(law::Slides{}, model.slide, touch, pressed), 1.0 / slide_inverse);
  add("roll", linear(law::Rolls{}, model.roll, touch, pressed), 1.0 / spin_inverse);
  add("spin", linear(law::Spins{}, model.spin, touch, pressed), 1.0 / spin_inverse);
}

/// Of each stage the shortest step.
void keep_worst(std::vector<CriticalStep>& steps, const std::vector<CriticalStep>& pairs) {
  for (const CriticalStep& c : pairs) {
    const bool beaten = std::any_of(pairs.begin(), pairs.end(), [&](const CriticalStep& other) { return other.stage == c.stage && (other.step < c.step || (other.step == c.step && &other < &c)); });
    if (!beaten) steps.push_back(c);
  }
}

/// Two bodies that a rule may bring together, or one and a plane: those of each material whose contact may be the worst.
struct Meeting {
  std::string between;
  const Body* a = nullptr;  ///< not held
  const Body* b = nullptr;  ///< null: a plane
};
std::vector<Meeting> meetings(const Scene& scene, const std::vector<Extremes>& bodies, int material_a, int material_b) {
  const auto &p = bodies[static_cast<std::size_t>(material_a)], &q = bodies[static_cast<std::size_t>(material_b)];
  const auto name = [&](int material) { return scene.materials[static_cast<std::size_t>(material)].name; };
  const bool same = material_a == material_b;
  const std::string between = fmt::format("{} - {}", name(material_a), name(material_b));
  std::vector<Meeting> list;
  if (p.present && q.present) {
    list.push_back({between, &p.lightest, &q.lightest});
    if (q.heaviest.mass > q.lightest.mass) list.push_back({between, &p.lightest, &q.heaviest});
    if (!same && p.heaviest.mass > p.lightest.mass) list.push_back({between, &p.heaviest, &q.lightest});
  }
  if (p.present && q.any_held) list.push_back({between, &p.lightest, &q.held});
  if (!same && q.present && p.any_held) list.push_back({between, &q.lightest, &p.held});
  const auto on_plane = [&](const Extremes& body, int material, int plane_material) {
    const bool any = std::any_of(scene.planes.begin(), scene.planes.end(), [&](const Plane& w) { return w.material == plane_material; });
    if (body.present && any) list.push_back({fmt::format("{} - {} plane", name(material), name(plane_material)), &body.lightest, nullptr});
  };
  on_plane(p, material_a, material_b);
  if (!same) on_plane(q, material_b, material_a);
  return list;
}

/// Near fields where bodies touch, and drag. The least half axes of solids: so near their centres may come.
void add_fields(std::vector<CriticalStep>& steps, const Scene& scene, const std::vector<Extremes>& bodies) {
  for (const NearFieldSpec& spec : scene.forces.near_fields) {
    const step::NearField field = near_field_of(spec);
    std::vector<CriticalStep> pairs;
    for (const Meeting& m : meetings(scene, bodies, spec.material_a, spec.material_b)) {
      if (!m.b) continue;  // planes have no near field
      const double stiffness = std::abs(field.stiffness(m.a->least + m.b->least)), mass = touch_of(*m.a, m.b).mass;
      if (stiffness > 0.0) pairs.push_back({"near_field", m.between, limit(stiffness, 0.0, mass), stiffness, 0.0, mass});
    }
    keep_worst(steps, pairs);
  }
  if (scene.forces.drag <= 0.0) return;
  // The velocity that the default stepper predicts for drag makes m/c the limit; the two others bear twice that.
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (const Body& body = bodies[i].lightest; bodies[i].present)
      steps.push_back({"drag", scene.materials[i].name, body.mass / scene.forces.drag, 0.0, scene.forces.drag, body.mass});
}

}  // namespace

std::vector<CriticalStep> critical_steps(const Scene& scene) {
  const std::vector<Extremes> bodies = extreme_bodies(scene);
  std::vector<CriticalStep> steps;
  add_fields(steps, scene, bodies);
  for (const ContactRule& rule : scene.contacts) {
    if (scene.stepper == StepperKind::nonsmooth) break;  // no spring, no oscillation
    // Of each stage the worst of the pairs: one row, as a person reads it.
    std::vector<CriticalStep> pairs, planes;
    for (const Meeting& m : meetings(scene, bodies, rule.material_a, rule.material_b)) add_contact(m.b ? pairs : planes, rule.model, m.between, *m.a, m.b);
    keep_worst(steps, pairs);
    steps.insert(steps.end(), planes.begin(), planes.end());
  }
  std::stable_sort(steps.begin(), steps.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
  return steps;
}

std::vector<HertzCollision> hertz_collisions(const Scene& scene, double speed) {
  const std::vector<Extremes> bodies = extreme_bodies(scene);
  std::vector<HertzCollision> list;
  for (const ContactRule& rule : scene.contacts) {
    const auto* hertz = std::get_if<law::normal::Hertz::Params>(&rule.model.normal);
    if (!hertz) continue;
    const double modulus = is_set(hertz->effective_modulus) ? hertz->effective_modulus : 0.75 * hertz->stiffness;  // E*, of K = 4/3 E*
    for (const Meeting& m : meetings(scene, bodies, rule.material_a, rule.material_b)) {
      const auto touch = touch_of(*m.a, m.b);
      list.push_back({m.between, 2.87 * std::pow(touch.mass * touch.mass / (touch.radius * modulus * modulus * speed), 0.2)});
    }
  }
  std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.duration < b.duration; });
  return list;
}

namespace {

double automatic_step(const Scene& scene) {
  if (scene.stepper == StepperKind::nonsmooth) throw BuildError{"the stepper \"nonsmooth\" has no critical step to choose one from; give time.step"};
  if (is_set(scene.time.impact_speed)) {
    const auto collisions = hertz_collisions(scene, scene.time.impact_speed);
    if (collisions.empty()) throw BuildError{"time.impact_speed needs a contact with the normal law \"hertz\" that can happen; give one, or time.step", scene.places.step};
    return collisions.front().duration / k_steps_a_collision;
  }
  const auto steps = critical_steps(scene);
  if (steps.empty()) throw BuildError{"time.step = \"auto\" (so it is if none is given) follows from the springs of contacts, and no contact with a spring can happen here; give a time.step", scene.places.step};
  return scene.time.safety * steps.front().step;
}

}  // namespace

double chosen_step(const Scene& scene) {
  if (is_set(scene.time.step)) return scene.time.step;
  const double step = automatic_step(scene), end = scene.time.end;
  if (!(step > 0.0 && std::isfinite(step)))
    throw BuildError{fmt::format("the automatic step would be {} {}: masses, stiffnesses and dampings are too far "
                                 "apart to compute it; look at their units, or give time.step",
                                 step, unit_of(scene, "s")),
                     scene.places.step};
  if (!(end > 0.0)) return step;  // a scene made by hand, without an end
  if (end / step > static_cast<double>(k_most_steps))
    throw BuildError{fmt::format("time.end = {0:.6g} {4} takes {1:.2g} automatic steps of {2:.3g} {4}; nobody can wait for more than {3:.0e}. Light bodies on stiff contacts have short steps: look at the units of "
                                 "radius, density and stiffness (`scree check` of a shorter run prints the critical steps), or end the run earlier",
                                 end, end / step, step, static_cast<double>(k_most_steps), unit_of(scene, "s")),
                     scene.places.step};
  return std::min(step, end);
}

}  // namespace scree::sim
