// Set-up of the nonsmooth engine, and removal of bodies from it.
#include <algorithm>

#include "contact/arrange.h"
#include "step/joints.h"
#include "step/nonsmooth.h"
#include "step/rigid_bodies.h"

namespace scree::step {

void Nonsmooth::set_up(state::World& world) {
  world.bodies.loads.assign(world.bodies.size(), {});
  fields_.prepare(world);
  const contact::NearSearch search(joined_pairs(world));
  contacts_.clear();
  for (const contact::Near& n : search.find(world, {.ways = std::vector<double>(world.bodies.size(), 0.0)}))
    contacts_.push_back({.near = n, .rule = rules_.of(n.material_a, n.material_b), .impulse = {}, .slip = {}});
}

double Nonsmooth::take_out(state::World& world, const std::vector<char>& removed) {
  contact::rearrange(world.bodies, contact::new_order(world, removed, false));
  fields_.prepare(world);
  const state::SlotOfId slot(world.bodies);
  // The remaining bodies have new slots.
  for (Contact& c : contacts_) {
    contact::Near& near = c.near;
    near.a = slot[near.key.a];
    near.b = near.wall == contact::k_no_wall ? slot[near.key.b]
             : is_carried(world, near.wall)  ? slot[world.carried[near.wall - world.walls.size()].body]
                                             : near.a;
  }
  std::erase_if(contacts_,
                [](const Contact& c) { return c.near.a == state::k_no_slot || c.near.b == state::k_no_slot; });
  return 0.0;
}

}  // namespace scree::step
