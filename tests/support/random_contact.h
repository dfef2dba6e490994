// Random parameters of any law, and random states of one contact.
#pragma once

#include <cmath>
#include <map>
#include <utility>
#include <variant>
#include <vector>

#include "law/all.h"
#include "support/scenes.h"

namespace scree::test {

/// Valid parameters for any law, by its `fields`: required ones, one of each group (or none, where that is allowed),
/// choices of all kinds, and the parameters that these need.
template <class L>
typename L::Params random_params(Random& random) {
  typename L::Params params{};
  const auto give = [&](const auto& field) {
    if (const auto* number = std::get_if<double L::Params::*>(&field.member))
      params.** number = field.range == Range::fraction ? random.uniform(0.05, 1.0) : log_uniform(random, 0.1, 10.0);
    else
      params.*std::get<int L::Params::*>(field.member) =
          static_cast<int>(random.uniform(0.0, static_cast<double>(field.choices.size())));
  };
  std::map<std::string_view, int> size, chosen;
  const auto in_group = [](const auto& field) { return field.need == Need::one_of || field.need == Need::at_most_one; };
  const auto partner_lacks = [&](const auto& field) {  // the alternative to what this one needs was chosen
    for (const auto& other : L::fields)
      if (!field.only_with.empty() && other.name == field.only_with && other.only_with.empty())
        if (const auto* number = std::get_if<double L::Params::*>(&other.member)) return !is_set(params.**number);
    return false;
  };
  for (const auto& field : L::fields)
    if (in_group(field)) ++size[field.group];
  for (const auto& field : L::fields)
    if (field.need == Need::at_most_one && chosen[field.group]++ == 0) ++size[field.group];  // or none of them
  for (const auto& [group, count] : size) chosen[group] = static_cast<int>(random.uniform(0.0, count));
  for (const auto& field : L::fields) {
    const bool word = field.need == Need::optional && !field.choices.empty() && field.only_with.empty();
    const bool wanted = word || field.need == Need::required || (in_group(field) && chosen[field.group]-- == 0);
    if (!wanted || (field.need == Need::at_most_one && partner_lacks(field))) continue;
    give(field);
    for (const auto& other : L::fields)
      if (!field.only_with.empty() && field.need != Need::at_most_one && other.name == field.only_with) give(other);
  }
  for (const auto& field : L::fields)
    for (const auto& other : L::fields) {
      if (field.not_below.empty() || field.not_below != other.name) continue;
      double &more = params.*std::get<double L::Params::*>(field.member),
             &less = params.*std::get<double L::Params::*>(other.member);
      if (more < less) std::swap(more, less);
    }
  return params;
}

/// One step of a contact.
struct Moment {
  law::ContactGeometry<double> geometry;
  law::Motion<double> motion;
  law::NormalLoad<double> normal_load;
};
/// One contact between two spheres of radii around 1 and masses around 1; a third of the states slips. What kinematics
/// `tracked` adds is there too: paths, and curvatures of spheres, planes and cups.
struct State : Moment {
  std::vector<Moment> past;  ///< the steps before, of which histories come; none: the contact is new
};
inline State random_state(Random& random) {
  State s{};
  const Vec3d n = direction(random);
  const double ra = log_uniform(random, 0.3, 3), rb = log_uniform(random, 0.3, 3);
  s.geometry = {n, log_uniform(random, 1e-3, 0.3), ra * rb / (ra + rb), min(ra, rb), log_uniform(random, 0.1, 3)};
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
  s.normal_load = {force, abs(force), log_uniform(random, 0.01, 1), 0, 0, force};
  const double kind = random.uniform();
  s.geometry.curvature_a = 1.0 / ra, s.geometry.curvature_b = kind < 0.2 ? 0.0 : kind < 0.3 ? -0.7 / ra : 1.0 / rb;
  s.geometry.pair_mass = log_uniform(random, 0.1, 3), s.geometry.roll_inertia = log_uniform(random, 0.1, 3);
  s.geometry.spin_inertia = log_uniform(random, 0.1, 3);
  s.motion.path_rate_a = tangent(1), s.motion.path_rate_b = tangent(1);
  s.motion.path_a = s.motion.step * s.motion.path_rate_a, s.motion.path_b = s.motion.step * s.motion.path_rate_b;
  // Steps of up to the length of a stretch at the limit, under normals at a small angle to the current one.
  const int steps = static_cast<int>(random.uniform(0.0, 6.0));
  for (int k = 0; k < steps; ++k) {
    Moment m = s;
    const double size = log_uniform(random, 3e-2, 2), step = log_uniform(random, 1e-1, 1), rate = 1.0 / step;
    m.geometry.normal = n + 0.1 * tangent(1), m.geometry.normal = (1.0 / norm(m.geometry.normal)) * m.geometry.normal;
    const auto along = [&] {
      const Vec3d v = vector(random, size);
      return v - dot(v, m.geometry.normal) * m.geometry.normal;
    };
    m.geometry.overlap = log_uniform(random, 1e-3, 0.3);
    const double press = random.uniform(-0.3, 3);
    m.normal_load = {press, abs(press), log_uniform(random, 0.01, 1), 0, 0, press};
    m.motion.step = step, m.motion.separation = random.uniform(-0.1, 0.1) * rate,
    m.motion.separation_step = step * m.motion.separation;
    m.motion.slide_step = along(), m.motion.roll_step = along(), m.motion.spin_step = random.uniform(-size, size);
    m.motion.path_a = along(), m.motion.path_b = along();
    m.motion.slide_rate = rate * m.motion.slide_step, m.motion.roll_rate = rate * m.motion.roll_step,
    m.motion.spin_rate = rate * m.motion.spin_step;
    m.motion.path_rate_a = rate * m.motion.path_a, m.motion.path_rate_b = rate * m.motion.path_b;
    s.past.push_back(m);
  }
  return s;
}

/// The history that a law has of the past of a state. Kinematics `tracked` turns vectors into the tangent plane before
/// a law sees them, so laws that need it see no normal that leans.
template <class L>
typename L::template History<double> history_of(const typename L::Constants& constants, const State& s) {
  typename L::template History<double> history{};
  for (Moment m : s.past) {
    if (law::needs_tracked<L>()) {
      const Vec3d n = m.geometry.normal = s.geometry.normal;
      for (Vec3d* v : {&m.motion.slide_rate, &m.motion.slide_step, &m.motion.roll_rate, &m.motion.roll_step,
                       &m.motion.path_a, &m.motion.path_b, &m.motion.path_rate_a, &m.motion.path_rate_b})
        *v = *v - dot(*v, n) * n;
    }
    (void)L::respond(constants, m.geometry, m.motion, m.normal_load, history);
  }
  return history;
}

}  // namespace scree::test
