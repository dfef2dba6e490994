// Geometry of one ellipsoid for contact detection: support function, curvature, and contact with a plane.
//
// With unit axes e_k and semi-axes s_k, A = sum s_k^2 e_k e_k^T and D = A^-1, the surface is x.D x = 1 about the
// centre. Its outward normal at x is D x / |D x|. Inversely, the point with normal n is x = A n / sqrt(n.A n), and
// its height along n, the support function, is h(n) = sqrt(n.A n). A and D are not formed, since sums over the three
// axes need fewer operations. Sources: [FangNegrut2020, sect. 3.1 and 4.5], in the form of specs/fang-negrut.md 1.4.
// Template over a number type R (base/number.h).
#pragma once

#include "base/vec3.h"

namespace scree::shape {

template <class R>
struct Ellipsoid {
  Vec3<R> axis[3];  ///< the body's axes in world coordinates, orthonormal
  R square[3];      ///< squares of the semi-axes [m^2]
};

/// The axes of a body in world coordinates: the columns of the rotation matrix of the unit quaternion (w, x, y, z),
/// body -> world.
template <class R>
struct Axes {
  Vec3<R> axis[3];
};
template <class R>
Axes<R> body_axes(const R& w, const R& x, const R& y, const R& z) {
  const R one(1.0), two(2.0);
  const R xx = x * x, yy = y * y, zz = z * z;
  return {{{one - two * (yy + zz), two * mul_add(x, y, w * z), two * mul_sub(x, z, w * y)},
           {two * mul_sub(x, y, w * z), one - two * (xx + zz), two * mul_add(y, z, w * x)},
           {two * mul_add(x, z, w * y), two * mul_sub(y, z, w * x), one - two * (xx + yy)}}};
}
template <class R>
Ellipsoid<R> make_ellipsoid(const R& w, const R& x, const R& y, const R& z, const Vec3<R>& semi_axes) {
  const Axes<R> body = body_axes(w, x, y, z);
  return {{body.axis[0], body.axis[1], body.axis[2]},
          {semi_axes.x * semi_axes.x, semi_axes.y * semi_axes.y, semi_axes.z * semi_axes.z}};
}

/// Support function h(n) = sqrt(n.A n): largest distance of the surface from the centre along the unit vector n [m].
template <class R>
R support(const Ellipsoid<R>& e, const Vec3<R>& n) {
  const R p = dot(e.axis[0], n), q = dot(e.axis[1], n), r = dot(e.axis[2], n);
  return sqrt(mul_add(e.square[0] * p, p, mul_add(e.square[1] * q, q, e.square[2] * r * r)));
}

/// A n / h(n): from the centre to the point of the surface whose outward normal is the unit vector n [m].
template <class R>
Vec3<R> support_arm(const Ellipsoid<R>& e, const Vec3<R>& n) {
  const R p = dot(e.axis[0], n), q = dot(e.axis[1], n), r = dot(e.axis[2], n);
  const R ap = e.square[0] * p, aq = e.square[1] * q, ar = e.square[2] * r;
  const R inverse = R(1.0) / sqrt(mul_add(ap, p, mul_add(aq, q, ar * r)));
  return add_scaled(add_scaled((inverse * ap) * e.axis[0], inverse * aq, e.axis[1]), inverse * ar, e.axis[2]);
}

/// Normal curvature along the unit tangent t at the surface point `arm` (or -arm, which has the same curvature):
/// (t.D t) / |D arm| [1/m]. A curve x(s) on x.D x = 1 with tangent t satisfies t.D t + x''.D x = 0, and the
/// component of x'' along the inward normal is the curvature: x''.D x = -kappa |D x|.
template <class R>
R curvature(const Ellipsoid<R>& e, const Vec3<R>& arm, const Vec3<R>& t) {
  R tt(0.0), xx(0.0);
  for (int k = 0; k < 3; ++k) {
    const R inverse = R(1.0) / e.square[k];
    const R along = dot(e.axis[k], t), out = inverse * dot(e.axis[k], arm);
    tt = mul_add(inverse * along, along, tt), xx = mul_add(out, out, xx);
  }
  return tt / sqrt(xx);
}

/// Mean of the two principal curvatures at `arm` [1/m]: (tr D - n.D n) / (2 |D arm|), n = D arm / |D arm|. The
/// sum of the curvatures along any two perpendicular tangents is the trace of D / |D arm| over the tangent plane, which
/// is the full trace minus its part along n.
template <class R>
R mean_curvature(const Ellipsoid<R>& e, const Vec3<R>& arm) {
  R trace(0.0), xx(0.0), xdx(0.0);
  for (int k = 0; k < 3; ++k) {
    const R inverse = R(1.0) / e.square[k];
    const R out = inverse * dot(e.axis[k], arm);  // of D arm, along this axis
    const R out2 = out * out;
    trace = trace + inverse, xx = xx + out2, xdx = mul_add(inverse, out2, xdx);
  }
  return R(0.5) * (trace - xdx / xx) / sqrt(xx);
}

/// An ellipsoid on a plane, in closed form: the deepest point is the one whose outward normal points against the
/// plane's.
template <class R>
struct EllipsoidOnPlane {
  R overlap;          ///< h(n) - height [m]
  Vec3<R> arm;        ///< from the centre to the deepest point C_a [m]
  Vec3<R> plane_arm;  ///< from the centre to its projection on the plane, C_b = C_a + overlap n [m]
};
/// `height` of the centre above the plane; `normal` of the plane towards the body.
template <class R>
EllipsoidOnPlane<R> ellipsoid_meets_plane(const Ellipsoid<R>& e, const R& height, const Vec3<R>& normal) {
  const Vec3<R> arm = -support_arm(e, normal);
  const R overlap = -(height + dot(arm, normal));
  return {overlap, arm, add_scaled(arm, overlap, normal)};
}

}  // namespace scree::shape
