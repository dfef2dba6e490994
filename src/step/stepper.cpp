#include "step/stepper.h"

#include <algorithm>

namespace scree::step {
namespace {

using state::BodyLine;
using state::LoadLine;

/// Add h x acceleration to velocity and spin, but for locked degrees of freedom. Returns the work that drives (locked degrees
/// of freedom that move) do on the body's contacts and against gravity in the time h.
inline double kick(BodyLine& p, const LoadLine& f, const Vec3d& g, double mass, double h) {
  if (p.locks == 0) [[likely]] {
    const double hm = h * p.inverse_mass, hi = h * p.inverse_inertia;
    p.vx += hm * f.fx + h * g.x, p.vy += hm * f.fy + h * g.y, p.vz += hm * f.fz + h * g.z;
    p.wx += hi * f.tx, p.wy += hi * f.ty, p.wz += hi * f.tz;
    return 0.0;
  }
  double* v[6] = {&p.vx, &p.vy, &p.vz, &p.wx, &p.wy, &p.wz};
  const double load[6] = {f.fx + mass * g.x, f.fy + mass * g.y, f.fz + mass * g.z, f.tx, f.ty, f.tz};
  double work = 0.0;
  for (int k = 0; k < 6; ++k) {
    if (p.locks >> k & 1)
      work -= h * load[k] * *v[k];
    else
      *v[k] += h * load[k] * (k < 3 ? p.inverse_mass : p.inverse_inertia);
  }
  return work;
}

/// What the velocities gain in h, for contacts that are to see them synchronised.
inline state::LeadLine lead(const BodyLine& p, const LoadLine& f, const Vec3d& g, double h) {
  const double hm = h * p.inverse_mass, hi = h * p.inverse_inertia;
  state::LeadLine l{hm * f.fx + h * g.x, hm * f.fy + h * g.y, hm * f.fz + h * g.z, 0, hi * f.tx, hi * f.ty, hi * f.tz, 0};
  if (p.locks != 0) {
    double* v[6] = {&l.vx, &l.vy, &l.vz, &l.wx, &l.wy, &l.wz};
    for (int k = 0; k < 6; ++k)
      if (p.locks >> k & 1) *v[k] = 0.0;
  }
  return l;
}

}  // namespace

void Stepper::book(const contact::Tally& t) {
  accounts_.lost.normal += t.lost[contact::normal_stage];
  accounts_.lost.slide += t.lost[contact::slide_stage];
  accounts_.lost.roll += t.lost[contact::roll_stage];
  accounts_.lost.spin += t.lost[contact::spin_stage];
  accounts_.lever += t.lever;
}

void Stepper::work_of_walls(const state::World& world, double share) {
  for (const state::Wall& wall : world.walls)
    accounts_.walls -= share * (wall.load.fx * wall.velocity.x + wall.load.fy * wall.velocity.y + wall.load.fz * wall.velocity.z);
}

void Stepper::set_up(state::World& world, contact::Contacts& contacts) {
  if (synchronises(scheme_)) world.bodies.leads.assign(world.bodies.size(), {});
  contacts.rebuild(world);
  contacts.evaluate(world, 0.0);
  book(contacts.tally());
  for (const contact::Block& block : contacts.blocks()) contacts.deliver(block, world.bodies);
}

void Stepper::advance(state::World& world, contact::Contacts& contacts) {
  const double farthest2 = begin(world, contacts);
  for (state::Wall& wall : world.walls) wall.point += step_ * wall.velocity;
  if (contacts.list_is_stale(world, farthest2)) contacts.rebuild(world);
  contacts.evaluate(world, step_);
  book(contacts.tally());
  end(world, contacts);
  world.time += step_;
}

double Stepper::begin(state::World& world, const contact::Contacts& contacts) {
  state::Bodies& bodies = world.bodies;
  const double first = scheme_ == Scheme::symplectic_euler ? step_ : 0.5 * step_;
  const bool leads = synchronises(scheme_);
  work_of_walls(world, first);
  double farthest2 = 0.0, work = 0.0;
  const auto& blocks = contacts.blocks();
  std::vector<double> works(blocks.size(), 0.0);
#pragma omp parallel for schedule(static) reduction(max : farthest2)
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    for (state::Slot i = blocks[b].first; i < blocks[b].last; ++i) {
      BodyLine& p = bodies.lines[i];
      const LoadLine& f = bodies.loads[i];
      if (leads) bodies.leads[i] = lead(p, f, world.gravity, first);
      works[b] += kick(p, f, world.gravity, bodies.mass[i], first);
      p.x += step_ * p.vx, p.y += step_ * p.vy, p.z += step_ * p.vz;
      const double dx = p.x - p.x0, dy = p.y - p.y0, dz = p.z - p.z0;
      const double d2 = dx * dx + dy * dy + dz * dz;
      farthest2 = std::max(farthest2, d2);
    }
  }
  for (const double w : works) work += w;
  accounts_.drives += work;
  return farthest2;
}

void Stepper::end(state::World& world, const contact::Contacts& contacts) {
  state::Bodies& bodies = world.bodies;
  const double second = scheme_ == Scheme::symplectic_euler ? 0.0 : 0.5 * step_;
  const auto& blocks = contacts.blocks();
  std::vector<double> works(blocks.size(), 0.0);
#pragma omp parallel for schedule(static)
  for (std::size_t b = 0; b < blocks.size(); ++b) {
    contacts.deliver(blocks[b], bodies);
    if (second == 0.0) continue;
    for (state::Slot i = blocks[b].first; i < blocks[b].last; ++i)
      works[b] += kick(bodies.lines[i], bodies.loads[i], world.gravity, bodies.mass[i], second);
  }
  if (second == 0.0) return;
  for (const double w : works) accounts_.drives += w;
  work_of_walls(world, second);
}

Ledger energies(const state::World& world, const contact::Contacts& contacts, const Accounts& accounts) {
  Ledger ledger;
  const auto& bodies = world.bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const BodyLine& p = bodies.lines[i];
    ledger.kinetic_translation += 0.5 * bodies.mass[i] * norm2(p.velocity());
    ledger.kinetic_rotation += 0.5 * bodies.inertia[i] * norm2(p.spin());
    const auto& t = bodies.turns[i];
    const Vec3d unwrapped{p.x + t[0] * world.cell.length.x, p.y + t[1] * world.cell.length.y, p.z + t[2] * world.cell.length.z};
    ledger.gravity -= bodies.mass[i] * dot(world.gravity, unwrapped);
  }
  const contact::Tally& tally = contacts.tally();
  ledger.stored = {tally.stored[contact::normal_stage], tally.stored[contact::slide_stage], tally.stored[contact::roll_stage],
                   tally.stored[contact::spin_stage]};
  ledger.lost = accounts.lost;
  ledger.lever = accounts.lever;
  ledger.walls = accounts.walls;
  ledger.drives = accounts.drives;
  return ledger;
}

}  // namespace scree::step
