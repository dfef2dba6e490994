// The order of bodies in memory: wrap them into the periodic box, sort them along the Hilbert curve, leave out removed
// bodies.
#pragma once

#include <vector>

#include "contact/lost_body.h"
#include "state/world.h"

namespace scree::contact {

struct Wrapped {
  state::Rebase rebase;                  ///< the cell was given other edges of the same lattice
  std::vector<state::ImageFlags> moved;  ///< edges by which each body was moved
};
/// Give the cell edges with small tilts, wrap every body into the box, and record its position as that of the pair
/// list. Throws LostBody.
Wrapped wrap(state::World& world);
/// The old slots in their new order, without the removed ones (`removed` may be empty).
std::vector<state::Slot> new_order(const state::World& world, const std::vector<char>& removed, bool sort);
/// Permute every column of the bodies into that order.
void rearrange(state::Bodies& bodies, const std::vector<state::Slot>& order);

}  // namespace scree::contact
