#include "step/explicit.h"

#include <algorithm>

#include "step/push_alone.h"

namespace scree::step {
namespace {

using state::LoadLine;

/// Pushes the bodies of blocks, by any thread in any order, and sums in the order of blocks.
class PushedBlocks {
 public:
  PushedBlocks(state::World& world, const contact::Contacts& contacts, const contact::Push& how)
      : world_(&world),
        contacts_(&contacts),
        how_(how),
        boxes_(contacts.blocks().size()),
        works_(contacts.blocks().size()) {}

  /// `loads` are those of contacts on the bodies of the block.
  void push(std::size_t b, const LoadLine* loads) {
    push_motion(b, world_->bodies.field_forces.empty() ? loads : with_fields(contacts_->blocks()[b], loads));
    if (how_.drift == 0.0 || world_->bodies.orientations.empty()) return;
    const contact::Block& block = contacts_->blocks()[b];
    for (state::Slot i = block.first; i < block.last; ++i) {
      if (world_->bodies.form_kind(i) != shape::BodyShape::sphere) continue;  // turned as it was pushed
      world_->bodies.turn(i, how_.drift * world_->bodies.lines[i].spin());
    }
  }
  void book(Accounts& accounts) const {
    for (const DriveWork& w : works_) accounts.drives += w.end;
    for (const DriveWork& w : works_) accounts.drives += w.begin;
  }
  contact::VelocityBox velocities() const {
    contact::VelocityBox all;
    for (const contact::VelocityBox& box : boxes_) all.add(box);
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
        push_alone(how_, bodies, i, loads[i - block.first], boxes_[b], works_[b]);
        ++i;
        continue;
      }
      state::LeadLine* lead = how_.leads ? &bodies.leads[i] : nullptr;
      state::Slot next = block.has_special ? i + 1 : block.last;
      while (next < block.last && !bodies.is_special(next)) ++next;
      contacts_->kernels().push(how_, &bodies.lines[i], loads + (i - block.first), lead, next - i, boxes_[b]);
      i = next;
    }
  }

  state::World* world_;
  const contact::Contacts* contacts_;
  contact::Push how_;
  std::vector<contact::VelocityBox> boxes_;
  std::vector<DriveWork> works_;
};

}  // namespace

std::int64_t Explicit::advance(state::World& world, contact::Contacts& contacts, std::int64_t steps) {
  if (steps <= 0) return 0;
  contacts.forget_alarm();
  const bool euler = scheme_ == Scheme::symplectic_euler;
  const double end = euler ? 0.0 : 0.5 * step_, begin = euler ? step_ : 0.5 * step_;
  PushedBlocks pushed(world, contacts,
                      {.gravity = world.gravity, .begin = begin, .drift = step_, .leads = synchronises()});
  work_of_walls(accounts_, world, begin);
#pragma omp parallel for schedule(static)
  for (std::size_t b = 0; b < contacts.blocks().size(); ++b)
    pushed.push(b, &world.bodies.loads[contacts.blocks()[b].first]);
  pushed.book(accounts_);
  for (std::int64_t i = 0; i < steps; ++i) {
    for (state::Wall& wall : world.walls) wall.point += step_ * wall.velocity;
    contacts.age_alarm();  // of the step before: this one had begun by then
    const contact::VelocityBox velocities = pushed.velocities();
    contacts.look_for_passages(world, velocities, step_);
    if (contacts.list_is_stale(world, velocities, step_)) contacts.rebuild(world);
    // Before contacts, since a block that has its contacts' loads moves on at once, and others may be its neighbours
    // here.
    if (fields_.any())
      book_drag(accounts_,
                step_ * fields_.evaluate(
                            world, synchronises() ? Fields::Velocities::with_leads : Fields::Velocities::of_lines),
                share_to_come());
    // A block whose loads are complete ends this step and begins the next one at once, unless this is the last.
    const bool last = i + 1 == steps || contacts.alarm();
    pushed = PushedBlocks(world, contacts,
                          {.gravity = world.gravity,
                           .end = end,
                           .begin = last ? 0.0 : begin,
                           .drift = last ? 0.0 : step_,
                           .leads = synchronises()});
    contacts.evaluate(
        world, step_,
        [&](std::size_t b, const LoadLine* loads) {
          pushed.push(b, loads);
          if (last) keep_loads(world, contacts.blocks()[b], loads);
        },
        last ? contact::Stored::summed : contact::Stored::not_asked);
    book(accounts_, contacts.tally(), share_to_come());
    work_of_walls(accounts_, world, end);
    if (!last) work_of_walls(accounts_, world, begin);
    pushed.book(accounts_);
    world.time += step_;
    if (last) return i + 1;
  }
  return steps;
}

}  // namespace scree::step
