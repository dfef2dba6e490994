// Near points between bodies and between bodies and walls: all pairs that can touch within a time step, found before
// they touch. The stepper `nonsmooth` builds its contact problem from them.
//
// The search distance of each body is the distance that this body can move in the step, so that one fast body does not
// enlarge the search of the others. There is no persistent list: steps are long, and a search costs little compared
// with the solution of the contact problem.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "shape/near_points.h"
#include "state/world.h"

namespace scree::contact {

/// Identifies a contact from step to step: the ids of the bodies (the lower one first), or one id and the number of a
/// wall; which point of the pair; which image.
struct NearKey {
  state::Id a{}, b{};
  std::uint32_t which = 0;  ///< wall << 16 | image << 8 | feature
  friend auto operator<=>(const NearKey&, const NearKey&) = default;
};

/// Walls are numbered consecutively: planes, planes on bodies, cylinders.
inline constexpr std::uint32_t k_no_wall = ~std::uint32_t{0};

struct Near {
  NearKey key;
  /// b: the other body, or the body that the plane is fixed to; not used at other walls
  state::Slot a = 0, b = 0;
  std::uint32_t wall = k_no_wall;
  /// arms from the centres; at a wall that is not on a body, arm_b is measured from the wall's point
  shape::NearPoint point;
  double radius = 0.0;          ///< effective radius, from the curvatures at the point [m]
  double smaller_radius = 0.0;  ///< [m]
  std::uint16_t material_a = 0, material_b = 0;
};

/// Distances that bodies and walls can move in the step.
struct Reach {
  std::vector<double> ways;    ///< largest displacement of each body, by slot [m]
  std::vector<Vec3d> spins{};  ///< of each body, by slot; empty unless bodies have planes [rad/s]
  double step = 0.0;           ///< time during which walls move [s]
};

class NearSearch {
 public:
  /// `joined`: pairs of ids connected by a joint, which are left out; sorted, the smaller id first.
  explicit NearSearch(std::vector<std::pair<state::Id, state::Id>> joined) : joined_(std::move(joined)) {}

  /// All near points whose gap is below the sum of the two displacements [m], ordered by slot. Pairs of two fixed
  /// bodies are left out.
  std::vector<Near> find(const state::World& world, const Reach& reach) const;
  /// Number of near points, in all searches so far, whose geometry did not converge to the tolerance.
  std::int64_t unconverged() const { return unconverged_; }

 private:
  std::vector<std::pair<state::Id, state::Id>> joined_;
  mutable std::int64_t unconverged_ = 0;
};

}  // namespace scree::contact
