#include "step/trapezoid.h"

#include <algorithm>
#include <cmath>

#include "base/archive_checks.h"
#include "step/engine.h"
#include "step/kick_drift_alone.h"
#include "step/rigid_bodies.h"

namespace scree::step {
namespace {

using shape::BodyShape;
using state::BodyLine;
using state::Slot;

// with at most this many bodies of one colour, one thread is faster than a team of threads with its barrier
constexpr std::size_t k_max_serial = 32;

bool rotates_freely(const state::Bodies& bodies, Slot i) {
  return bodies.shape_of_slot(i) != BodyShape::sphere && (bodies.lines[i].locks & 0x38) == 0;
}

Load whole_load(const state::World& world, Slot i, const state::LoadLine& contacts) {
  return {Vec3d{contacts.fx, contacts.fy, contacts.fz} + world.bodies.applied_force(i, world.gravity),
          {contacts.tx, contacts.ty, contacts.tz}};
}

void store(Vec3d from, double& x, double& y, double& z) { x = from.x, y = from.y, z = from.z; }

/// `updated` for free components, `present` for locked ones.
Vec3d unless_locked(const BodyLine& p, const Vec3d& present, const Vec3d& updated) {
  return {is_locked(p, 0) ? present.x : updated.x, is_locked(p, 1) ? present.y : updated.y,
          is_locked(p, 2) ? present.z : updated.z};
}

/// Sets the body as the contact kernels read it: the mean velocities of the step in its line, and the difference of the
/// velocities at the end of the step from these as the velocity prediction.
void set_motion(state::Bodies& bodies, Slot i, const Vec3d& position, const Vec3d& mean_velocity,
                const Vec3d& mean_spin, const Vec3d& velocity, const Vec3d& spin) {
  BodyLine& p = bodies.lines[i];
  state::VelocityPrediction& prediction = bodies.predictions[i];
  store(position, p.x, p.y, p.z), store(mean_velocity, p.vx, p.vy, p.vz), store(mean_spin, p.wx, p.wy, p.wz);
  store(velocity - mean_velocity, prediction.vx, prediction.vy, prediction.vz),
      store(spin - mean_spin, prediction.wx, prediction.wy, prediction.wz);
}

contact::Moved moved_since_list(const state::Bodies& bodies, double ahead) {
  contact::Moved moved;
  for (const BodyLine& p : bodies.lines) moved.add(p.position() + ahead * p.velocity() - Vec3d{p.x0, p.y0, p.z0});
  return moved;
}

double max_wall_travel(const state::World& world, double h) {
  double largest = 0.0;
  for (const state::Wall& wall : world.walls) largest = std::max(largest, h * norm(wall.velocity));
  return largest;
}
/// Bound of the relative displacement of two bodies, or of a body and a wall, in a step at the present velocities [m].
double max_travel(const state::World& world, double h) {
  contact::Moved moved;
  for (const BodyLine& p : world.bodies.lines) moved.add(h * p.velocity());
  return moved.bound() + max_wall_travel(world, h);
}

}  // namespace

void Trapezoid::update_order(const state::World& world, const contact::Contacts& contacts) {
  if (order_rebuilds_ == contacts.rebuilds()) return;
  probe_.follow(contacts, world.bodies.size());
  order_ = SweepOrder(world.bodies, probe_);
  order_rebuilds_ = contacts.rebuilds();
}

std::int64_t Trapezoid::advance(state::World& world, contact::Contacts& contacts, std::int64_t steps) {
  for (std::int64_t i = 0; i < steps; ++i) {
    const double end = world.time + step_;
    report_.last = 0;
    last_step_ = step_, contacts.forget_alarm();
    make(world, contacts, step_, settings_.max_halvings);
    set_next_step(step_);
    world.time = end;
    ++report_.steps;
    if (contacts.alarm()) return i + 1;
  }
  return steps;
}

/// The loads of the last evaluation act next in a step of length `h`.
void Trapezoid::set_next_step(double h) {
  if (h != last_step_) scale_pending(accounts_, h / last_step_);
  last_step_ = h;
}

void Trapezoid::make(state::World& world, contact::Contacts& contacts, double h, std::int64_t halvings_left) {
  const Solution solution = solve(world, contacts, h);
  if (solution == Solution::found) return commit(world, contacts, h);
  if (solution == Solution::unconverged && halvings_left == 0 && settings_.accept) {
    ++report_.accepted;
    return commit(world, contacts, h);
  }
  undo(world);
  if (halvings_left == 0) throw Unsolved{h, sweeps_, error_.value, error_.of};
  ++report_.halvings;
  make(world, contacts, 0.5 * h, halvings_left - 1);
  make(world, contacts, 0.5 * h, halvings_left - 1);
}

Trapezoid::Solution Trapezoid::solve(state::World& world, contact::Contacts& contacts, double h) {
  // The pair list must reach as far as the bodies move in this step. Their velocities may grow in the step, hence the
  // factor k_reserve.
  constexpr double k_reserve = 1.5;
  constexpr int k_max_lists = 4;
  if (contacts.list_is_stale(world, moved_since_list(world.bodies, h)))
    contacts.rebuild_reaching(world, k_reserve * max_travel(world, h));
  for (int list = 0; list < k_max_lists; ++list) {
    update_order(world, contacts);
    begin(world, h);
    const bool converged = sweep_until_converged(world, contacts, h);
    if (!std::isfinite(error_.value)) return Solution::none;
    if (!contacts.list_is_stale(world, moved_since_list(world.bodies, 0.0)))
      return converged ? Solution::found : Solution::unconverged;
    double farthest = 0.0;
    for (std::size_t i = 0; i < world.bodies.size(); ++i)
      farthest = std::max(farthest, norm(world.bodies.lines[i].position() - starts_[i].position));
    undo(world);
    contacts.rebuild_reaching(world, k_reserve * (2.0 * farthest + max_wall_travel(world, h)));
  }
  begin(world, h);  // the caller undoes a step without a solution
  return Solution::none;
}

void Trapezoid::begin(state::World& world, double h) {
  state::Bodies& bodies = world.bodies;
  starts_.resize(bodies.size()), unknowns_.resize(bodies.size()), changes_.assign(bodies.size(), {});
  for (Slot i = 0; i < bodies.size(); ++i) {
    const BodyLine& p = bodies.lines[i];
    StepStart& b = starts_[i];
    b = {p.position(), p.velocity(), p.spin(), {}, {}, whole_load(world, i, bodies.loads[i]), {}, {}};
    if (!bodies.field_forces.empty()) b.field_force = bodies.field_forces[i];
    if (!bodies.orientations.empty()) b.orientation = bodies.orientations[i];
    if (!bodies.rotations.empty()) b.rotation = bodies.rotations[i];
    if (rotates_freely(bodies, i))
      b.momentum = state::times_inertia(bodies.shapes[i], state::axes_of(b.orientation), b.spin);
    // Fixed bodies are set to their exact motion. The first guess for the others is no motion. [Algorithm 1, 2]
    const bool fixed = p.is_fixed();
    unknowns_[i] = {b.velocity, b.spin, fixed ? rodrigues::of_rotation_vector(h * b.spin) : Vec3d{}};
    set_motion(bodies, i, fixed ? b.position + h * b.velocity : b.position, fixed ? b.velocity : Vec3d{},
               fixed ? b.spin : Vec3d{}, b.velocity, b.spin);
    rotate_from_start(bodies, i);
  }
  wall_points_.clear();
  for (state::Wall& wall : world.walls) wall_points_.push_back(wall.point), wall.point += h * wall.velocity;
}

void Trapezoid::undo(state::World& world) {
  state::Bodies& bodies = world.bodies;
  for (Slot i = 0; i < bodies.size(); ++i) {
    const StepStart& b = starts_[i];
    set_motion(bodies, i, b.position, b.velocity, b.spin, b.velocity, b.spin);
    if (!bodies.field_forces.empty()) bodies.field_forces[i] = b.field_force;
    if (!bodies.orientations.empty()) bodies.orientations[i] = b.orientation;
    if (!bodies.rotations.empty()) bodies.rotations[i] = b.rotation;
  }
  for (std::size_t w = 0; w < world.walls.size(); ++w) world.walls[w].point = wall_points_[w];
  fields_.prepare(world);  // for the energies of the restored state
}

bool Trapezoid::sweep_until_converged(state::World& world, const contact::Contacts& contacts, double h) {
  const contact::InputTables tables(world);
  const contact::KernelInputs inputs = tables.of(world, true);
  probe_.see_contacts(contacts);
  for (sweeps_ = 0; sweeps_ < settings_.max_sweeps;) {
    if (fields_.any()) fields_.evaluate(world, Fields::Velocities::with_predictions);
    for (std::size_t colour = 0; colour + 1 < order_.first_of_colour.size(); ++colour) {
      const std::size_t first = order_.first_of_colour[colour], last = order_.first_of_colour[colour + 1];
#pragma omp parallel for schedule(static) if (last - first > k_max_serial)
      for (std::size_t k = first; k < last; ++k) {
        const Slot i = order_.bodies[k];
        update(world, i, probe_.load_on(contacts, inputs, i, h), h);
      }
    }
    ++sweeps_, ++report_.last, ++report_.all;
    error_ = error_of(changes_);
    if (error_.value <= settings_.tolerance) return true;
    if (!std::isfinite(error_.value)) return false;
  }
  return false;
}

void Trapezoid::update(state::World& world, Slot i, const state::LoadLine& load, double h) {
  state::Bodies& bodies = world.bodies;
  const BodyLine& p = bodies.lines[i];
  const StepStart& b = starts_[i];
  const double phi = settings_.phi, rest = 1.0 - settings_.phi;
  const Load mean = phi * whole_load(world, i, load) + rest * b.load;
  Unknowns now;
  now.velocity = unless_locked(p, b.velocity, b.velocity + h * p.inverse_mass * mean.force);
  now.spin = rotates_freely(bodies, i) ? state::over_inertia(bodies.shapes[i], state::axes_of(bodies.orientations[i]),
                                                             b.momentum + h * mean.torque)
                                       : b.spin + h * angular_acceleration(bodies, i, mean.torque);
  const Vec3d mean_velocity = phi * now.velocity + rest * b.velocity, mean_spin = phi * now.spin + rest * b.spin;
  const Vec3d position = b.position + h * mean_velocity;
  now.rotation = h * mean_spin;

  Unknowns& old = unknowns_[i];
  changes_[i] = {
      {norm(position - p.position()), norm(now.velocity - old.velocity), norm(now.spin - old.spin),
       norm(now.rotation - old.rotation)},
      {norm(position - b.position), norm(now.velocity - b.velocity), norm(now.spin - b.spin), norm(now.rotation)},
      {norm(position), norm(now.velocity), norm(now.spin), norm(now.rotation)}};
  old = now;
  set_motion(bodies, i, position, mean_velocity, mean_spin, now.velocity, now.spin);
  rotate_from_start(bodies, i);
}

/// Orientation at the beginning of the step, rotated by the present unknown. The orientation of a sphere does not
/// affect its loads and is updated once, in commit().
void Trapezoid::rotate_from_start(state::Bodies& bodies, Slot i) const {
  if (bodies.shape_of_slot(i) == BodyShape::sphere) return;
  bodies.orientations[i] = starts_[i].orientation;
  if (!bodies.rotations.empty()) bodies.rotations[i] = starts_[i].rotation;
  bodies.turn_by_rodrigues(i, unknowns_[i].rotation);
  bodies.shapes[i].turn = rodrigues::rotation_vector(unknowns_[i].rotation);
}

void Trapezoid::commit(state::World& world, contact::Contacts& contacts, double h) {
  state::Bodies& bodies = world.bodies;
  const double phi = settings_.phi;
  set_next_step(h);
  book_wall_work(accounts_, world, (1.0 - phi) * h);
  const auto displacement = [&](Slot i) { return bodies.lines[i].position() - starts_[i].position; };
  contact::VelocityBox displacements;
  for (Slot i = 0; i < bodies.size(); ++i) displacements.add(displacement(i));
  contacts.look_for_passages(world, displacements, 1.0, displacement);
  contacts.evaluate(
      world, h, [&](std::size_t b, const state::LoadLine* loads) { keep_loads(world, contacts.blocks()[b], loads); });
  book(accounts_, contacts.tally(), pending_fraction());
  if (fields_.any())
    book_drag(accounts_, h * fields_.evaluate(world, Fields::Velocities::with_predictions), pending_fraction());
  book_wall_work(accounts_, world, phi * h);
  for (Slot i = 0; i < bodies.size(); ++i) {
    BodyLine& p = bodies.lines[i];
    const Unknowns& now = unknowns_[i];
    if (!bodies.orientations.empty() && bodies.shape_of_slot(i) == BodyShape::sphere)
      bodies.turn_by_rodrigues(i, now.rotation);
    store(now.velocity, p.vx, p.vy, p.vz), store(now.spin, p.wx, p.wy, p.wz);
    if (p.locks == 0) continue;
    const Load mean = phi * whole_load(world, i, bodies.loads[i]) + (1.0 - phi) * starts_[i].load;
    accounts_.drives -= work_on_locked(p, {h * mean.force, h * mean.torque});
  }
  world.time += h;
}

void Trapezoid::save(Archive& archive) const {
  archive.put("sweeps/counts",
              std::vector<std::int64_t>{report_.last, report_.all, report_.steps, report_.halvings, report_.accepted});
}
void Trapezoid::restore(const Archive& archive) {
  const auto& counts = archive.get_rows<std::int64_t>("sweeps/counts", 5);
  check_counts("sweeps/counts", counts);
  report_ = {counts[0], counts[1], counts[2], counts[3], counts[4]};
}

}  // namespace scree::step
