#include "step/stepper.h"

#include <algorithm>

namespace scree::step {
namespace {

using state::BodyLine;
using state::LoadLine;

/// Add h x acceleration to velocity and spin, but for locked degrees of freedom. Returns the work that drives (locked degrees
/// of freedom that move) do on the body's contacts and against gravity in the time h.
double kick(BodyLine& p, const LoadLine& f, const Vec3d& g, double mass, double h) {
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

/// Work of drives, that of ending a step and that of beginning one apart: sums must not depend on whether both are done in
/// one sweep.
struct DriveWork {
  double end = 0.0, begin = 0.0;
};

/// A body with locks, by itself: what the push kernel does for the others.
void push_locked(const contact::Push& push, BodyLine& p, const LoadLine& f, state::LeadLine* lead, double mass, contact::Moved& moved,
                 DriveWork& work) {
  if (push.end != 0.0) work.end += kick(p, f, push.gravity, mass, push.end);
  if (push.drift == 0.0) return;
  const Vec3d v = p.velocity(), w = p.spin();
  work.begin += kick(p, f, push.gravity, mass, push.begin);
  const Vec3d gain_v = p.velocity() - v, gain_w = p.spin() - w;
  if (push.leads) *lead = {gain_v.x, gain_v.y, gain_v.z, 0, gain_w.x, gain_w.y, gain_w.z, 0};
  p.x += push.drift * p.vx, p.y += push.drift * p.vy, p.z += push.drift * p.vz;
  moved.add(p.position() - Vec3d{p.x0, p.y0, p.z0});
}

/// Loads are kept for the next call of advance and for outputs; between two steps nobody needs them.
void keep_loads(state::World& world, const contact::Block& block, const LoadLine* loads) {
  std::copy(loads, loads + (block.last - block.first), world.bodies.loads.begin() + block.first);
}

/// Pushes the bodies of blocks, by any thread in any order, and sums in the order of blocks.
class PushedBlocks {
 public:
  PushedBlocks(state::World& world, const contact::Contacts& contacts, const contact::Push& how)
      : world_(&world), contacts_(&contacts), how_(how), moved_(contacts.blocks().size()), works_(contacts.blocks().size()) {}

  /// `loads` are those on the bodies of the block.
  void push(std::size_t b, const LoadLine* loads) {
    push_motion(b, loads);
    if (how_.drift == 0.0 || world_->bodies.orientations.empty()) return;
    const contact::Block& block = contacts_->blocks()[b];
    for (state::Slot i = block.first; i < block.last; ++i) {
      state::Orientation& q = world_->bodies.orientations[i];
      q = state::turned(q, how_.drift * world_->bodies.lines[i].spin());
    }
  }
  void book(Accounts& accounts) const {
    for (const DriveWork& w : works_) accounts.drives += w.end;
    for (const DriveWork& w : works_) accounts.drives += w.begin;
  }
  contact::Moved moved() const {
    contact::Moved all;
    for (const contact::Moved& m : moved_) all.add(m);
    return all;
  }

 private:
  void push_motion(std::size_t b, const LoadLine* loads) {
    state::Bodies& bodies = world_->bodies;
    const contact::Block& block = contacts_->blocks()[b];
    for (state::Slot i = block.first; i < block.last;) {
      state::LeadLine* lead = how_.leads ? &bodies.leads[i] : nullptr;
      if (block.has_locks && bodies.lines[i].locks != 0) {
        push_locked(how_, bodies.lines[i], loads[i - block.first], lead, bodies.mass[i], moved_[b], works_[b]);
        ++i;
        continue;
      }
      state::Slot next = block.has_locks ? i + 1 : block.last;
      while (next < block.last && bodies.lines[next].locks == 0) ++next;
      contacts_->kernels().push(how_, &bodies.lines[i], loads + (i - block.first), lead, next - i, moved_[b]);
      i = next;
    }
  }

  state::World* world_;
  const contact::Contacts* contacts_;
  contact::Push how_;
  std::vector<contact::Moved> moved_;
  std::vector<DriveWork> works_;
};

}  // namespace

void Stepper::book(const contact::Tally& t) {
  const auto all = [&](contact::Stage stage) { return t.lost[stage] + t.dragged[stage]; };
  accounts_.lost.normal += all(contact::normal_stage);
  accounts_.lost.slide += all(contact::slide_stage);
  accounts_.lost.roll += all(contact::roll_stage);
  accounts_.lost.spin += all(contact::spin_stage);
  accounts_.lever += t.lever;
  // The load of this evaluation has not yet acted in full: half of it in Verlet's schemes, all of it in Euler's, acts in the
  // next step. So much of what depends on it is not lost yet.
  const double share = scheme_ == Scheme::symplectic_euler ? 1.0 : 0.5;
  accounts_.pending = {share * t.dragged[contact::normal_stage], share * t.dragged[contact::slide_stage],
                       share * t.dragged[contact::roll_stage], share * t.dragged[contact::spin_stage]};
  accounts_.pending_lever = share * t.lever;
}

void Stepper::work_of_walls(const state::World& world, double share) {
  for (const state::Wall& wall : world.walls)
    accounts_.walls -= share * (wall.load.fx * wall.velocity.x + wall.load.fy * wall.velocity.y + wall.load.fz * wall.velocity.z);
}

void Stepper::set_up(state::World& world, contact::Contacts& contacts) {
  if (synchronises(scheme_)) world.bodies.leads.assign(world.bodies.size(), {});
  contacts.rebuild(world);
  world.bodies.loads.resize(world.bodies.size());
  contacts.evaluate(world, 0.0, [&](std::size_t b, const LoadLine* loads) { keep_loads(world, contacts.blocks()[b], loads); });
  book(contacts.tally());
}

std::int64_t Stepper::advance(state::World& world, contact::Contacts& contacts, std::int64_t steps) {
  if (steps <= 0) return 0;
  const bool euler = scheme_ == Scheme::symplectic_euler;
  const double end = euler ? 0.0 : 0.5 * step_, begin = euler ? step_ : 0.5 * step_;
  PushedBlocks pushed(world, contacts, {world.gravity, 0.0, begin, step_, synchronises(scheme_)});
  work_of_walls(world, begin);
#pragma omp parallel for schedule(static)
  for (std::size_t b = 0; b < contacts.blocks().size(); ++b) pushed.push(b, &world.bodies.loads[contacts.blocks()[b].first]);
  pushed.book(accounts_);
  for (std::int64_t i = 0; i < steps; ++i) {
    for (state::Wall& wall : world.walls) wall.point += step_ * wall.velocity;
    if (contacts.list_is_stale(world, pushed.moved())) contacts.rebuild(world);
    // A block whose loads are complete ends this step and begins the next one at once, unless this is the last.
    const bool last = i + 1 == steps || contacts.alarmed();  // by the step before: this one has begun
    pushed = PushedBlocks(world, contacts, {world.gravity, end, last ? 0.0 : begin, last ? 0.0 : step_, synchronises(scheme_)});
    contacts.evaluate(world, step_, [&](std::size_t b, const LoadLine* loads) {
      pushed.push(b, loads);
      if (last) keep_loads(world, contacts.blocks()[b], loads);
    });
    book(contacts.tally());
    work_of_walls(world, end);
    if (!last) work_of_walls(world, begin);
    pushed.book(accounts_);
    world.time += step_;
    if (last) return i + 1;
  }
  return steps;
}

Ledger energies(const state::World& world, const contact::Contacts& contacts, const Accounts& accounts) {
  Ledger ledger;
  const auto& bodies = world.bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const BodyLine& p = bodies.lines[i];
    ledger.kinetic_translation += 0.5 * bodies.mass[i] * norm2(p.velocity());
    ledger.kinetic_rotation += 0.5 * bodies.inertia[i] * norm2(p.spin());
    ledger.gravity -= bodies.mass[i] * dot(world.gravity, bodies.unwrapped(i, world.cell));
  }
  const contact::Tally& tally = contacts.tally();
  ledger.stored = {tally.stored[contact::normal_stage], tally.stored[contact::slide_stage], tally.stored[contact::roll_stage],
                   tally.stored[contact::spin_stage]};
  ledger.lost = {accounts.lost.normal - accounts.pending.normal, accounts.lost.slide - accounts.pending.slide,
                 accounts.lost.roll - accounts.pending.roll, accounts.lost.spin - accounts.pending.spin};
  ledger.lever = accounts.lever - accounts.pending_lever;
  ledger.walls = accounts.walls;
  ledger.drives = accounts.drives;
  return ledger;
}

}  // namespace scree::step
