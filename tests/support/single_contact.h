// Prescribed motions of one contact, and the damping ratio of a linear spring, for tests of laws.
#pragma once

#include <cmath>
#include <numbers>

#include "base/vec3.h"
#include "law/contract.h"

namespace scree::test {

/// Sliding at a constant rate [m/s] for one step [s].
inline law::Motion<double> sliding(const Vec3d& rate, double step) {
  law::Motion<double> motion{};
  motion.slide_rate = rate, motion.slide_step = step * rate, motion.step = step;
  return motion;
}
/// Relative spin w = w_a - w_b [rad/s] at a contact of effective radius `radius`, as kinematics turns it into rates.
inline law::Motion<double> turning(const Vec3d& w, const Vec3d& normal, double radius, double step) {
  law::Motion<double> motion{};
  motion.roll_rate = radius * cross(w, normal), motion.roll_step = step * motion.roll_rate;
  motion.spin_rate = dot(w, normal), motion.spin_step = step * motion.spin_rate;
  motion.step = step;
  return motion;
}
/// Of a linear spring and dashpot with restitution e: -ln e / sqrt(pi^2 + ln^2 e).
inline double damping_ratio(double e) { return -std::log(e) / std::hypot(std::numbers::pi, std::log(e)); }

}  // namespace scree::test
