// The order of bodies in memory: back into the periodic box, sorted along the curve, without those that are taken out.
#pragma once

#include <vector>

#include "contact/lost_body.h"
#include "state/world.h"

namespace scree::contact {

struct Wrapped {
  state::Rebase rebase;             ///< other edges were taken for the cell
  std::vector<state::Boxes> moved;  ///< by how many of these each body was moved
};
/// Take edges with small tilts, put every body back into the box and note where it stands as the place of the list.
/// Throws LostBody.
Wrapped wrap(state::World& world);
/// Old slots in their new order, without the removed ones (`removed` may be empty).
std::vector<state::Slot> new_order(const state::World& world, const std::vector<char>& removed, bool sort);
/// Every column of the bodies in that order.
void rearrange(state::Bodies& bodies, const std::vector<state::Slot>& order);

}  // namespace scree::contact
