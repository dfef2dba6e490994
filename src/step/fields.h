// Forces beyond contact: drag of a fluid, Magnus's force, and near-field forces between bodies. [Campello2015, eq.
// 15-17, Remark 4]
//
//   drag        -c (v - v_fluid)
//   Magnus      S w x v; it does no work
//   near field  step/near_field.h, along the line of centres, by pairs of materials; planes and cylinders have none
//
// All act at the centre. Near pairs come from a Verlet list of their own (search/grid.h), through periodic images. Each
// body sums over its own neighbours, in the order of their ids: no two threads write to one body, and the sum does not
// depend on when the list was made. So nothing of it has to be saved. A body's own images pull it to all sides alike
// and are left out.
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
  std::vector<std::int32_t> between;  ///< materials x materials: index into near_fields; negative: none
  int materials = 0;
};

class Fields {
 public:
  Fields() = default;
  explicit Fields(FieldSettings settings);

  bool any() const { return settings_.drag != 0.0 || settings_.magnus != 0.0 || !settings_.near_fields.empty(); }

  /// Bring the list up to date for the present positions. Cheap if nobody moved far, came or went.
  void prepare(const state::World& world);
  /// On one body at the present positions, with the velocity and spin given. The list must be up to date.
  Vec3d force_on(const state::World& world, state::Slot slot, const Vec3d& velocity, const Vec3d& spin) const;
  state::LoadLine load_on(const state::World& world, state::Slot slot, const Vec3d& velocity, const Vec3d& spin) const;

  /// Which velocities belong to the positions: those of the lines, or these and what they still gain (state::LeadLine).
  enum class Velocities { of_lines, with_leads };
  /// Forces on all bodies into Bodies::field_forces; the list is brought up to date. Returns the power that drag takes
  /// [W].
  double evaluate(state::World& world, Velocities velocities);

  double potential(const state::World& world) const;  ///< of the near field [J]
  Vec3d drag_force(const Vec3d& velocity) const { return -settings_.drag * (velocity - settings_.fluid_velocity); }
  /// that one body loses; negative: the fluid drives it [W]
  double drag_power(const Vec3d& velocity) const { return -dot(drag_force(velocity), velocity); }

  std::int64_t pair_count() const { return static_cast<std::int64_t>(neighbours_.size() / 2); }
  std::size_t bytes() const;

 private:
  struct Neighbour {
    state::Slot slot;
    state::Boxes boxes;  ///< to add to x_i - x_j, both as if they had never been put back into the box
  };
  /// A body when the list was made.
  struct Listed {
    Vec3d position;
    state::Boxes turns;
    state::Id id;
  };

  bool is_stale(const state::World& world) const;
  void rebuild(const state::World& world);
  const NearField* near_field(int a, int b) const;
  double farthest_cutoff(int material) const;
  Vec3d apart(const state::World& world, state::Slot slot, const Neighbour& other) const;

  FieldSettings settings_;
  double skin_ = 0.0;               ///< of the list as it is [m]
  std::vector<std::size_t> first_;  ///< of each body, into neighbours_; one more at the end
  std::vector<Neighbour> neighbours_;
  std::vector<Listed> listed_;
};

}  // namespace scree::step
