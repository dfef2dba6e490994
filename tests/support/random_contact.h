// Random parameters of any law, and random states of one contact.
#pragma once

#include <map>
#include <variant>

#include "law/all.h"
#include "support/scenes.h"

namespace scree::test {

/// Valid parameters for any law, by its `fields`: required ones, one of each group, and what these need beside them.
template <class L>
typename L::Params random_params(Random& random) {
  typename L::Params params{};
  const auto give = [&](const auto& field) {
    if (const auto* number = std::get_if<double L::Params::*>(&field.member))
      params.**number = field.range == Range::fraction ? random.uniform(0.05, 1.0) : log_uniform(random, 0.1, 10.0);
    else
      params.*std::get<int L::Params::*>(field.member) = static_cast<int>(random.uniform(0.0, static_cast<double>(field.words.size())));
  };
  std::map<std::string_view, int> size, chosen;
  for (const auto& field : L::fields)
    if (field.need == Need::one_of) ++size[field.group];
  for (const auto& [group, count] : size) chosen[group] = static_cast<int>(random.uniform(0.0, count));
  for (const auto& field : L::fields) {
    const bool wanted = field.need == Need::required || (field.need == Need::one_of && chosen[field.group]-- == 0);
    if (!wanted) continue;
    give(field);
    for (const auto& other : L::fields)
      if (!field.only_with.empty() && other.name == field.only_with) give(other);
  }
  return params;
}

/// One contact between two spheres of radii around 1 and masses around 1; a third of the states slips.
struct State {
  law::Touch<double> touch;
  law::Motion<double> motion;
  law::Pressed<double> pressed;
  Vec3d stretch;  ///< for histories of vectors; leans a little out of the tangent plane
  double angle;   ///< for histories of angles
};
inline State random_state(Random& random) {
  State s{};
  const Vec3d n = direction(random);
  const double ra = log_uniform(random, 0.3, 3), rb = log_uniform(random, 0.3, 3);
  s.touch = {n, log_uniform(random, 1e-3, 0.3), ra * rb / (ra + rb), min(ra, rb), log_uniform(random, 0.1, 3)};
  const auto tangent = [&](double size) {
    const Vec3d v = vector(random, size);
    return v - dot(v, n) * n;
  };
  s.motion.step = log_uniform(random, 1e-3, 1e-1);
  s.motion.separation = random.uniform(-1, 1);
  s.motion.separation_step = s.motion.step * s.motion.separation;
  s.motion.slide_rate = tangent(1), s.motion.roll_rate = tangent(1), s.motion.spin_rate = random.uniform(-1, 1);
  s.motion.slide_step = s.motion.step * (s.motion.slide_rate + tangent(0.1));
  s.motion.roll_step = s.motion.step * (s.motion.roll_rate + tangent(0.1));
  s.motion.spin_step = s.motion.step * (s.motion.spin_rate + random.uniform(-0.1, 0.1));
  const double force = random.uniform(-0.3, 3);
  s.pressed = {force, abs(force), log_uniform(random, 0.01, 1), 0, 0};
  s.stretch = tangent(1) + random.uniform(-0.1, 0.1) * n;
  s.angle = random.uniform(-1, 1);
  return s;
}

/// A history of a law from a state, and its numbers times a factor.
template <class L>
typename L::template History<double> history_of(const State& s) {
  typename L::template History<double> history{};
  if constexpr (requires { history.stretch; }) history.stretch = s.stretch;
  if constexpr (requires { history.angle; }) history.angle = s.angle;
  return history;
}

}  // namespace scree::test
