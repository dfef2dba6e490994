// Random ellipsoids and pairs whose contact is known beforehand.
#pragma once

#include <cmath>
#include <cstdint>
#include <numbers>

#include "base/random.h"
#include "shape/ellipsoid.h"
#include "shape/placed_shape.h"

namespace scree::test {

inline constexpr double k_ulp = 2.3e-16;  // of 1, rounded up: 2^-52 = 2.2e-16

inline double gauss(Random& random) {
  return std::sqrt(-2 * std::log(1 - random.uniform())) * std::cos(2 * std::numbers::pi * random.uniform());
}
inline Vec3d unit(const Vec3d& v) { return (1 / norm(v)) * v; }
inline Vec3d random_direction(Random& random) { return unit({gauss(random), gauss(random), gauss(random)}); }
/// A tangent at right angles to n.
inline Vec3d random_tangent(Random& random, const Vec3d& n) { return unit(cross(n, random_direction(random))); }

struct Turn {
  double w, x, y, z;                        // unit quaternion
  Vec3d operator()(const Vec3d& v) const {  // q v q*, without a matrix: v + 2 w (u x v) + 2 u x (u x v)
    const Vec3d u{x, y, z}, c = cross(u, v);
    return v + (2 * w) * c + 2.0 * cross(u, c);
  }
};
inline Turn random_turn(Random& random) {
  const double w = gauss(random), x = gauss(random), y = gauss(random), z = gauss(random);
  const double s = 1 / std::sqrt(w * w + x * x + y * y + z * z);
  return {s * w, s * x, s * y, s * z};
}
inline Turn turn_about(const Vec3d& axis, double angle) {
  const double s = std::sin(0.5 * angle);
  return {std::cos(0.5 * angle), s * axis.x, s * axis.y, s * axis.z};
}
inline shape::Ellipsoid<double> ellipsoid(const Turn& t, const Vec3d& semi_axes) {
  return shape::make_ellipsoid(t.w, t.x, t.y, t.z, semi_axes);
}
inline shape::Ellipsoid<double> turned(const Turn& t, shape::Ellipsoid<double> e) {
  for (Vec3d& axis : e.axis) axis = t(axis);
  return e;
}

/// Between 1 and 10; often one of these, so that discs, needles and spheres come up.
inline double random_semi_axis(Random& random) {
  const double kind = random.uniform();
  return kind < 0.2 ? 1.0 : kind < 0.4 ? 10.0 : std::pow(10.0, random.uniform());
}
inline Vec3d random_semi_axes(Random& random) {
  const double a = random_semi_axis(random), b = random_semi_axis(random), c = random_semi_axis(random);
  return {a, b, c};
}
/// Any orientation; half axes as above.
inline shape::PlacedShape random_shape(Random& random, shape::BodyShape kind) {
  const Turn q = random_turn(random);
  const Vec3d half = random_semi_axes(random);
  return {kind, kind == shape::BodyShape::sphere ? Vec3d{half.x, half.x, half.x} : half,
          shape::body_axes(q.w, q.x, q.y, q.z)};
}
inline double smallest(const shape::Ellipsoid<double>& e) {
  return std::sqrt(min(e.square[0], min(e.square[1], e.square[2])));
}
inline double largest(const shape::Ellipsoid<double>& e) {
  return std::sqrt(max(e.square[0], max(e.square[1], e.square[2])));
}
/// c^2 / a: no radius of curvature is smaller.
inline double min_radius(const shape::Ellipsoid<double>& e) { return smallest(e) * smallest(e) / largest(e); }

/// Two ellipsoids that touch at a known point. The points with normals n and -n, brought to a distance of -overlap
/// along n, have a common normal by construction; with an overlap below the sum of the least radii of curvature that is
/// the contact (ellipsoids_meet.h).
struct Pair {
  shape::Ellipsoid<double> a, b;
  Vec3d normal, apart;
  double overlap;
  double size() const { return largest(a) + largest(b); }
};
inline Pair pair_touching(const shape::Ellipsoid<double>& a, const shape::Ellipsoid<double>& b, const Vec3d& normal,
                          double overlap) {
  return {a, b, normal, shape::support_arm(a, normal) + shape::support_arm(b, normal) - overlap * normal, overlap};
}

/// Of four kinds: a normal of any direction (so mostly flats); one that is even over the surface of a or of b (so tips
/// and edges as well); one along an axis of a, with b turned anyhow or aligned. Axis ratios up to 1:10, overlaps from
/// 1e-9 to 5 % of the smallest semi-axis.
inline Pair random_pair(std::uint64_t seed, std::uint64_t which) {
  Random random(seed, which);
  const auto a = ellipsoid(random_turn(random), random_semi_axes(random));
  auto b = ellipsoid(random_turn(random), random_semi_axes(random));
  Vec3d n = random_direction(random);
  const auto even_over = [&](const shape::Ellipsoid<double>& e) {
    Vec3d m{};
    for (int k = 0; k < 3; ++k) m += (dot(e.axis[k], n) / std::sqrt(e.square[k])) * e.axis[k];
    return unit(m);
  };
  switch (which % 4) {
    case 1: n = even_over(a); break;
    case 2: n = even_over(b); break;
    case 3:
      n = a.axis[which / 4 % 3];
      if (which / 12 % 2)
        for (int k = 0; k < 3; ++k) b.axis[k] = a.axis[k];
      break;
    default: break;
  }
  const double overlap = min(smallest(a), smallest(b)) * std::pow(10.0, random.uniform(-9.0, std::log10(0.05)));
  return pair_touching(a, b, n, overlap);
}

}  // namespace scree::test
