// Single contacts and prescribed motions with the numbers of FangNegrut2020, section 4.
#pragma once

#include "law/all.h"

namespace scree::law::paper {

inline constexpr double k_mu_s = 0.25, k_mu_k = 0.2, k_g = 9.8, k_dt = 1e-4;  // A14
inline constexpr Vec3d k_n{0, 0, 1};

inline NormalLoad<double> pressed_by(double force) { return {force, force, 0, 0, 0, force}; }
/// A body of mass m and inertia I on a fixed plane; `radius` 0 is a brick.
inline ContactGeometry<double> on_plane(double m, double inertia, double radius) {
  ContactGeometry<double> geometry{k_n, 1e-6, radius, radius, m};
  geometry.curvature_a = radius > 0.0 ? 1.0 / radius : 0.0;
  geometry.pair_mass = m, geometry.roll_inertia = geometry.spin_inertia = inertia;
  return geometry;
}
inline Motion<double> sliding(double v) {
  Motion<double> motion{};
  motion.slide_rate = {v, 0, 0}, motion.slide_step = {k_dt * v, 0, 0}, motion.step = k_dt;
  return motion;
}
inline Motion<double> rolling(const Vec3d& path_a, const Vec3d& path_b) {
  Motion<double> motion{};
  motion.path_a = path_a, motion.path_b = path_b, motion.step = k_dt;
  motion.path_rate_a = (1.0 / k_dt) * path_a, motion.path_rate_b = (1.0 / k_dt) * path_b;
  return motion;
}
inline Motion<double> spinning(double w) {
  Motion<double> motion{};
  motion.spin_rate = w, motion.spin_step = k_dt * w, motion.step = k_dt;
  return motion;
}

}  // namespace scree::law::paper
