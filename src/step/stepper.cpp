#include "step/stepper.h"

#include <algorithm>

namespace scree::step {

void keep_loads(state::World& world, const contact::Block& block, const state::LoadLine* loads) {
  state::LoadLine* to = world.bodies.loads.data() + block.first;
  if (loads != to) std::copy(loads, loads + (block.last - block.first), to);  // they may be in place already
}

void Stepper::set_up(state::World& world, contact::Contacts& contacts) {
  if (synchronises()) world.bodies.predictions.assign(world.bodies.size(), {});
  contacts.rebuild(world);
  world.bodies.loads.resize(world.bodies.size());
  contacts.evaluate(
      world, 0.0, [&](std::size_t b, const state::LoadLine* loads) { keep_loads(world, contacts.blocks()[b], loads); });
  // Nothing is booked, since no time has passed. Springs that this evaluation loads (law/spin/capped_twist.h) belong to
  // the initial state.
  refresh_fields(world);
}

void Stepper::refresh_fields(state::World& world) {
  if (!fields_.any()) return;
  // The forces of this evaluation have not acted yet.
  const double pending = pending_fraction() * step_ * fields_.evaluate(world, Fields::Velocities::of_lines);
  accounts_.drag += pending - accounts_.pending_drag;
  accounts_.pending_drag = pending;
}

}  // namespace scree::step
