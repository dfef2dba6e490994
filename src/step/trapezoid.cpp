#include "step/trapezoid.h"

#include <algorithm>
#include <cmath>

#include "base/archive_checks.h"
#include "step/engine.h"
#include "step/push_alone.h"
#include "step/rigid_bodies.h"

namespace scree::step {
namespace {

using shape::BodyShape;
using state::BodyLine;
using state::Slot;

constexpr std::size_t k_few = 32;  // bodies of a colour that one thread does sooner than many could meet

bool turns_freely(const state::Bodies& bodies, Slot i) {
  return bodies.form_kind(i) != BodyShape::sphere && (bodies.lines[i].locks & 0x38) == 0;
}

Load whole_load(const state::World& world, Slot i, const state::LoadLine& contacts) {
  return {Vec3d{contacts.fx, contacts.fy, contacts.fz} + world.bodies.applied_force(i, world.gravity),
          {contacts.tx, contacts.ty, contacts.tz}};
}

void put(Vec3d from, double& x, double& y, double& z) { x = from.x, y = from.y, z = from.z; }

/// Locked components stay as they are.
Vec3d unless_locked(const BodyLine& p, const Vec3d& now, const Vec3d& wanted) {
  return {is_locked(p, 0) ? now.x : wanted.x, is_locked(p, 1) ? now.y : wanted.y, is_locked(p, 2) ? now.z : wanted.z};
}

/// The body as contacts are to see it: mean velocities of the step in its line, what they still gain in its lead.
void show(state::Bodies& bodies, Slot i, const Vec3d& position, const Vec3d& mean_velocity, const Vec3d& mean_spin,
          const Vec3d& velocity, const Vec3d& spin) {
  BodyLine& p = bodies.lines[i];
  state::LeadLine& lead = bodies.leads[i];
  put(position, p.x, p.y, p.z), put(mean_velocity, p.vx, p.vy, p.vz), put(mean_spin, p.wx, p.wy, p.wz);
  put(velocity - mean_velocity, lead.vx, lead.vy, lead.vz), put(spin - mean_spin, lead.wx, lead.wy, lead.wz);
}

contact::Moved moved_since_list(const state::Bodies& bodies, double ahead) {
  contact::Moved moved;
  for (const BodyLine& p : bodies.lines) moved.add(p.position() + ahead * p.velocity() - Vec3d{p.x0, p.y0, p.z0});
  return moved;
}

double travel_of_walls(const state::World& world, double h) {
  double most = 0.0;
  for (const state::Wall& wall : world.walls) most = std::max(most, h * norm(wall.velocity));
  return most;
}
/// How far two bodies, or a body and a wall, may come against each other in a step at their present velocities [m].
double travel(const state::World& world, double h) {
  contact::Moved moved;
  for (const BodyLine& p : world.bodies.lines) moved.add(h * p.velocity());
  return moved.most() + travel_of_walls(world, h);
}

}  // namespace

void Trapezoid::follow_list(const state::World& world, const contact::Contacts& contacts) {
  if (followed_ == contacts.rebuilds()) return;
  probe_.follow(contacts, world.bodies.size());
  order_ = SweepOrder(world.bodies, probe_);
  followed_ = contacts.rebuilds();
}

std::int64_t Trapezoid::advance(state::World& world, contact::Contacts& contacts, std::int64_t steps) {
  for (std::int64_t i = 0; i < steps; ++i) {
    const double end = world.time + step_;
    told_.last = 0;
    last_step_ = step_, contacts.forget_alarm();
    make(world, contacts, step_, settings_.most_halvings);
    expect_step(step_);
    world.time = end;
    ++told_.steps;
    if (contacts.alarm()) return i + 1;
  }
  return steps;
}

/// Loads of the last evaluation will act for `h` next.
void Trapezoid::expect_step(double h) {
  if (h != last_step_) stretch_pending(accounts_, h / last_step_);
  last_step_ = h;
}

void Trapezoid::make(state::World& world, contact::Contacts& contacts, double h, std::int64_t halvings_left) {
  const Solution solution = solve(world, contacts, h);
  if (solution == Solution::found) return commit(world, contacts, h);
  if (solution == Solution::goes_round && halvings_left == 0 && settings_.accept) {
    ++told_.accepted;
    return commit(world, contacts, h);
  }
  undo(world);
  if (halvings_left == 0) throw Unsolved{h, sweeps_, error_.value, error_.of};
  ++told_.halvings;
  make(world, contacts, 0.5 * h, halvings_left - 1);
  make(world, contacts, 0.5 * h, halvings_left - 1);
}

Trapezoid::Solution Trapezoid::solve(state::World& world, contact::Contacts& contacts, double h) {
  // The list must reach as far as bodies go in this step, however fast they are. What they gain on the way is not known
  // before.
  constexpr double k_reserve = 1.5;
  constexpr int k_most_lists = 4;
  if (contacts.list_is_stale(world, moved_since_list(world.bodies, h)))
    contacts.rebuild_reaching(world, k_reserve * travel(world, h));
  for (int list = 0; list < k_most_lists; ++list) {
    follow_list(world, contacts);
    begin(world, h);
    const bool rests = sweep_to_rest(world, contacts, h);
    if (!std::isfinite(error_.value)) return Solution::none;
    if (!contacts.list_is_stale(world, moved_since_list(world.bodies, 0.0)))
      return rests ? Solution::found : Solution::goes_round;
    double went = 0.0;
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
      went = std::max(went, norm(world.bodies.lines[i].position() - begun_[i].position));
    undo(world);
    contacts.rebuild_reaching(world, k_reserve * (2.0 * went + travel_of_walls(world, h)));
  }
  begin(world, h);  // for undo
  return Solution::none;
}

void Trapezoid::begin(state::World& world, double h) {
  state::Bodies& bodies = world.bodies;
  begun_.resize(bodies.size()), sought_.resize(bodies.size()), changes_.assign(bodies.size(), {});
  for (Slot i = 0; i < bodies.size(); ++i) {
    const BodyLine& p = bodies.lines[i];
    Begun& b = begun_[i];
    b = {p.position(), p.velocity(), p.spin(), {}, {}, whole_load(world, i, bodies.loads[i]), {}, {}};
    if (!bodies.field_forces.empty()) b.field_force = bodies.field_forces[i];
    if (!bodies.orientations.empty()) b.orientation = bodies.orientations[i];
    if (!bodies.rotations.empty()) b.rotation = bodies.rotations[i];
    if (turns_freely(bodies, i))
      b.momentum = state::times_inertia(bodies.forms[i], state::axes_of(b.orientation), b.spin);
    // Held bodies end the step where they will be. The others are guessed to stay where they are. [Algorithm 1, 2]
    const bool held = p.is_fixed();
    // that of a held body is not sought: exactly
    sought_[i] = {b.velocity, b.spin, held ? rodrigues::of_rotation_vector(h * b.spin) : Vec3d{}};
    show(bodies, i, held ? b.position + h * b.velocity : b.position, held ? b.velocity : Vec3d{},
         held ? b.spin : Vec3d{}, b.velocity, b.spin);
    turn_from_begin(bodies, i);
  }
  wall_points_.clear();
  for (state::Wall& wall : world.walls) wall_points_.push_back(wall.point), wall.point += h * wall.velocity;
}

void Trapezoid::undo(state::World& world) {
  state::Bodies& bodies = world.bodies;
  for (Slot i = 0; i < bodies.size(); ++i) {
    const Begun& b = begun_[i];
    show(bodies, i, b.position, b.velocity, b.spin, b.velocity, b.spin);
    if (!bodies.field_forces.empty()) bodies.field_forces[i] = b.field_force;
    if (!bodies.orientations.empty()) bodies.orientations[i] = b.orientation;
    if (!bodies.rotations.empty()) bodies.rotations[i] = b.rotation;
  }
  for (std::size_t w = 0; w < world.walls.size(); ++w) world.walls[w].point = wall_points_[w];
  fields_.prepare(world);  // energies of the state that is left may be asked for
}

bool Trapezoid::sweep_to_rest(state::World& world, const contact::Contacts& contacts, double h) {
  const contact::SceneryTables tables(world);
  const contact::Scenery scenery = tables.of(world, true);
  probe_.see_contacts(contacts);
  for (sweeps_ = 0; sweeps_ < settings_.most_sweeps;) {
    if (fields_.any()) fields_.evaluate(world, Fields::Velocities::with_leads);
    for (std::size_t colour = 0; colour + 1 < order_.first_of_colour.size(); ++colour) {
      const std::size_t first = order_.first_of_colour[colour], last = order_.first_of_colour[colour + 1];
#pragma omp parallel for schedule(static) if (last - first > k_few)
      for (std::size_t k = first; k < last; ++k) {
        const Slot i = order_.bodies[k];
        update(world, i, probe_.load_on(contacts, scenery, i, h), h);
      }
    }
    ++sweeps_, ++told_.last, ++told_.all;
    error_ = error_of(changes_);
    if (error_.value <= settings_.tolerance) return true;
    if (!std::isfinite(error_.value)) return false;
  }
  return false;
}

void Trapezoid::update(state::World& world, Slot i, const state::LoadLine& load, double h) {
  state::Bodies& bodies = world.bodies;
  const BodyLine& p = bodies.lines[i];
  const Begun& b = begun_[i];
  const double phi = settings_.phi, rest = 1.0 - settings_.phi;
  const Load mean = phi * whole_load(world, i, load) + rest * b.load;
  Sought now;
  now.velocity = unless_locked(p, b.velocity, b.velocity + h * p.inverse_mass * mean.force);
  now.spin = turns_freely(bodies, i) ? state::over_inertia(bodies.forms[i], state::axes_of(bodies.orientations[i]),
                                                           b.momentum + h * mean.torque)
                                     : b.spin + h * angular_acceleration(bodies, i, mean.torque);
  const Vec3d mean_velocity = phi * now.velocity + rest * b.velocity, mean_spin = phi * now.spin + rest * b.spin;
  const Vec3d position = b.position + h * mean_velocity;
  now.turn = h * mean_spin;

  Sought& old = sought_[i];
  changes_[i] = {
      {norm(position - p.position()), norm(now.velocity - old.velocity), norm(now.spin - old.spin),
       norm(now.turn - old.turn)},
      {norm(position - b.position), norm(now.velocity - b.velocity), norm(now.spin - b.spin), norm(now.turn)},
      {norm(position), norm(now.velocity), norm(now.spin), norm(now.turn)}};
  old = now;
  show(bodies, i, position, mean_velocity, mean_spin, now.velocity, now.spin);
  turn_from_begin(bodies, i);
}

/// By the turn that is sought now. Nobody looks at the orientation of a sphere before the step is made.
void Trapezoid::turn_from_begin(state::Bodies& bodies, Slot i) const {
  if (bodies.form_kind(i) == BodyShape::sphere) return;
  bodies.orientations[i] = begun_[i].orientation;
  if (!bodies.rotations.empty()) bodies.rotations[i] = begun_[i].rotation;
  bodies.turn_by_rodrigues(i, sought_[i].turn);
  bodies.forms[i].turn = rodrigues::rotation_vector(sought_[i].turn);
}

void Trapezoid::commit(state::World& world, contact::Contacts& contacts, double h) {
  state::Bodies& bodies = world.bodies;
  const double phi = settings_.phi;
  expect_step(h);
  work_of_walls(accounts_, world, (1.0 - phi) * h);
  const auto displacement = [&](Slot i) { return bodies.lines[i].position() - begun_[i].position; };
  contact::VelocityBox displacements;
  for (Slot i = 0; i < bodies.size(); ++i) displacements.add(displacement(i));
  contacts.look_for_passages(world, displacements, 1.0, displacement);
  contacts.evaluate(
      world, h, [&](std::size_t b, const state::LoadLine* loads) { keep_loads(world, contacts.blocks()[b], loads); });
  book(accounts_, contacts.tally(), share_to_come());
  if (fields_.any()) book_drag(accounts_, h * fields_.evaluate(world, Fields::Velocities::with_leads), share_to_come());
  work_of_walls(accounts_, world, phi * h);
  for (Slot i = 0; i < bodies.size(); ++i) {
    BodyLine& p = bodies.lines[i];
    const Sought& now = sought_[i];
    if (!bodies.orientations.empty() && bodies.form_kind(i) == BodyShape::sphere) bodies.turn_by_rodrigues(i, now.turn);
    put(now.velocity, p.vx, p.vy, p.vz), put(now.spin, p.wx, p.wy, p.wz);
    if (p.locks == 0) continue;
    const Load mean = phi * whole_load(world, i, bodies.loads[i]) + (1.0 - phi) * begun_[i].load;
    accounts_.drives -= work_on_held(p, {h * mean.force, h * mean.torque});
  }
  world.time += h;
}

void Trapezoid::save(Archive& archive) const {
  archive.put("sweeps/counts",
              std::vector<std::int64_t>{told_.last, told_.all, told_.steps, told_.halvings, told_.accepted});
}
void Trapezoid::restore(const Archive& archive) {
  const auto& counts = archive.get_rows<std::int64_t>("sweeps/counts", 5);
  check_counts("sweeps/counts", counts);
  told_ = {counts[0], counts[1], counts[2], counts[3], counts[4]};
}

}  // namespace scree::step
