// Joints, motors and brakes as rows of the step's problem. [TasoraAnitescu2013, eq. 37-42; docs/specs/tasora.md, 1.2
// and 6]
//
//   a joint keeps Psi(q, t) = 0:  D^T v+ + Psi/h + dPsi/dt = 0, its impulse free. Psi/h takes back in this step what
//       drifted in the last.
//   a motor:  D^T v+ - (mean of the wanted velocity over the step) = 0, its impulse within +-h limit; free if there is
//       no limit.
//   a brake:  the same with a wanted velocity of 0: it holds up to its limit, and slides at its limit. (The seal of
//       6.2.)
//
// Rows are exact derivatives of Psi where the bodies stand at the start of the step. A point that goes round a joint at
// the spin w in a circle of radius r therefore drifts by h^2 w^2 r / 2 a step, and stays there: what one step adds the
// next takes back. Motors drive velocities; a limit that was reached, or the solver's tolerance, leaves a path that is
// not made good later.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "solve/problem.h"
#include "state/slot_of_id.h"

namespace scree::step {

/// Whose row it is: index in World::joints or in World::drives.
struct RowOwner {
  enum class Kind : std::uint8_t { joint, drive };
  Kind kind;
  std::uint32_t index;
};

/// Append the rows of all joints, then of all drives, for the step from `time` to `time + step`; `owners` gets as many
/// entries as `rows`. A body's index in the problem is its slot; the world's is `world_body`. What was fastened to a
/// body that has been taken out is gone too and gives no rows. Orientations must be kept.
void add_rows(const state::World& world, const state::SlotOfId& slot_of_id, std::uint32_t world_body, double step,
              double time, std::vector<solve::Row>& rows, std::vector<RowOwner>& owners);

/// Impulses of these rows back into the loads of their joints and drives; those without rows get zero.
void keep_loads(state::World& world, std::span<const RowOwner> owners, std::span<const solve::Row> rows,
                std::span<const double> impulses, double step);

/// Pairs of ids that a joint holds together, the smaller one first, sorted; none with the world. Motors and brakes join
/// nothing.
std::vector<std::pair<state::Id, state::Id>> joined_pairs(const state::World& world);

}  // namespace scree::step
