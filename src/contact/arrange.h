// The order of bodies in memory: back into the periodic box, sorted along the curve, without those that are taken out.
#pragma once

#include <array>
#include <vector>

#include "contact/lost_body.h"
#include "state/world.h"

namespace scree::contact {

using Turns = std::array<int, 3>;

/// Put every body back into the box and note where it stands as the place of the list; returns by how many boxes each was moved. Throws LostBody.
std::vector<Turns> wrap(state::World& world);
/// Old slots in their new order, without the removed ones (`removed` may be empty).
std::vector<state::Slot> new_order(const state::World& world, const std::vector<char>& removed, bool sort);
/// Every column of the bodies in that order.
void rearrange(state::Bodies& bodies, const std::vector<state::Slot>& order);

}  // namespace scree::contact
