#include "sim/critical.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include "sim/build.h"
#include "sim/build_fields.h"
#include "sim/critical_bodies.h"
#include "sim/critical_packing.h"
#include "sim/simulation.h"

namespace scree::sim {
namespace {

using critical::Body, critical::Extremes, critical::extreme_bodies;

/// Weights of the dashpots in the critical step: g/2 of critical_packing.h.
struct DampingFactors {
  double normal = 1.0, friction = 1.0;
};
DampingFactors damping_factors(const Scene& scene, const law::Model& model) {
  const bool mean_motion = std::holds_alternative<law::kinematics::Tracked::Params>(model.kinematics);
  const double factor = stepper_of(scene).damping_factor;
  return {factor, mean_motion ? 1.0 : factor};
}

double limit(double stiffness, double damping, double mass) {
  if (stiffness <= 0.0) return std::numeric_limits<double>::infinity();
  const double w = std::sqrt(stiffness / mass), z = damping / (2.0 * std::sqrt(stiffness * mass));
  return 2.0 / w * (std::sqrt(1.0 + z * z) - z);
}

/// linear(...) of the chosen law; nullopt without a law.
template <class Choice>
std::optional<law::Linear> linear(const Choice& choice, const law::ContactGeometry<double>& geometry,
                                  const law::NormalLoad<double>& pressed) {
  const law::Ready ready = law::ready(choice);
  if (!ready.law) return std::nullopt;
  return ready.law->linear(ready.constants.data(), geometry, pressed);
}

/// Effective radius and mass of a contact of `a`, which is not held, with `b`, or with a plane if `b` is null.
law::ContactGeometry<double> geometry_of(const Body& a, const Body* b) {
  law::ContactGeometry<double> geometry{{0, 0, 1}, 0.0, a.patch, a.smallest, a.mass};
  if (!b) return geometry;
  geometry.radius = a.is_flat ? b->patch : b->is_flat ? a.patch : a.patch * b->patch / (a.patch + b->patch);
  geometry.smaller_radius = std::min(a.smallest, b->smallest);
  geometry.mass = b->is_held ? a.mass : a.mass * b->mass / (a.mass + b->mass);
  return geometry;
}

/// Linearised springs and dashpots of the stages of one contact.
struct Stages {
  std::optional<law::Linear> normal, slide, roll, spin;
};
Stages stages_of(const law::Model& model, const Body& a, const Body* b) {
  law::ContactGeometry<double> geometry = geometry_of(a, b);
  using law::kinematics::Tracked;
  const auto* tracked = std::get_if<Tracked::Params>(&model.kinematics);
  const auto constants = Tracked::prepare(tracked ? *tracked : Tracked::Params{});
  const auto curvature = [](const Body& body) { return body.is_flat ? 0.0 : 1.0 / body.patch; };
  geometry.curvature_a = curvature(a), geometry.curvature_b = b ? curvature(*b) : 0.0;
  geometry.pair_mass = Tracked::of_pair(constants, 1.0 / a.mass, b ? b->over(1.0 / b->mass) : 0.0);
  geometry.roll_inertia = geometry.spin_inertia =
      Tracked::of_pair(constants, 1.0 / a.inertia, b ? b->over(1.0 / b->inertia) : 0.0);
  geometry.overlap = k_reference_overlap * geometry.smaller_radius;
  const law::Ready normal = law::ready(model.normal);
  if (!normal.law) return {};
  Stages stages{
      .normal = normal.law->linear(normal.constants.data(), geometry, {}), .slide = {}, .roll = {}, .spin = {}};
  const double force = normal.law->press(normal.constants.data(), geometry, law::Motion<double>{}).magnitude;
  const law::NormalLoad<double> pressed{force, force, stages.normal->damping, 0.0, 0.0, force};
  stages.slide = linear(model.slide, geometry, pressed);
  stages.roll = linear(model.roll, geometry, pressed);
  stages.spin = linear(model.spin, geometry, pressed);
  return stages;
}

/// Adds the critical steps of all stages of a contact of `a`, which is not held, with `b`, or with a plane if `b` is
/// null.
void add_contact(std::vector<CriticalStep>& steps, const Stages& stages, const DampingFactors& factors,
                 const std::string& between, const Body& a, const Body* b) {
  // Inverse masses of the stages. A box touches a plane with several corners at once, each with the full stiffness.
  const double shared = b ? 1.0 : a.corners;
  double spin_inverse = 1.0 / a.inertia;
  double slide_inverse = shared * (1.0 / a.mass + a.slip), normal_inverse = shared * (1.0 / a.mass + a.off_centre);
  if (b) {
    spin_inverse += b->over(1.0 / b->inertia);
    slide_inverse += b->over(1.0 / b->mass + b->slip), normal_inverse += b->over(1.0 / b->mass + b->off_centre);
  }
  const auto add = [&](const char* stage, const std::optional<law::Linear>& spring, double factor, double mass) {
    if (spring && spring->stiffness > 0.0)
      steps.push_back({stage, between, limit(spring->stiffness, factor * spring->damping, mass), spring->stiffness,
                       spring->damping, mass});
  };
  add("normal", stages.normal, factors.normal, 1.0 / normal_inverse);
  add("slide", stages.slide, factors.friction, 1.0 / slide_inverse);
  add("roll", stages.roll, factors.friction, 1.0 / spin_inverse);
  add("spin", stages.spin, factors.friction, 1.0 / spin_inverse);
}

/// Adds the critical step of a body with many contacts that are all like this one. `others` is the number of other
/// bodies.
void add_packing(std::vector<CriticalStep>& steps, const Stages& stages, const DampingFactors& factors, double field,
                 double others, const std::string& between, const Body& a, const Body& b) {
  const auto packed = [&](const Body& body, const Body& mate) {
    const double neighbours = body.is_held ? 0.0 : std::min(neighbours_of(body.smallest, mate.smallest), others);
    return PackedBody{neighbours, body.mass, body.inertia, body.slip, body.off_centre};
  };
  const auto of = [](const std::optional<law::Linear>& stage) { return stage.value_or(law::Linear{0.0, 0.0}); };
  const law::Linear n = of(stages.normal), s = of(stages.slide), r = of(stages.roll), p = of(stages.spin);
  const double g = 2.0 * factors.friction;
  const StageRates stiffness{n.stiffness + field, s.stiffness, r.stiffness, p.stiffness};
  const StageRates damping{2.0 * factors.normal * n.damping, g * s.damping, g * r.damping, g * p.damping};
  const double step = packing_limit(packed(a, b), packed(b, a), stiffness, damping);
  if (std::isfinite(step)) steps.push_back({std::string(k_packing_stage), between, step});
}

/// Appends the shortest step of each stage.
void keep_worst(std::vector<CriticalStep>& steps, const std::vector<CriticalStep>& pairs) {
  for (const CriticalStep& c : pairs) {
    const bool beaten = std::any_of(pairs.begin(), pairs.end(), [&](const CriticalStep& other) {
      return other.stage == c.stage && (other.step < c.step || (other.step == c.step && &other < &c));
    });
    if (!beaten) steps.push_back(c);
  }
}

/// A possible contact of two bodies, or of a body and a plane, that may have the shortest critical step of its
/// materials.
struct PossibleContact {
  std::string between;
  const Body* a = nullptr;  ///< not held
  const Body* b = nullptr;  ///< null: a plane
};
std::vector<PossibleContact> possible_contacts(const Scene& scene, const std::vector<Extremes>& bodies, int material_a,
                                               int material_b) {
  const auto &p = bodies[static_cast<std::size_t>(material_a)], &q = bodies[static_cast<std::size_t>(material_b)];
  const auto name = [&](int material) { return scene.materials[static_cast<std::size_t>(material)].name; };
  const bool same = material_a == material_b;
  const std::string between = fmt::format("{} - {}", name(material_a), name(material_b));
  std::vector<PossibleContact> list;
  if (p.present && q.present) {
    list.push_back({between, &p.lightest, &q.lightest});
    if (q.heaviest.mass > q.lightest.mass) list.push_back({between, &p.lightest, &q.heaviest});
    if (!same && p.heaviest.mass > p.lightest.mass) list.push_back({between, &p.heaviest, &q.lightest});
  }
  if (p.present && q.any_held) list.push_back({between, &p.lightest, &q.held});
  if (!same && q.present && p.any_held) list.push_back({between, &q.lightest, &p.held});
  const auto on_plane = [&](const Extremes& body, int material, int plane_material) {
    const bool any = std::any_of(scene.planes.begin(), scene.planes.end(),
                                 [&](const Plane& w) { return w.material == plane_material; });
    if (body.present && any)
      list.push_back({fmt::format("{} - {} plane", name(material), name(plane_material)), &body.lightest, nullptr});
  };
  on_plane(p, material_a, material_b);
  if (!same) on_plane(q, material_b, material_a);
  return list;
}

/// Upper bound of the number of other bodies.
double bodies_besides_one(const Scene& scene) {
  double count = static_cast<double>(scene.spheres.size() + scene.solids.size()) - 1.0;
  for (const auto& s : scene.lattices) count += s.count >= 0 ? static_cast<double>(s.count) : 1e9;
  for (const auto& s : scene.randoms) count += static_cast<double>(s.count);
  for (const auto& s : scene.streams) count += static_cast<double>(s.count);
  return count;
}
/// Stiffness of the near fields between two bodies that touch; the repulsive part adds to that of contacts. [N/m]
double field_stiffness(const Scene& scene, int material_a, int material_b, const Body& a, const Body& b) {
  double sum = 0.0;
  for (const NearFieldSpec& f : scene.forces.near_fields)
    if (std::minmax(f.material_a, f.material_b) == std::minmax(material_a, material_b))
      sum += std::abs(near_field_of(f).stiffness(a.smallest + b.smallest));
  return sum;
}

/// Adds the critical steps of near fields at the distance of touching bodies, and of drag. For non-spherical bodies the
/// smallest half axes give the smallest distance of centres.
void add_fields(std::vector<CriticalStep>& steps, const Scene& scene, const std::vector<Extremes>& bodies) {
  for (const NearFieldSpec& spec : scene.forces.near_fields) {
    const step::NearField field = near_field_of(spec);
    std::vector<CriticalStep> pairs;
    for (const PossibleContact& m : possible_contacts(scene, bodies, spec.material_a, spec.material_b)) {
      if (!m.b) continue;  // planes have no near field
      const double stiffness = std::abs(field.stiffness(m.a->smallest + m.b->smallest)),
                   mass = geometry_of(*m.a, m.b).mass;
      if (stiffness > 0.0)
        pairs.push_back({"near_field", m.between, limit(stiffness, 0.0, mass), stiffness, 0.0, mass});
    }
    keep_worst(steps, pairs);
  }
  if (scene.forces.drag <= 0.0) return;
  // With the predicted velocities of the default stepper the limit is m/c; the two other explicit steppers are stable
  // up to twice that.
  for (std::size_t i = 0; i < bodies.size(); ++i)
    if (const Body& body = bodies[i].lightest; bodies[i].present)
      steps.push_back(
          {"drag", scene.materials[i].name, body.mass / scene.forces.drag, 0.0, scene.forces.drag, body.mass});
}

}  // namespace

std::vector<CriticalStep> critical_steps(const Scene& scene) {
  const std::vector<Extremes> bodies = extreme_bodies(scene);
  const double others = bodies_besides_one(scene);
  std::vector<CriticalStep> steps;
  add_fields(steps, scene, bodies);
  for (const ContactRule& rule : scene.contacts) {
    if (stepper_of(scene).is_rigid()) break;  // no spring, no oscillation
    // One row for each stage: the pair with the shortest step.
    std::vector<CriticalStep> pairs, planes;
    const DampingFactors factors = damping_factors(scene, rule.model);
    for (const PossibleContact& m : possible_contacts(scene, bodies, rule.material_a, rule.material_b)) {
      const Stages stages = stages_of(rule.model, *m.a, m.b);
      if (!stages.normal) continue;
      add_contact(m.b ? pairs : planes, stages, factors, m.between, *m.a, m.b);
      if (!m.b || others <= 1.0 || stepper_of(scene).is_implicit) continue;
      const double field = field_stiffness(scene, rule.material_a, rule.material_b, *m.a, *m.b);
      add_packing(pairs, stages, factors, field, others, m.between, *m.a, *m.b);
    }
    keep_worst(steps, pairs);
    steps.insert(steps.end(), planes.begin(), planes.end());
  }
  std::stable_sort(steps.begin(), steps.end(), [](const auto& a, const auto& b) { return a.step < b.step; });
  return steps;
}

std::string laws_with_collision_time() {
  std::string names;
  for (const law::Descriptor& law : law::laws_of(law::Stage::normal))
    if (law.collision_modulus) names += fmt::format("{}\"{}\"", names.empty() ? "" : " or ", law.name);
  return names;
}

std::vector<HertzCollision> hertz_collisions(const Scene& scene, double speed) {
  const std::vector<Extremes> bodies = extreme_bodies(scene);
  std::vector<HertzCollision> list;
  for (const ContactRule& rule : scene.contacts) {
    const law::Descriptor* law = law::law_of(rule.model.normal);
    if (!law || !law->collision_modulus) continue;
    const double modulus = law->collision_modulus(law::params_of(rule.model.normal));
    for (const PossibleContact& m : possible_contacts(scene, bodies, rule.material_a, rule.material_b)) {
      const auto geometry = geometry_of(*m.a, m.b);
      list.push_back(
          {m.between,
           2.87 * std::pow(geometry.mass * geometry.mass / (geometry.radius * modulus * modulus * speed), 0.2)});
    }
  }
  std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.duration < b.duration; });
  return list;
}

namespace {

struct Worst {
  double pair = std::numeric_limits<double>::infinity(), packing = pair;  ///< of pairs, fields and drag; of packings
};
Worst worst_of(const std::vector<CriticalStep>& steps) {
  Worst worst;
  for (const CriticalStep& c : steps) {
    double& kind = c.stage == k_packing_stage ? worst.packing : worst.pair;
    kind = std::min(kind, c.step);
  }
  return worst;
}

double automatic_step(const Scene& scene) {
  if (const std::string why = why_step_is_needed(stepper_of(scene)); !why.empty())
    throw BuildError{fmt::format("time.step is not given, and {}", why), scene.places.step};
  if (is_set(scene.time.impact_speed)) {
    const auto collisions = hertz_collisions(scene, scene.time.impact_speed);
    if (collisions.empty())
      throw BuildError{
          fmt::format(
              "time.impact_speed needs a contact with the normal law {} between bodies of the scene; add one, or give "
              "time.step",
              laws_with_collision_time()),
          scene.places.step};
    return collisions.front().duration / k_steps_a_collision;
  }
  const auto steps = critical_steps(scene);
  if (steps.empty())
    throw BuildError{
        "time.step = \"auto\" (the default) follows from the springs of contacts, and no contact with a spring is "
        "possible in this scene; give time.step",
        scene.places.step};
  const Worst worst = worst_of(steps);
  return std::min(scene.time.safety * worst.pair, k_packing_fraction * worst.packing);
}

}  // namespace

bool packing_decides(const Scene& scene) {
  if (is_set(scene.time.step) || is_set(scene.time.impact_speed)) return false;
  const Worst worst = worst_of(critical_steps(scene));
  return k_packing_fraction * worst.packing < scene.time.safety * worst.pair;
}

double chosen_step(const Scene& scene) {
  if (is_set(scene.time.step)) return scene.time.step;
  const double step = automatic_step(scene), end = scene.time.end;
  if (!(step > 0.0 && std::isfinite(step)))
    throw BuildError{fmt::format("the automatic step would be {} {}, since masses, stiffnesses and dampings differ by "
                                 "too many orders of magnitude; check their units, or give time.step",
                                 step, unit_of(scene, "s")),
                     scene.places.step};
  if (!(end > 0.0)) return step;  // a scene that a program has filled may lack time.end
  if (end / step > static_cast<double>(k_max_steps))
    throw BuildError{
        fmt::format("time.end = {0:.6g} {4} takes {1:.2g} automatic steps of {2:.3g} {4}, more than the maximum of "
                    "{3:.0e}. Light bodies with stiff contacts need short steps: check the units of radius, density "
                    "and stiffness (`scree check` of a shorter run prints the critical steps), or end the run earlier",
                    end, end / step, step, static_cast<double>(k_max_steps), unit_of(scene, "s")),
        scene.places.step};
  return std::min(step, end);
}

}  // namespace scree::sim
