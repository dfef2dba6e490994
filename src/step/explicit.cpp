#include "step/explicit.h"

#include <algorithm>

#include "step/kick_drift_alone.h"

namespace scree::step {
namespace {

using state::LoadLine;

/// Integrates the bodies of one block at a time: the kick that ends a step, then the kick and the drift that begin the
/// next one, whichever of them `parameters` contains. Blocks may be integrated by any thread in any order. Each block
/// has its own sums, which are added in the order of the blocks, so results do not depend on the number of threads.
class KickDriftBlocks {
 public:
  KickDriftBlocks(state::World& world, const contact::Contacts& contacts, const contact::KickDrift& parameters)
      : world_(&world),
        contacts_(&contacts),
        parameters_(parameters),
        velocity_boxes_(contacts.blocks().size()),
        drive_works_(contacts.blocks().size()) {}

  /// Integrates the bodies of block `b`. `loads` are the contact loads on these bodies, in the order of their slots.
  void kick_drift(std::size_t b, const LoadLine* loads) {
    integrate_motion(b, world_->bodies.field_forces.empty() ? loads : with_fields(contacts_->blocks()[b], loads));
    if (parameters_.drift == 0.0 || world_->bodies.orientations.empty()) return;
    const contact::Block& block = contacts_->blocks()[b];
    for (state::Slot i = block.first; i < block.last; ++i) {
      // kick_drift_alone() has already rotated the non-spherical bodies.
      if (world_->bodies.shape_of_slot(i) != shape::BodyShape::sphere) continue;
      world_->bodies.turn(i, parameters_.drift * world_->bodies.lines[i].spin());
    }
  }
  /// Add the work of driven degrees of freedom.
  void book(Accounts& accounts) const {
    for (const DriveWork& w : drive_works_) accounts.drives += w.end;
    for (const DriveWork& w : drive_works_) accounts.drives += w.begin;
  }
  /// Bounding box of the velocities with which the bodies drifted.
  contact::VelocityBox velocities() const {
    contact::VelocityBox all;
    for (const contact::VelocityBox& box : velocity_boxes_) all.add(box);
    return all;
  }

 private:
  /// The loads plus the forces that do not come from contacts, in a buffer of the calling thread.
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
  /// Kicks and drifts velocities and positions: plain bodies by the vectorized kernel, special bodies one by one.
  void integrate_motion(std::size_t b, const LoadLine* loads) {
    state::Bodies& bodies = world_->bodies;
    const contact::Block& block = contacts_->blocks()[b];
    for (state::Slot i = block.first; i < block.last;) {
      if (block.has_special && bodies.is_special(i)) {
        kick_drift_alone(parameters_, bodies, i, loads[i - block.first], velocity_boxes_[b], drive_works_[b]);
        ++i;
        continue;
      }
      state::VelocityPrediction* prediction = parameters_.predictions ? &bodies.predictions[i] : nullptr;
      state::Slot next = block.has_special ? i + 1 : block.last;
      while (next < block.last && !bodies.is_special(next)) ++next;
      contacts_->kernels().kick_drift(parameters_, &bodies.lines[i], loads + (i - block.first), prediction, next - i,
                                      velocity_boxes_[b]);
      i = next;
    }
  }

  state::World* world_;
  const contact::Contacts* contacts_;
  contact::KickDrift parameters_;
  std::vector<contact::VelocityBox> velocity_boxes_;  ///< one for each block
  std::vector<DriveWork> drive_works_;                ///< one for each block
};

}  // namespace

/// The end of a step and the beginning of the next one are done together, block by block: as soon as the loads on the
/// bodies of a block are complete, evaluate() calls back and the block is kicked and drifts, while it is in the cache.
/// One time step is therefore one sweep over the bodies. Only the first beginning and the last end stand alone.
std::int64_t Explicit::advance(state::World& world, contact::Contacts& contacts, std::int64_t steps) {
  if (steps <= 0) return 0;
  contacts.forget_alarm();
  const bool euler = scheme_ == Scheme::symplectic_euler;
  // Duration of the kick that ends a step and of the kick that begins one [s].
  const double end = euler ? 0.0 : 0.5 * step_, begin = euler ? step_ : 0.5 * step_;

  // Begin the first step, by the loads of the last evaluation of contacts.
  KickDriftBlocks blocks(world, contacts,
                         {.gravity = world.gravity, .begin = begin, .drift = step_, .predictions = synchronises()});
  book_wall_work(accounts_, world, begin);
#pragma omp parallel for schedule(static)
  for (std::size_t b = 0; b < contacts.blocks().size(); ++b)
    blocks.kick_drift(b, &world.bodies.loads[contacts.blocks()[b].first]);
  blocks.book(accounts_);

  for (std::int64_t i = 0; i < steps; ++i) {
    // All positions are now those of the end of this step. Rebuild the pair list if it may miss a contact.
    for (state::Wall& wall : world.walls) wall.point += step_ * wall.velocity;
    contacts.age_alarm();  // an alarm is from the step before; this step had begun when it was raised
    const contact::VelocityBox velocities = blocks.velocities();
    contacts.look_for_passages(world, velocities, step_);
    if (contacts.list_is_stale(world, velocities, step_)) contacts.rebuild(world);

    // Forces other than contact forces: before the contacts, whose evaluation moves the blocks that are complete on to
    // the next step, while these forces need all bodies at the present positions.
    if (fields_.any())
      book_drag(accounts_,
                step_ * fields_.evaluate(world, synchronises() ? Fields::Velocities::with_predictions
                                                               : Fields::Velocities::of_lines),
                pending_fraction());

    // Evaluate the contacts; end this step and begin the next one in each block that is complete. After the last step
    // the next one is not begun; the loads are kept for the next call, loads and stored energies for outputs.
    const bool last = i + 1 == steps || contacts.alarm();
    blocks = KickDriftBlocks(world, contacts,
                             {.gravity = world.gravity,
                              .end = end,
                              .begin = last ? 0.0 : begin,
                              .drift = last ? 0.0 : step_,
                              .predictions = synchronises()});
    contacts.evaluate(
        world, step_,
        [&](std::size_t b, const LoadLine* loads) {
          blocks.kick_drift(b, loads);
          if (last) keep_loads(world, contacts.blocks()[b], loads);
        },
        last ? contact::Stored::summed : contact::Stored::not_asked);

    // Energy ledger.
    book(accounts_, contacts.tally(), pending_fraction());
    book_wall_work(accounts_, world, end);
    if (!last) book_wall_work(accounts_, world, begin);
    blocks.book(accounts_);
    world.time += step_;
    if (last) return i + 1;
  }
  return steps;
}

}  // namespace scree::step
