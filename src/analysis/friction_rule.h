// The friction modes of each contact rule that are active, and their limits.
//
// A mode is active if it has a law whose coefficient reaches a threshold, 0.01 in the paper [Santos2020, II.B]: smaller
// coefficients have little effect on a packing. The coefficient is that of the paper for two equal spheres of the mean
// diameter d: mu_s for sliding, limit length / R_eff = limit length / (d/4) for rolling, limit length / d for spinning.
// A law whose limit is not defined by a length (law/rigid.h) is active.
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

/// One rule for each contact rule of the scene, indexed by ContactView::model.
std::vector<FrictionRule> friction_rules(std::span<const sim::FrictionLimits> limits, double mean_diameter,
                                         double threshold);

/// Friction limits of one contact [N], [N m], [N m]; unset if not known.
struct Limits {
  std::optional<double> slide{}, roll{}, spin{};
};
/// `b` is null at a wall. Torque limits are known between spheres and walls only.
Limits limits_of(const sim::FrictionLimits& rule, const sim::ContactView& contact, const sim::BodyView& a,
                 const sim::BodyView* b);

}  // namespace scree::analysis
