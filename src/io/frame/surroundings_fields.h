// The fields for friction, walls and weight in files of contacts, in one list for the writer and the reader.
#pragma once

#include "sim/views.h"

namespace scree::io {

/// The friction limits of one contact rule as plain numbers; NaN where its law defines no limit.
struct FrictionRow {
  std::uint8_t slides = 0, rolls = 0, spins = 0;           ///< 1 if the rule has a law for this stage
  double slide_at_rest = k_unset, slide_moving = k_unset;  ///< limit of the force / normal force
  /// limit of the torque / normal force = x R_eff + y smaller radius + z
  Vec3d roll_at_rest{k_unset, 0, 0}, roll_moving{k_unset, 0, 0};
  Vec3d spin_at_rest{k_unset, 0, 0}, spin_moving{k_unset, 0, 0};
};

/// Calls field(name, unit, member). `Row` is FrictionRow, const or not.
template <class Row, class Visitor>
void each_friction_field(Row&& r, Visitor&& field) {
  field("rule_slides", "1", r.slides);
  field("rule_rolls", "1", r.rolls);
  field("rule_spins", "1", r.spins);
  field("rule_slide_limit", "1", r.slide_at_rest);
  field("rule_slide_limit_moving", "1", r.slide_moving);
  field("rule_roll_limit", "1, 1, m", r.roll_at_rest);
  field("rule_roll_limit_moving", "1, 1, m", r.roll_moving);
  field("rule_spin_limit", "1, 1, m", r.spin_at_rest);
  field("rule_spin_limit_moving", "1, 1, m", r.spin_moving);
}

template <class Plane, class Visitor>
void each_plane_field(Plane&& p, Visitor&& field) {
  field("plane_point", "m", p.point);
  field("plane_normal", "1", p.normal);
}

inline FrictionRow row_of(const sim::FrictionLimits& limits) {
  const auto vector = [](const law::LimitLength& l) { return Vec3d{l.per_radius, l.per_smaller, l.fixed}; };
  FrictionRow row{.slides = limits.slides, .rolls = limits.rolls, .spins = limits.spins};
  if (limits.slide) row.slide_at_rest = limits.slide->at_rest, row.slide_moving = limits.slide->moving;
  if (limits.roll) row.roll_at_rest = vector(limits.roll->at_rest), row.roll_moving = vector(limits.roll->moving);
  if (limits.spin) row.spin_at_rest = vector(limits.spin->at_rest), row.spin_moving = vector(limits.spin->moving);
  return row;
}

inline sim::FrictionLimits limits_of(const FrictionRow& row) {
  const auto torque = [](const Vec3d& rest, const Vec3d& moving) {
    return law::TorqueLimit{{rest.x, rest.y, rest.z}, {moving.x, moving.y, moving.z}};
  };
  sim::FrictionLimits limits{.slides = row.slides != 0, .rolls = row.rolls != 0, .spins = row.spins != 0};
  if (is_set(row.slide_at_rest)) limits.slide = law::SlideLimit{row.slide_at_rest, row.slide_moving};
  if (is_set(row.roll_at_rest.x)) limits.roll = torque(row.roll_at_rest, row.roll_moving);
  if (is_set(row.spin_at_rest.x)) limits.spin = torque(row.spin_at_rest, row.spin_moving);
  return limits;
}

}  // namespace scree::io
