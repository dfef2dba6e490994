// Where bodies and walls are near each other: every pair that can touch within a time step, before it does. The stepper
// `nonsmooth` lives by it.
//
// Each body is searched for with its own reach, the way it may go in the step, so that one fast body does not make all
// the others look far. There is no list that lasts: steps are long, and a search costs little beside a solution.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "shape/near_points.h"
#include "state/world.h"

namespace scree::contact {

/// Names a contact from step to step: ids of the bodies (the lower one first), or of a body and the number of a wall;
/// which point of the pair; through which image.
struct NearKey {
  state::Id a{}, b{};
  std::uint32_t which = 0;  ///< wall << 16 | image << 8 | feature
  friend auto operator<=>(const NearKey&, const NearKey&) = default;
};

/// Walls are numbered through: planes, carried planes, cylinders.
inline constexpr std::uint32_t k_no_wall = ~std::uint32_t{0};

struct Near {
  NearKey key;
  /// b: the other body, or the one that carries the plane; of no meaning at other walls
  state::Slot a = 0, b = 0;
  std::uint32_t wall = k_no_wall;
  /// arms from the centres; at a wall that no body carries arm_b is from the wall's point
  shape::NearPoint point;
  double radius = 0.0;          ///< effective, of the curvatures at the point [m]
  double smaller_radius = 0.0;  ///< [m]
  std::uint16_t material_a = 0, material_b = 0;
};

/// How far to look.
struct Reach {
  std::vector<double> ways;    ///< of each body, by slot [m]
  std::vector<Vec3d> spins{};  ///< of each body, by slot, if bodies carry planes [rad/s]
  double step = 0.0;           ///< how long walls go on moving [s]
};

class NearSearch {
 public:
  /// Pairs of ids that a joint holds together are left out; sorted, the smaller id first.
  explicit NearSearch(std::vector<std::pair<state::Id, state::Id>> joined) : joined_(std::move(joined)) {}

  /// All near points with a gap below the sum of the two reaches [m], ordered by slot. Between two bodies of which
  /// neither can move there are none.
  std::vector<Near> find(const state::World& world, const Reach& reach) const;
  /// Near points whose geometry was not found to the tolerance, in all searches.
  std::int64_t unconverged() const { return unconverged_; }

 private:
  std::vector<std::pair<state::Id, state::Id>> joined_;
  mutable std::int64_t unconverged_ = 0;
};

}  // namespace scree::contact
