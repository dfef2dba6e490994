// Contact of two ellipsoids. A sphere is an ellipsoid with equal axes.
//
// The contact is defined by the least separating translation. With h the support function (shape/ellipsoid.h),
// d = x_a - x_b and n from b to a,
//   f(n) = d.n - h_a(n) - h_b(n)
// is the gap between the two supporting planes of normal n, one of each body, that face each other. Its maximum over
// all unit n is the distance if the bodies do not overlap, and minus the overlap if they do: the translation of a by
// overlap n is the shortest one that separates them. At that n the points C_a = x_a - arm of a at n and C_b = x_b + arm
// of b at n satisfy C_a - C_b = f n: both lie on one common normal.
//
// Why the search is reliable:
// * Any n with f(n) >= 0 proves that the bodies do not overlap.
// * On the unit sphere the second derivative of f is -(rho_a + rho_b) + overlap, with rho the radii of curvature in the
//   tangent plane. All radii of curvature of an ellipsoid are at least c^2 / a (c the smallest, a the largest
//   semi-axis). Let r be the sum of the two bounds. A ball of radius r rolls freely inside the sum of a and the
//   mirrored b [Blaschke1916], and -f is the depth of the origin below the tangent plane n of that sum. So at a
//   stationary n with an overlap below r, the ball of radius `overlap` about the origin lies within the rolling ball,
//   hence within the sum. Therefore no separating translation is shorter, and any stationary point with an overlap
//   below r is the contact, independent of the start of the search.
// * For overlaps above r there may be several local maxima. Then the search runs from about ten starts and returns the
//   largest maximum found.
#pragma once

#include "shape/ellipsoid.h"

namespace scree::shape {

struct EllipsoidContact {
  Vec3d normal;      ///< unit, from b to a
  Vec3d arm_a;       ///< from x_a to C_a [m]
  Vec3d arm_b;       ///< from x_b to C_b [m]
  double overlap;    ///< -f(normal); its round-off error is some ulps of the body size, not of the overlap [m]
  bool overlapping;  ///< overlap > 0
  /// True if the result is valid. If the gap exceeds the margin: `normal` separates the bodies and is suitable as the
  /// next `start`; it need not be the direction of the shortest distance, so -overlap is a lower bound of the distance,
  /// at least the margin. Otherwise: f is stationary within the tolerance and the global maximum (for an overlap above
  /// r: the largest local maximum found).
  bool converged;
  int iterations;   ///< Newton steps plus steps of the search for a start
  double residual;  ///< |C_a - C_b| across the normal [m]
};

/// `apart` = x_a - x_b. `start`: the normal of the previous evaluation; zero if there is none. Gaps below `margin`
/// are computed as accurately as overlaps: where f is positive it has a single stationary point, the distance.
EllipsoidContact ellipsoids_meet(const Ellipsoid<double>& a, const Ellipsoid<double>& b, const Vec3d& apart,
                                 const Vec3d& start = {}, double margin = 0.0);

/// True if the ellipsoids overlap, by the criterion of [PerramWertheim1985]; does not compute the contact.
bool ellipsoids_touch(const Ellipsoid<double>& a, const Ellipsoid<double>& b, const Vec3d& apart);

}  // namespace scree::shape
