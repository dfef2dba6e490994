// What the friction of each contact rule holds: which modes are active, and up to which load.
//
// A mode is active if there is a law and its coefficient reaches a threshold, 0.01 in the paper [Santos2020, II.B]:
// below it friction changes a packing little. The coefficient is that of the paper for two equal spheres of the mean
// diameter d: of sliding mu_s, of rolling limit length / R_eff = limit length / (d/4), of spinning limit length / d. A
// law that cannot tell its limit as a length (law/rigid.h) is active.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "analysis/constraints.h"
#include "sim/views.h"

namespace scree::analysis {

struct FrictionRule {
  Modes active;
  sim::FrictionLimits limits;
};

/// By the index that a contact names (ContactView::model).
std::vector<FrictionRule> friction_rules(std::span<const sim::FrictionLimits> limits, double mean_diameter,
                                         double threshold);

/// Limits of one contact [N], [N m]; unset where they are not known.
struct Limits {
  std::optional<double> slide{}, roll{}, spin{};
};
/// `b` is null at a wall. Torque limits are known between spheres and walls only.
Limits limits_of(const sim::FrictionLimits& rule, const sim::ContactView& contact, const sim::BodyView& a,
                 const sim::BodyView* b);

}  // namespace scree::analysis
