// Volume, principal moments and bounding radius of solid bodies of uniform density. Moments are given per unit mass
// (squared radii of gyration); the moments of a body are its mass times these, for a given density or a given mass.
#pragma once

#include <cmath>
#include <numbers>

#include "base/vec3.h"

namespace scree::shape {

struct Solid {
  double volume;           ///< [m^3]
  Vec3d moment;            ///< principal moments per unit mass, about the body's axes [m^2]
  double bounding_radius;  ///< of the smallest sphere about the centre that contains the body [m]
};

/// Moments 2/5 R^2.
inline Solid solid_sphere(double radius) {
  const double moment = 0.4 * radius * radius;
  return {4.0 * std::numbers::pi / 3.0 * radius * radius * radius, {moment, moment, moment}, radius};
}

/// Moments (b^2 + c^2) / 5 and cyclic permutations: the integral of y^2 over the unit ball is a fifth of its volume
/// and scales with b^2.
inline Solid solid_ellipsoid(const Vec3d& semi_axes) {
  const double a = semi_axes.x, b = semi_axes.y, c = semi_axes.z;
  return {4.0 * std::numbers::pi / 3.0 * a * b * c,
          {(b * b + c * c) / 5, (c * c + a * a) / 5, (a * a + b * b) / 5},
          std::fmax(a, std::fmax(b, c))};
}

/// Moments (h_y^2 + h_z^2) / 3 and cyclic permutations: the mean of y^2 over [-h, h] is h^2 / 3.
inline Solid solid_box(const Vec3d& half) {
  const double a = half.x, b = half.y, c = half.z;
  return {8.0 * a * b * c,
          {(b * b + c * c) / 3, (c * c + a * a) / 3, (a * a + b * b) / 3},
          std::sqrt(a * a + b * b + c * c)};
}

}  // namespace scree::shape
