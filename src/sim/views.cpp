// Copies of the state for outputs, analysis and tests.
#include <algorithm>
#include <tuple>

#include "sim/impl.h"

namespace scree::sim {
namespace {

ContactView view_of(const contact::Observed& o, const state::World& world) {
  const auto id = [&](state::Slot slot) { return static_cast<std::int64_t>(world.bodies.lines[slot].id); };
  return {.a = id(o.a),
          .b = o.plane ? 0 : id(o.b),
          .plane = o.plane ? static_cast<int>(o.b) : -1,
          .model = o.model,
          .from = world.bodies.unwrapped(o.a, world.cell),
          .branch = o.branch,
          .normal = o.normal,
          .overlap = o.overlap,
          .normal_force = o.normal_force,
          .friction = o.friction,
          .roll_torque = o.roll_torque,
          .spin_torque = o.spin_torque,
          .stretch = o.stretch,
          .roll_stretch = o.roll_stretch,
          .spin_angle = o.spin_angle,
          .slide = o.slide,
          .roll = o.roll,
          .spin = o.spin,
          .roll_torque_b = o.roll_torque_b,
          .arm_a = o.arm_a,
          .arm_b = o.arm_b,
          .residual = o.residual,
          .opening = o.opening};
}

double inertia_about_spin(const state::Bodies& b, std::size_t i) {
  const double spin2 = norm2(b.lines[i].spin());
  return b.shape_of_slot(i) == shape::BodyShape::sphere || !(spin2 > 0.0) ? b.inertia[i]
                                                                          : 2.0 * b.rotation_energy(i) / spin2;
}

Vec3d applied_to(const state::Bodies& b, std::size_t i) {
  Vec3d force{};
  if (!b.forces.empty()) force = force + b.forces[i];
  if (!b.field_forces.empty()) force = force + b.field_forces[i];
  return force;
}

std::vector<BodyView> views_of(const state::World& world, const std::vector<int>& coordination) {
  const state::Bodies& b = world.bodies;
  std::vector<BodyView> views;
  views.reserve(b.size());
  for (std::size_t i = 0; i < b.size(); ++i) {
    const auto& p = b.lines[i];
    const auto& f = b.loads[i];
    views.push_back({number(p.id),
                     p.material,
                     p.locks,
                     p.radius,
                     b.mass[i],
                     inertia_about_spin(b, i),
                     b.unwrapped(i, world.cell),
                     p.velocity(),
                     p.spin(),
                     {f.fx, f.fy, f.fz},
                     {f.tx, f.ty, f.tz},
                     b.orientations.empty() ? state::Orientation{1, 0, 0, 0} : b.orientations[i],
                     b.shape_of_slot(i),
                     b.shapes.empty() ? Vec3d{p.radius, p.radius, p.radius} : b.shapes[i].half,
                     coordination[i],
                     applied_to(b, i)});
  }
  std::sort(views.begin(), views.end(), [](const BodyView& p, const BodyView& q) { return p.id < q.id; });
  return views;
}

}  // namespace

std::vector<BodyView> Simulation::bodies() const {
  const Impl& in = *impl_;
  const ThreadCount in_use = in.team();
  return views_of(in.world, in.engine->coordination(in.world.bodies.size()));
}

const Scene& Simulation::scene() const { return impl_->scene; }
const state::World& Simulation::world() const { return impl_->world; }

Simulation::WorstOverlap Simulation::worst_overlap() const {
  const Impl& in = *impl_;
  const ThreadCount in_use = in.team();
  const contact::Deepest deepest = in.engine->deepest(in.world);
  if (!(deepest.fraction > 0.0)) return {};
  const auto id = [&](state::Slot slot) { return static_cast<std::int64_t>(in.world.bodies.lines[slot].id); };
  return {id(deepest.a), deepest.plane ? 0 : id(deepest.b), deepest.plane ? static_cast<int>(deepest.b) : -1,
          deepest.overlap, deepest.fraction};
}

Frame Simulation::frame() const {
  const Impl& in = *impl_;
  const ThreadCount in_use = in.team();
  Frame frame;
  frame.step = in.steps, frame.time = in.world.time, frame.units = in.scene.units;
  frame.cell.periodic = in.world.cell.periodic;
  const Vec3d low = in.world.cell.low, high = low + in.world.cell.length;
  for (std::size_t k = 0; k < 3; ++k)  // along open axes the cell has the dummy length 1
    if (const auto axis = k_axes[k]; frame.cell.periodic[k])
      frame.cell.bounds.low.*axis = low.*axis, frame.cell.bounds.high.*axis = high.*axis;
  frame.cell.tilt = in.world.cell.tilt;
  for (const Material& m : in.scene.materials) frame.materials.push_back(m.name);
  for (std::size_t wall = 0; wall < wall_count(in.scene); ++wall) frame.planes.push_back(wall_name(in.scene, wall));
  frame.surroundings = surroundings_at(in.scene, frame.time);
  frame.bodies = bodies();
  step::StepReport report;
  in.engine->report(in.world, report);
  frame.solver = report.solver;
  // Reserved, since doubling of the vector would take half of the memory of a large run.
  frame.contacts.reserve(static_cast<std::size_t>(contact_count()));
  in.engine->observe(in.world, [&](const contact::Observed& o) { frame.contacts.push_back(view_of(o, in.world)); });
  std::sort(frame.contacts.begin(), frame.contacts.end(), [](const ContactView& p, const ContactView& q) {
    return std::tie(p.a, p.b, p.plane, p.branch.x, p.branch.y, p.branch.z) <
           std::tie(q.a, q.b, q.plane, q.branch.x, q.branch.y, q.branch.z);
  });
  return frame;
}

Surroundings surroundings_at(const Scene& scene, double time) {
  Surroundings around{.gravity = scene.gravity};
  for (const ContactRule& rule : scene.contacts) around.friction.push_back(friction_limits(rule.model));
  for (const Plane& plane : scene.planes) around.planes.push_back({plane.point + time * plane.velocity, plane.normal});
  return around;
}

std::size_t wall_count(const Scene& scene) {
  return scene.planes.size() + scene.carried.size() + scene.cylinders.size();
}

const std::string& wall_name(const Scene& scene, std::size_t wall) {
  if (wall < scene.planes.size()) return scene.planes[wall].name;
  wall -= scene.planes.size();
  return wall < scene.carried.size() ? scene.carried[wall].plane.name
                                     : scene.cylinders[wall - scene.carried.size()].name;
}

}  // namespace scree::sim
