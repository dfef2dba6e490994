// Properties that a law declares (law/contract.h), as the property tests read them.
#pragma once

#include <array>
#include <utility>

#include "support/random_contact.h"

namespace scree::test {

using law::FrictionLaw, law::Limit, law::Linear, law::Mode, law::SlideLaw, law::SpinLaw;

template <class L>
constexpr bool k_caps_spring_alone = requires {
  L::caps_spring_alone;
};
template <class L>
bool shortens_spring(const typename L::Constants& c) {
  if constexpr (requires { L::shortens_spring(c); }) return L::shortens_spring(c);
  return false;
}
/// The limits that the parameters promise for |load|.
template <class L>
Limit limit_of(const typename L::Params& p, const State& s) {
  const double n = s.normal_load.magnitude;
  if constexpr (requires { L::limit(p, s.geometry, s.normal_load); }) {
    return L::limit(p, s.geometry, s.normal_load);
  } else if constexpr (SlideLaw<L>) {
    const law::SlideLimit limit = L::rigid_limit(p);
    return {limit.at_rest * n, limit.moving * n};
  } else {
    const law::TorqueLimit limit = *L::rigid_limit(p);
    return {limit.at_rest.at(s.geometry) * n, limit.moving.at(s.geometry) * n};
  }
}
/// The same parameters with every dashpot empty: the first of them 0, its alternatives not given.
template <class L>
typename L::Params without_dashpots(typename L::Params params) {
  double left = 0.0;
  for (const auto& field : L::fields)
    if (field.name.starts_with("damping"))
      params.*std::get<double L::Params::*>(field.member) = std::exchange(left, k_unset);
  return params;
}
/// Modes of the springs on a and b; none where the history does not store them.
template <class L, class H>
std::array<Mode, 2> modes_of(H history) {
  std::array<Mode, 2> modes{};
  if constexpr (requires { L::mode(history); }) {
    modes[0] = law::mode_of(L::mode(history)), history.swap_roles();
    modes[1] = law::mode_of(L::mode(history));
  }
  return modes;
}

/// A spring as the energy of a step sees it.
struct Consumed {
  Vec3d stretch, step, rate;  ///< what the history holds, and what it consumes
};
template <class L, class H>
std::array<Consumed, 2> springs_of(const typename L::Constants& c, const State& s, const H& history) {
  const law::SpringState spring = L::spring(c, history);
  const law::Motion<double>& m = s.motion;
  if constexpr (SlideLaw<L>)
    return {{{spring.stretch, m.slide_step, m.slide_rate}, {}}};
  else if constexpr (SpinLaw<L>)
    return {{{{spring.angle, 0, 0}, {m.spin_step, 0, 0}, {m.spin_rate, 0, 0}}, {}}};
  else if constexpr (FrictionLaw<L, law::RollLoad<double>>)
    return {{{spring.stretch, m.roll_step, m.roll_rate}, {}}};
  else
    return {{{spring.stretch, s.geometry.curvature_a * m.path_a, s.geometry.curvature_a * m.path_rate_a},
             {spring.stretch_b, s.geometry.curvature_b * m.path_b, s.geometry.curvature_b * m.path_rate_b}}};
}
/// Stiffness and damping on that stretch; `linear` gives torsion for rolling, and laws that roll on each body by itself
/// have springs of angles.
template <class L>
Linear on_stretch(const typename L::Constants& c, const law::ContactGeometry<double>& geometry,
                  const law::NormalLoad<double>& pressed) {
  const Linear l = L::linear(c, geometry, pressed);
  const double r2 = FrictionLaw<L, law::RollLoad<double>> ? geometry.radius * geometry.radius : 1.0;
  return {l.stiffness / r2, l.damping / r2};
}

}  // namespace scree::test
