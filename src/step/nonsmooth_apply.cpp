// Applies the solution of a nonsmooth step: new velocities, positions and orientations, loads on bodies and walls, and
// for each contact its impulse, its slip and whether it slides, rolls or spins.
#include <algorithm>
#include <cmath>

#include "step/nonsmooth.h"
#include "step/rigid_bodies.h"

namespace scree::step {
namespace {

using solve::Twist;
using state::BodyLine;

// A contact slides, rolls or spins if the velocity exceeds this multiple of the solver's tolerance; smaller velocities
// are errors of the solution.
constexpr double k_motion_threshold = 10.0;

}  // namespace

void Nonsmooth::apply(state::World& world, const solve::Problem& problem, const solve::Impulses& impulses,
                      const solve::Outcome& outcome) {
  state::Bodies& bodies = world.bodies;
  const double h = settings_.step;
  // Sums of the contact impulses on bodies and walls.
  std::vector<Twist> loads(problem.bodies.size());
  for (std::size_t i = 0; i < problem.contacts.size(); ++i) {
    const solve::Contact& c = problem.contacts[i];
    const Twist& g = impulses.contacts[i];
    loads[c.a].linear += g.linear, loads[c.a].angular += cross(c.arm_a, g.linear) + g.angular;
    loads[c.b].linear -= g.linear, loads[c.b].angular -= cross(c.arm_b, g.linear) + g.angular;
  }
  const auto line = [&](const Twist& t) {
    return state::LoadLine{t.linear.x / h,  t.linear.y / h,  t.linear.z / h,  0,
                           t.angular.x / h, t.angular.y / h, t.angular.z / h, 0};
  };
  bodies.loads.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    BodyLine& p = bodies.lines[i];
    bodies.loads[i] = line(loads[i]);
    // Work of the drives that keep locked degrees of freedom at their velocities.
    accounts_.drives -=
        work_on_locked(p, {loads[i].linear + h * bodies.applied_force(i, world.gravity), loads[i].angular});
    const Twist& v = outcome.velocities[i];
    p.vx = v.linear.x, p.vy = v.linear.y, p.vz = v.linear.z;
    p.wx = v.angular.x, p.wy = v.angular.y, p.wz = v.angular.z;
    p.x += h * p.vx, p.y += h * p.vy, p.z += h * p.vz;
    if (!bodies.orientations.empty()) bodies.turn(i, h * p.spin());
    if (!bodies.shapes.empty()) bodies.shapes[i].turn = h * p.spin();
  }
  std::size_t wall = bodies.size();
  for (state::Wall& w : world.walls) {
    const Twist& g = loads[wall++];
    accounts_.walls -= dot(g.linear, w.velocity);
    w.load = line(g), w.point += h * w.velocity;
  }
  wall += world.carried.size();
  for (std::size_t k = 0; k < world.carried.size(); ++k) {
    Twist g;
    for (std::size_t i = 0; i < contacts_.size(); ++i)
      if (contacts_[i].near.wall == world.walls.size() + k) {
        const Twist& on_a = impulses.contacts[i];
        g.linear -= on_a.linear, g.angular -= cross(problem.contacts[i].arm_b, on_a.linear) + on_a.angular;
      }
    world.carried[k].load = line(g);
  }
  for (state::Cylinder& c : world.cylinders) {
    const Twist& g = loads[wall++];
    accounts_.walls -= dot(g.linear, c.velocity * c.axis) + dot(g.angular, c.spin * c.axis);
    c.load = line(g), c.point += (h * c.velocity) * c.axis;
  }
  world.time += h;

  report_.residual = outcome.residual.rms, report_.largest_residual = outcome.residual.max,
  report_.cone_violation = outcome.residual.cone_violation;
  report_.reached = outcome.reached, report_.worst_a = report_.worst_b = 0, report_.opening = 0.0;
  ++report_.steps, report_.all_iterations += report_.iterations;
  if (!outcome.reached) {
    if (report_.unreached++ == 0) report_.first_unreached = steps_ + 1;
    report_.unreached_residual = std::max(report_.unreached_residual, outcome.residual.rms);
  }
  const double rest_speed = k_motion_threshold * settings_.solver.tolerance;
#pragma omp parallel for schedule(static) if (contacts_.size() > 1000)
  for (std::size_t i = 0; i < contacts_.size(); ++i) {
    Contact& c = contacts_[i];
    const solve::Contact& in_problem = problem.contacts[i];
    c.impulse = impulses.contacts[i];
    c.slip = relative(in_problem, outcome.velocities);
    c.residual = outcome.residuals.empty() ? 0.0 : outcome.residuals[i];
    const Vec3d& n = c.near.point.normal;
    const double radius = c.near.radius;
    const bool pressed = c.is_active();
    const double slide = norm(across(c.slip.linear, n)), roll = norm(across(c.slip.angular, n)),
                 spin = std::abs(dot(c.slip.angular, n));
    // A contact that slid, rolled or spun and still does keeps its kinetic limit even if it has no normal impulse in
    // this step. The gap h A_r is smaller with the kinetic limit than with the static one, so the body first has to
    // fall to it. With the static limit during that time, the two limits would alternate and every impulse would occur
    // at the static limit.
    const auto moves = [&](bool before, double speed) { return speed > rest_speed && (pressed || before); };
    c.slides = moves(c.slides, slide), c.rolls = moves(c.rolls, radius * roll), c.spins = moves(c.spins, radius * spin);
    c.opening =
        pressed ? h * (in_problem.cone.slide * slide + in_problem.cone.roll * roll + in_problem.cone.spin * spin) : 0.0;
  }
  for (const Contact& c : contacts_) report_.opening = std::max(report_.opening, c.opening);
  if (outcome.residual.worst >= 0 && static_cast<std::size_t>(outcome.residual.worst) < contacts_.size()) {
    const contact::NearKey& key = contacts_[static_cast<std::size_t>(outcome.residual.worst)].near.key;
    report_.worst_a = number(key.a), report_.worst_b = number(key.b);
  }
}

}  // namespace scree::step
