// Energies, counts and observed contacts of the nonsmooth engine.
#include <algorithm>
#include <cmath>

#include "step/nonsmooth.h"
#include "step/rigid_bodies.h"

namespace scree::step {
namespace {

contact::Mode mode(double limit, bool moves) {
  return limit == 0.0 ? contact::Mode::none : moves ? contact::Mode::slip : contact::Mode::stick;
}

}  // namespace

Ledger Nonsmooth::energies(const state::World& world) const {
  Ledger ledger = motion_energies(world);
  ledger.dissipated = accounts_.dissipated;
  ledger.walls = accounts_.walls, ledger.drives = accounts_.drives;
  ledger.drag = accounts_.drag, ledger.near_field = fields_.potential(world);
  return ledger;
}

void Nonsmooth::report(const state::World& world, StepReport& report) const {
  report.contacts = contact_count();
  report.pairs = pair_count();
  report.rebuilds = searches_;
  report.largest_overlap = deepest(world).fraction;
  report.unconverged = unconverged_;
  report.solver = report_;
}

std::int64_t Nonsmooth::contact_count() const {
  return std::count_if(contacts_.begin(), contacts_.end(), [](const Contact& c) { return c.is_active(); });
}

std::vector<int> Nonsmooth::coordination(std::size_t bodies) const {
  std::vector<int> count(bodies, 0);
  for (const Contact& c : contacts_)
    if (c.is_active()) {
      ++count[c.near.a];
      if (c.near.wall == contact::k_no_wall) ++count[c.near.b];
    }
  return count;
}

contact::Deepest Nonsmooth::deepest(const state::World&) const {
  contact::Deepest deepest;
  for (const Contact& c : contacts_) {
    const double overlap = -c.gap(settings_.step), fraction = overlap / c.near.smaller_radius;
    if (fraction > deepest.fraction) {
      const bool wall = c.near.wall != contact::k_no_wall;
      deepest = {c.near.a, wall ? c.near.wall : c.near.b, wall, overlap, fraction};
    }
  }
  return deepest;
}

void Nonsmooth::observe(const state::World& world, const See& see) const {
  const double h = settings_.step;
  for (const Contact& c : contacts_) {
    if (!c.is_active()) continue;
    const contact::Near& near = c.near;
    const Vec3d& n = near.point.normal;
    const law::RigidRule& rule = rules_.rules[c.rule];
    const bool wall = near.wall != contact::k_no_wall;
    contact::Observed o;
    o.a = near.a, o.b = wall ? near.wall : near.b, o.plane = wall, o.model = c.rule;
    const double gap = c.gap(h);
    // From the foot point of a's centre on the wall, or from the centre of b, to the centre of a, at the end of the
    // step.
    o.branch = wall
                   ? (gap - dot(near.point.arm_a, n)) * n
                   : world.cell.shortest(world.bodies.lines[near.a].position() - world.bodies.lines[near.b].position());
    o.normal = n, o.overlap = -gap, o.smaller_radius = near.smaller_radius;
    o.normal_force = c.normal_impulse() / h;
    o.friction = (1.0 / h) * across(c.impulse.linear, n);
    o.arm_a = near.point.arm_a, o.arm_b = near.point.arm_b;
    o.roll_torque = (1.0 / h) * across(c.impulse.angular, n), o.roll_torque_b = -o.roll_torque;
    o.spin_torque = dot(c.impulse.angular, n) / h;
    law::ContactGeometry<double> geometry{};
    geometry.radius = near.radius, geometry.smaller_radius = near.smaller_radius;
    o.slide = mode(rule.slide.at_rest, c.slides), o.roll = mode(rule.roll.at_rest.at(geometry), c.rolls),
    o.spin = mode(rule.spin.at_rest.at(geometry), c.spins);
    o.residual = c.residual, o.opening = c.opening;
    see(o);
  }
}

std::size_t Nonsmooth::bytes() const { return state::bytes_of(contacts_) + state::bytes_of(rows_); }

}  // namespace scree::step
