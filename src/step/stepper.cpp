#include "step/stepper.h"

#include <algorithm>

namespace scree::step {

void keep_loads(state::World& world, const contact::Block& block, const state::LoadLine* loads) {
  std::copy(loads, loads + (block.last - block.first), world.bodies.loads.begin() + block.first);
}

void Stepper::evaluate_at_rest(state::World& world, contact::Contacts& contacts, double pending) {
  if (synchronises()) world.bodies.leads.assign(world.bodies.size(), {});
  contacts.rebuild(world);
  world.bodies.loads.resize(world.bodies.size());
  contacts.evaluate(world, 0.0, [&](std::size_t b, const state::LoadLine* loads) { keep_loads(world, contacts.blocks()[b], loads); });
  book(accounts_, contacts.tally(), pending);
}

}  // namespace scree::step
