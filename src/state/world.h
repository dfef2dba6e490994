// All bodies, walls and the box: what a state of the simulation is, but for the contacts.
#pragma once

#include <array>
#include <vector>

#include "state/body.h"
#include "state/cell.h"
#include "state/columns.h"
#include "state/orientation.h"

namespace scree::state {

/// Bodies in columns. Column i of each belongs to slot i.
struct Bodies {
  Column<BodyLine> lines;
  Column<LoadLine> loads;             ///< of contacts at the end of the last step of Stepper::advance
  Column<LeadLine> leads;             ///< empty unless the stepper synchronises velocities
  std::vector<Orientation> orientations;  ///< empty unless somebody wants them: no law of spheres reads them
  std::vector<double> mass, inertia;  ///< also of locked bodies [kg], [kg m^2]
  std::vector<std::array<std::int32_t, 3>> turns;  ///< whole boxes that the stored position is short of the unwrapped one

  std::size_t size() const { return lines.size(); }
  /// Where the body would be if it had never been put back into the box.
  Vec3d unwrapped(std::size_t i, const Cell& cell) const {
    return lines[i].position() + Vec3d{turns[i][0] * cell.length.x, turns[i][1] * cell.length.y, turns[i][2] * cell.length.z};
  }
};

/// A plane that moves at a constant velocity; bodies are on the side of the normal.
struct Wall {
  Vec3d point, normal, velocity;
  Vec3d listed_point;  ///< when the Verlet list was made
  std::uint16_t material = 0;
  LoadLine load{};     ///< of the bodies on the wall, at the last evaluation
};

struct World {
  Bodies bodies;
  std::vector<Wall> walls;
  Cell cell;
  Vec3d gravity;
  double time = 0.0;
  Id next_id = 1;
};

}  // namespace scree::state
