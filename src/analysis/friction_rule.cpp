#include "analysis/friction_rule.h"

#include <algorithm>
#include <cmath>

namespace scree::analysis {
namespace {

double length_at(const law::LimitLength& length, double effective_radius, double smaller_radius) {
  law::ContactGeometry<double> touch{};
  touch.radius = effective_radius, touch.smaller_radius = smaller_radius;
  return length.at(touch);
}

/// `coefficient` is used only if the limit of the law is known.
template <class Limit, class F>
bool is_active(bool law, const std::optional<Limit>& limit, double threshold, F coefficient) {
  if (!law || !limit) return law;
  const double value = coefficient(*limit);
  return value > 0.0 && value >= threshold;
}

}  // namespace

std::vector<FrictionRule> friction_rules(std::span<const sim::FrictionLimits> all_limits, double d, double threshold) {
  std::vector<FrictionRule> rules;
  for (const sim::FrictionLimits& limits : all_limits) {
    const auto torque = [&](const law::TorqueLimit& limit) { return length_at(limit.at_rest, d / 4.0, d / 2.0); };
    rules.push_back({{.slide = is_active(limits.slides, limits.slide, threshold,
                                         [](const law::SlideLimit& s) { return s.at_rest; }),
                      .roll = is_active(limits.rolls, limits.roll, threshold,
                                        [&](const law::TorqueLimit& t) { return torque(t) / (d / 4.0); }),
                      .spin = is_active(limits.spins, limits.spin, threshold,
                                        [&](const law::TorqueLimit& t) { return torque(t) / d; })},
                     limits});
  }
  return rules;
}

Limits limits_of(const sim::FrictionLimits& rule, const sim::ContactView& contact, const sim::BodyView& a,
                 const sim::BodyView* b) {
  const double press = std::abs(contact.normal_force);
  Limits limits;
  if (rule.slide) limits.slide = rule.slide->at_rest * press;
  if (a.shape != shape::BodyShape::sphere || (b && b->shape != shape::BodyShape::sphere)) return limits;
  const double radius = b ? a.radius * b->radius / (a.radius + b->radius) : a.radius,
               smaller = b ? std::min(a.radius, b->radius) : a.radius;
  if (rule.roll) limits.roll = length_at(rule.roll->at_rest, radius, smaller) * press;
  if (rule.spin) limits.spin = length_at(rule.spin->at_rest, radius, smaller) * press;
  return limits;
}

}  // namespace scree::analysis
