// Joints, motors and brakes as rows of the cone complementarity problem of a step. [TasoraAnitescu2013, eq. 37-42;
// docs/specs/tasora.md, 1.2 and 6]
//
//   joint:  Psi(q, t) = 0 becomes D^T v+ + Psi/h + dPsi/dt = 0, with an unlimited impulse. The term Psi/h removes in
//       this step the drift of the last one.
//   motor:  D^T v+ = mean of the wanted velocity over the step, with an impulse within +-h limit, or unlimited.
//   brake:  a motor with a wanted velocity of 0: it holds up to its limit and slides at its limit. (The seal of 6.2.)
//
// The rows are the exact derivatives of Psi at the start of the step. A point that circles a joint with spin w at
// radius r therefore drifts by h^2 w^2 r / 2 in each step; Psi/h removes it in the next, so the drift does not grow.
// Motors control velocities: displacement that is missed because of the limit or of the solver's tolerance is not
// recovered later.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "solve/problem.h"
#include "state/slot_of_id.h"

namespace scree::step {

/// The joint or drive that a row belongs to; `index` is into World::joints or World::drives.
struct RowOwner {
  enum class Kind : std::uint8_t { joint, drive };
  Kind kind;
  std::uint32_t index;
};

/// Append the rows of all joints, then of all drives, for the step from `time` to `time + step`, and to `owners` one
/// entry for each of these rows. The index of a body in the problem is its slot; that of the world is `world_body`.
/// Joints and drives of removed bodies have no rows. The world must store orientations.
void add_rows(const state::World& world, const state::SlotOfId& slot_of_id, std::uint32_t world_body, double step,
              double time, std::vector<solve::Row>& rows, std::vector<RowOwner>& owners);

/// Store the impulses of the rows as loads (impulse / step) of their joints and drives; without rows a load is zero.
void keep_loads(state::World& world, std::span<const RowOwner> owners, std::span<const solve::Row> rows,
                std::span<const double> impulses, double step);

/// Pairs of ids that are connected by a joint, the smaller id first, sorted. Joints with the world, motors and brakes
/// are not included.
std::vector<std::pair<state::Id, state::Id>> joined_pairs(const state::World& world);

}  // namespace scree::step
