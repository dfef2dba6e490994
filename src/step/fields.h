// Forces other than contact forces: drag of a fluid, Magnus force, and near-field forces between bodies.
// [Campello2015, eq. 15-17, Remark 4]
//
//   drag        -c (v - v_fluid)
//   Magnus      S w x v; it does no work
//   near field  step/near_field.h, along the line of centres, for each pair of materials; walls exert none
//
// All forces act at the centre of mass. Pairs for the near field come from a separate Verlet list (search/grid.h) that
// includes periodic images. Each body sums over its own neighbours in the order of their ids. Therefore no two threads
// write to one body, the sum does not depend on when the list was built, and nothing of it has to be saved. Images of a
// body itself are left out, because their forces cancel.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "state/world.h"
#include "step/near_field.h"

namespace scree::step {

struct FieldSettings {
  double drag = 0.0;     ///< c [kg/s]
  Vec3d fluid_velocity;  ///< [m/s]
  double magnus = 0.0;   ///< S [kg]
  std::vector<NearField> near_fields;
  std::vector<std::int32_t> between;  ///< matrix materials x materials of indices into near_fields; negative: none
  int materials = 0;
};

class Fields {
 public:
  Fields() = default;
  explicit Fields(FieldSettings settings);

  bool any() const { return settings_.drag != 0.0 || settings_.magnus != 0.0 || !settings_.near_fields.empty(); }

  /// Rebuild the list if it is stale: bodies were added or removed, or have moved by more than the skin.
  void prepare(const state::World& world);
  /// Force on one body at the present positions, for the given velocity and spin. The list must be up to date.
  Vec3d force_on(const state::World& world, state::Slot slot, const Vec3d& velocity, const Vec3d& spin) const;
  state::LoadLine load_on(const state::World& world, state::Slot slot, const Vec3d& velocity, const Vec3d& spin) const;

  /// Velocities at the time of the positions: those of the body lines, or those plus state::VelocityPrediction.
  enum class Velocities { of_lines, with_predictions };
  /// Write the forces on all bodies to Bodies::field_forces; rebuilds the list if needed. Returns the power that drag
  /// dissipates [W].
  double evaluate(state::World& world, Velocities velocities);

  double potential(const state::World& world) const;  ///< potential energy of the near field [J]
  Vec3d drag_force(const Vec3d& velocity) const { return -settings_.drag * (velocity - settings_.fluid_velocity); }
  /// Power that drag takes from one body; negative if the fluid drives the body [W].
  double drag_power(const Vec3d& velocity) const { return -dot(drag_force(velocity), velocity); }

  std::int64_t pair_count() const { return static_cast<std::int64_t>(neighbours_.size() / 2); }
  std::size_t bytes() const;

 private:
  struct Neighbour {
    state::Slot slot;
    state::ImageFlags image;  ///< edges to add to x_i - x_j of the unwrapped positions
  };
  /// A body when the list was built.
  struct Listed {
    Vec3d position;
    state::ImageFlags image_flags;
    state::Id id;
  };

  bool is_stale(const state::World& world) const;
  void rebuild(const state::World& world);
  const NearField* near_field(int a, int b) const;
  double largest_cutoff(int material) const;
  Vec3d separation(const state::World& world, state::Slot slot, const Neighbour& other) const;

  FieldSettings settings_;
  double skin_ = 0.0;               ///< of the present list [m]
  std::vector<std::size_t> first_;  ///< index of each body's first neighbour; one more entry at the end
  std::vector<Neighbour> neighbours_;
  std::vector<Listed> listed_;
};

}  // namespace scree::step
