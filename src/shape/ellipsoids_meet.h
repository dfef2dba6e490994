// Where two ellipsoids touch. A sphere is an ellipsoid with equal axes.
//
// The contact is that of the least translation. With h the support function (shape/ellipsoid.h), d = x_a - x_b and n
// from b to a,
//   f(n) = d.n - h_a(n) - h_b(n)
// is the gap between the two planes of normal n that touch the bodies from between. Its largest value over all unit n
// is the distance if the bodies are apart, and minus the overlap if they are not: pushing a by overlap n is the
// shortest way out. At that n the points C_a = x_a - arm of a at n and C_b = x_b + arm of b at n have C_a - C_b = f n:
// one common normal, and the points on it.
//
// What makes it safe:
// * Any n with f(n) >= 0 proves that the bodies do not overlap.
// * On the sphere the second derivative of f is -(rho_a + rho_b) + overlap, rho the radii of curvature in the tangent
//   plane. All radii of
//   an ellipsoid are at least c^2 / a (c the smallest, a the largest semi-axis). Let r be the sum of the two bounds. A
//       ball of radius r
//   rolls freely inside the sum of a and the mirrored b [Blaschke1916], and -f is the depth of the origin under the
//       tangent plane n
//   of that sum. So at a stationary n with an overlap below r, the ball about the origin of radius overlap lies within
//       the rolling ball,
//   hence in the sum: no way out is shorter, and ANY stationary point so shallow is the one sought. From wherever we
//       came.
// * Deeper than r there may be several ways out. Then some ten starts are climbed and the best one is taken.
#pragma once

#include "shape/ellipsoid.h"

namespace scree::shape {

struct EllipsoidMeeting {
  Vec3d normal;    ///< unit, from b to a
  Vec3d arm_a;     ///< from x_a to C_a [m]
  Vec3d arm_b;     ///< from x_b to C_b [m]
  double overlap;  ///< -f(normal); round-off is some ulps of the bodies' size, not of the overlap [m]
  bool touch;      ///< overlap > 0
  /// The answer is the one sought. If farther apart than the margin: `normal` separates the bodies, and is good as the
  /// next `start`; it need not be the direction of the distance, so -overlap is a lower bound of the distance, at least
  /// the margin. If touching or nearer: f is stationary to the tolerance, and largest (deeper than r: a maximum, and
  /// the largest one that was found).
  bool converged;
  int iterations;   ///< steps of Newton's method and of the search for a start, taken together
  double residual;  ///< |C_a - C_b| across the normal [m]
};

/// `apart` = x_a - x_b. `start`: the normal of the last time; zero if there is none. Gaps below `margin` are settled
/// like overlaps: f has no other stationary point where it is positive, so any that is found is the distance.
EllipsoidMeeting ellipsoids_meet(const Ellipsoid<double>& a, const Ellipsoid<double>& b, const Vec3d& apart,
                                 const Vec3d& start = {}, double margin = 0.0);

/// Do they overlap? By the criterion of [PerramWertheim1985], without the contact itself.
bool ellipsoids_touch(const Ellipsoid<double>& a, const Ellipsoid<double>& b, const Vec3d& apart);

}  // namespace scree::shape
