#include "step/stepper.h"

#include <algorithm>

#include "step/push_alone.h"

namespace scree::step {
namespace {

using state::BodyLine;
using state::LoadLine;

/// Loads are kept for the next call of advance and for outputs; between two steps nobody needs them.
void keep_loads(state::World& world, const contact::Block& block, const LoadLine* loads) {
  std::copy(loads, loads + (block.last - block.first), world.bodies.loads.begin() + block.first);
}

/// Pushes the bodies of blocks, by any thread in any order, and sums in the order of blocks.
class PushedBlocks {
 public:
  PushedBlocks(state::World& world, const contact::Contacts& contacts, const contact::Push& how)
      : world_(&world), contacts_(&contacts), how_(how), moved_(contacts.blocks().size()), works_(contacts.blocks().size()) {}

  /// `loads` are those of contacts on the bodies of the block.
  void push(std::size_t b, const LoadLine* loads) {
    push_motion(b, world_->bodies.field_forces.empty() ? loads : with_fields(contacts_->blocks()[b], loads));
    if (how_.drift == 0.0 || world_->bodies.orientations.empty()) return;
    const contact::Block& block = contacts_->blocks()[b];
    for (state::Slot i = block.first; i < block.last; ++i) {
      if (world_->bodies.form_kind(i) != state::FormKind::sphere) continue;  // turned as it was pushed
      world_->bodies.turn(i, how_.drift * world_->bodies.lines[i].spin());
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
  const LoadLine* with_fields(const contact::Block& block, const LoadLine* loads) const {
    thread_local state::Column<LoadLine> sums;
    sums.assign(loads, loads + (block.last - block.first));
    for (state::Slot i = block.first; i < block.last; ++i) {
      const Vec3d& f = world_->bodies.field_forces[i];
      LoadLine& sum = sums[i - block.first];
      sum.fx += f.x, sum.fy += f.y, sum.fz += f.z;
    }
    return sums.data();
  }
  void push_motion(std::size_t b, const LoadLine* loads) {
    state::Bodies& bodies = world_->bodies;
    const contact::Block& block = contacts_->blocks()[b];
    for (state::Slot i = block.first; i < block.last;) {
      if (block.has_special && bodies.is_special(i)) {
        push_alone(how_, bodies, i, loads[i - block.first], moved_[b], works_[b]);
        ++i;
        continue;
      }
      state::LeadLine* lead = how_.leads ? &bodies.leads[i] : nullptr;
      state::Slot next = block.has_special ? i + 1 : block.last;
      while (next < block.last && !bodies.is_special(next)) ++next;
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

std::vector<double> numbers_of(const Accounts& a) {
  return {a.lost.normal, a.lost.slide, a.lost.roll, a.lost.spin, a.lever, a.walls, a.drives,
          a.pending.normal, a.pending.slide, a.pending.roll, a.pending.spin, a.pending_lever};
}
Accounts accounts_of(const std::vector<double>& x) {
  return {.lost = {x[0], x[1], x[2], x[3]}, .lever = x[4], .walls = x[5], .drives = x[6], .pending = {x[7], x[8], x[9], x[10]}, .pending_lever = x[11]};
}

void save_accounts(const Accounts& accounts, const Fields& fields, Archive& archive) {
  archive.put("ledger/accounts", numbers_of(accounts));
  if (fields.any()) archive.put("ledger/drag", std::vector{accounts.drag, accounts.pending_drag});
}
Accounts restored_accounts(const Fields& fields, const Archive& archive) {
  Accounts accounts = accounts_of(archive.get_rows<double>("ledger/accounts", k_account_numbers));
  if (!fields.any()) return accounts;
  const auto& drag = archive.get_rows<double>("ledger/drag", 2);
  accounts.drag = drag[0], accounts.pending_drag = drag[1];
  return accounts;
}

void Stepper::book(const contact::Tally& t) {
  const auto all = [&](contact::Stage stage) { return t.lost[stage] + t.dragged[stage]; };
  accounts_.lost.normal += all(contact::normal_stage);
  accounts_.lost.slide += all(contact::slide_stage);
  accounts_.lost.roll += all(contact::roll_stage);
  accounts_.lost.spin += all(contact::spin_stage);
  accounts_.lever += t.lever;
  // The load of this evaluation has not yet acted in full: half of it in Verlet's schemes, all of it in Euler's, acts in the
  // next step. So much of what depends on it is not lost yet.
  const double share = share_to_come();
  accounts_.pending = {share * t.dragged[contact::normal_stage], share * t.dragged[contact::slide_stage],
                       share * t.dragged[contact::roll_stage], share * t.dragged[contact::spin_stage]};
  accounts_.pending_lever = share * t.lever;
}

/// By the trapezoid, as the dashpots of contacts.
void Stepper::book_drag(double power) {
  accounts_.drag += step_ * power;
  accounts_.pending_drag = share_to_come() * step_ * power;
}

void Stepper::refresh_fields(state::World& world) {
  if (!fields_.any()) return;
  // All that this evaluation does is still to come.
  const double pending = share_to_come() * step_ * fields_.evaluate(world, Fields::Velocities::of_lines);
  accounts_.drag += pending - accounts_.pending_drag;
  accounts_.pending_drag = pending;
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
  refresh_fields(world);
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
    // Before contacts, since a block that has its contacts' loads moves on at once, and others may be its neighbours here.
    if (fields_.any()) book_drag(fields_.evaluate(world, synchronises(scheme_) ? Fields::Velocities::with_leads : Fields::Velocities::of_lines));
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

Ledger motion_energies(const state::World& world) {
  Ledger ledger;
  const auto& bodies = world.bodies;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const BodyLine& p = bodies.lines[i];
    ledger.kinetic_translation += 0.5 * bodies.mass[i] * norm2(p.velocity());
    ledger.kinetic_rotation += bodies.rotation_energy(i);
    ledger.gravity -= dot(bodies.constant_force(i, world.gravity), bodies.unwrapped(i, world.cell));
  }
  return ledger;
}

Ledger energies(const state::World& world, const contact::Contacts& contacts, const Accounts& accounts) {
  Ledger ledger = motion_energies(world);
  const contact::Tally& tally = contacts.tally();
  ledger.stored = {tally.stored[contact::normal_stage], tally.stored[contact::slide_stage], tally.stored[contact::roll_stage],
                   tally.stored[contact::spin_stage]};
  ledger.lost = {accounts.lost.normal - accounts.pending.normal, accounts.lost.slide - accounts.pending.slide,
                 accounts.lost.roll - accounts.pending.roll, accounts.lost.spin - accounts.pending.spin};
  ledger.lever = accounts.lever - accounts.pending_lever;
  ledger.drag = accounts.drag - accounts.pending_drag;
  ledger.walls = accounts.walls;
  ledger.drives = accounts.drives;
  return ledger;
}

}  // namespace scree::step
