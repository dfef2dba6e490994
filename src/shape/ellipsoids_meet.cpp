// The search for the contact, in the order in which it is tried:
//   1. from the start, if one is given: Newton's method on the sphere of normals, uphill in f (`climb`);
//   2. along the line of centres, which separates most pairs that are apart;
//   3. from the normal of Perram and Wertheim, a search in one dimension (`climb_scaled`);
//   4. if what these find is too deep to be surely the contact: from the line of centres and from all axes, and the
//       best is taken.
// All in plain products: outside of the kernels a fused one is a function call.
#include "shape/ellipsoids_meet.h"

#include <cmath>
#include <initializer_list>
#include <limits>

#include "shape/plain_products.h"

namespace scree::shape {
namespace {

constexpr double k_eps = std::numeric_limits<double>::epsilon();
constexpr double k_tolerance = 1e-13;   // of the residual, relative to the bodies' size; rounding leaves some 1e-15
constexpr double k_noise = 16 * k_eps;  // of f, relative to the same: what two evaluations may differ by
constexpr int k_most_steps = 100;       // of Newton's method from one start; ten are seldom needed
constexpr double k_longest_step = 0.5;  // tangent of the largest turn of n in one step
constexpr double k_gain = 1e-4;         // of what the slope promises, for a step to count as uphill [Armijo]
// ratio of eigenvalues of the second derivative below which it is not inverted as it is
constexpr double k_flat = 1e-6;
constexpr double k_floor = 1e-3;       // then: the least modulus of an eigenvalue, relative to the size
constexpr int k_most_lambdas = 60;     // tried in the search in one dimension: halvings alone would do
constexpr double k_good_start = 1e-3;  // error of lambda at which Newton's method on the sphere is the faster one
// distance of centres, relative to the size, whose direction is a matter of rounding
constexpr double k_coincident = 1e-12;

/// A symmetric matrix.
struct Symmetric {
  double xx, yy, zz, xy, xz, yz;
  Vec3d operator*(const Vec3d& v) const {
    return {xx * v.x + xy * v.y + xz * v.z, xy * v.x + yy * v.y + yz * v.z, xz * v.x + yz * v.y + zz * v.z};
  }
};
Symmetric blend(double p, const Symmetric& a, double q, const Symmetric& b) {
  return {p * a.xx + q * b.xx, p * a.yy + q * b.yy, p * a.zz + q * b.zz,
          p * a.xy + q * b.xy, p * a.xz + q * b.xz, p * a.yz + q * b.yz};
}
/// By cofactors; the matrices here are positive definite with eigenvalues within some powers of ten.
Symmetric inverse(const Symmetric& m) {
  const double xx = m.yy * m.zz - m.yz * m.yz, xy = m.xz * m.yz - m.xy * m.zz, xz = m.xy * m.yz - m.xz * m.yy;
  const double s = 1.0 / (m.xx * xx + m.xy * xy + m.xz * xz);
  return {s * xx, s * (m.xx * m.zz - m.xz * m.xz), s * (m.xx * m.yy - m.xy * m.xy), s * xy,
          s * xz, s * (m.xy * m.xz - m.xx * m.yz)};
}
/// A = sum square_k axis_k axis_k^T.
Symmetric matrix_of(const Ellipsoid<double>& e) {
  Symmetric m{};
  for (int k = 0; k < 3; ++k) {
    const Vec3d& u = e.axis[k];
    const Vec3d v = e.square[k] * u;
    m.xx += v.x * u.x, m.yy += v.y * u.y, m.zz += v.z * u.z, m.xy += v.x * u.y, m.xz += v.x * u.z, m.yz += v.y * u.z;
  }
  return m;
}

/// Two ellipsoids and what does not depend on n.
struct Pair {
  Pair(const Ellipsoid<double>& first, const Ellipsoid<double>& second, const Vec3d& apart, double wanted = 0.0)
      : a(matrix_of(first)), b(matrix_of(second)), d(apart), margin(wanted) {
    for (const auto* e : {&first, &second}) {
      const double most = max(e->square[0], max(e->square[1], e->square[2]));
      const double least = min(e->square[0], min(e->square[1], e->square[2]));
      size += std::sqrt(most), least_radius += least / std::sqrt(most);
    }
    reach = size + margin;
  }
  Symmetric a, b;
  Vec3d d;
  double margin;    ///< a gap of this width ends the search
  double size = 0;  ///< sum of the largest semi-axes
  /// size + margin: the largest distance of centres that is of interest, and what rounding goes by
  double reach = 0;
  double least_radius = 0;  ///< r of the header: a shallower stationary point is the contact
};

/// f and its first derivative at a unit n.
struct Plane {
  Vec3d n, arm_a, arm_b;  ///< arms here along +n for both
  double h_a, h_b, f;
  Vec3d slope;      ///< C_a - C_b across n: the gradient of f on the sphere
  double residual;  ///< its length
};
Plane plane_at(const Pair& p, const Vec3d& direction) {
  Plane s;
  s.n = (1.0 / length(direction)) * direction;
  const Vec3d an = p.a * s.n, bn = p.b * s.n;
  s.h_a = std::sqrt(inner(s.n, an)), s.h_b = std::sqrt(inner(s.n, bn));
  s.arm_a = (1.0 / s.h_a) * an, s.arm_b = (1.0 / s.h_b) * bn;
  s.f = inner(p.d, s.n) - s.h_a - s.h_b;
  const Vec3d between = p.d - s.arm_a - s.arm_b;
  s.slope = between - inner(between, s.n) * s.n;
  s.residual = length(s.slope);
  return s;
}

/// Two unit vectors at right angles to n and each other. [Duff2017]
void tangents(const Vec3d& n, Vec3d& u, Vec3d& w) {
  const double s = std::copysign(1.0, n.z), p = -1.0 / (s + n.z), q = n.x * n.y * p;
  u = {1.0 + s * n.x * n.x * p, s * q, -s * n.x}, w = {q, s + n.y * n.y * p, -n.y};
}

/// Newton's step in the tangent plane at s: M delta = slope with M = rho_a + rho_b + f, where rho = (A - arm arm^T) / h
/// in the tangent plane. Where M is not positive, its eigenvalues are taken by their modulus: the step still goes
/// uphill, and away from saddles.
struct Step {
  Vec3d delta;
  double least;  ///< the smaller eigenvalue of M; positive at a maximum
};
Step newton_step(const Pair& p, const Plane& s) {
  Vec3d u, w;
  tangents(s.n, u, w);
  const Vec3d au = p.a * u, bu = p.b * u, aw = p.a * w, bw = p.b * w;
  const double a_u = inner(s.arm_a, u), a_w = inner(s.arm_a, w), b_u = inner(s.arm_b, u), b_w = inner(s.arm_b, w);
  const double uu = (inner(u, au) - a_u * a_u) / s.h_a + (inner(u, bu) - b_u * b_u) / s.h_b + s.f;
  const double ww = (inner(w, aw) - a_w * a_w) / s.h_a + (inner(w, bw) - b_w * b_w) / s.h_b + s.f;
  const double uw = (inner(u, aw) - a_u * a_w) / s.h_a + (inner(u, bw) - b_u * b_w) / s.h_b;
  const double g_u = inner(s.slope, u), g_w = inner(s.slope, w);
  const double middle = 0.5 * (uu + ww), half = 0.5 * (uu - ww), spread = std::sqrt(half * half + uw * uw);
  const double least = middle - spread;
  double x, y;
  if (least > k_flat * middle) {
    const double det = uu * ww - uw * uw;
    x = (ww * g_u - uw * g_w) / det, y = (uu * g_w - uw * g_u) / det;
  } else {
    // Along the eigenvectors (c, k) and (-k, c), by the half angle of (half, uw): the cosines of a mathematics library
    // may round differently on another machine.
    const double twice = spread > 0 ? half / spread : 1.0;
    const double c = std::sqrt(max(0.5 * (1.0 + twice), 0.0)),
                 k = std::copysign(std::sqrt(max(0.5 * (1.0 - twice), 0.0)), uw);
    const double floor = k_floor * p.size;
    const double high = (c * g_u + k * g_w) / max(std::abs(middle + spread), floor);
    const double low = (c * g_w - k * g_u) / max(std::abs(least), floor);
    x = c * high - k * low, y = k * high + c * low;
  }
  const double far = std::sqrt(x * x + y * y), shrink = far > k_longest_step ? k_longest_step / far : 1.0;
  return {shrink * (x * u + y * w), least};
}

/// Uphill from a start by Newton's method, each step halved until f has grown (or stays within its rounding while the
/// residual shrinks), up to the summit or the margin.
struct Summit {
  Plane plane;
  bool converged;
};
Summit climb(const Pair& p, const Vec3d& start, int& iterations) {
  Plane here = plane_at(p, start);
  for (int i = 0; i < k_most_steps && here.f < p.margin; ++i) {
    const bool stationary = here.residual <= k_tolerance * p.reach;
    if (stationary && -here.f < p.least_radius) return {here, true};
    const Step step = newton_step(p, here);
    if (stationary) return {here, step.least > 0};
    ++iterations;
    bool moved = false;
    for (double share = 1.0; share > k_eps && !moved; share *= 0.5) {
      const Plane there = plane_at(p, here.n + share * step.delta);
      const double gained = there.f - here.f;
      moved = gained >= k_gain * share * inner(here.slope, step.delta) ||
              (gained >= -k_noise * p.reach && there.residual <= 0.5 * here.residual);
      if (moved) here = there;
    }
    if (!moved) return {here, false};
  }
  return {here, here.f >= p.margin};
}

/// Perram and Wertheim's function at lambda, with w = C^-1 d, C = (1 - lambda) A + lambda B:
///   F(lambda) = lambda (1 - lambda) d.w, concave; its maximum is above 1 if and only if the bodies are apart.
/// With alpha = h_a(w), beta = h_b(w) (not normalised): F' = (1 - lambda)^2 alpha^2 - lambda^2 beta^2, so F grows as
/// long as lambda < ratio = alpha / (alpha + beta), and w is the common normal there, for bodies that are scaled until
/// they touch. At the maximum f(w) = (F - sqrt F) / (lambda (1 - lambda)), and anywhere f(w) >= 0 separates.
struct Scaled {
  double lambda;
  Vec3d w;
  double value;        ///< F
  double slope;        ///< F'
  double f;            ///< of w, not normalised: its sign is of use
  double ratio;        ///< where F' would vanish if alpha / beta stayed
  double ratio_slope;  ///< d ratio / d lambda, by w' = -C^-1 (B - A) w
};
Scaled scaled_at(const Pair& p, double lambda) {
  const Symmetric c = inverse(blend(1.0 - lambda, p.a, lambda, p.b));
  const Vec3d w = c * p.d, aw = p.a * w, bw = p.b * w;
  const double alpha2 = inner(w, aw), beta2 = inner(w, bw), alpha = std::sqrt(alpha2), beta = std::sqrt(beta2),
               sum = alpha + beta;
  const Vec3d turn = c * (aw - bw);  // w'
  const double d_alpha = inner(aw, turn) / alpha, d_beta = inner(bw, turn) / beta, dw = inner(p.d, w);
  const double rest = 1.0 - lambda;
  return {lambda,
          w,
          lambda * rest * dw,
          rest * rest * alpha2 - lambda * lambda * beta2,
          dw - sum,
          alpha / sum,
          (d_alpha * beta - alpha * d_beta) / (sum * sum)};
}

/// Climbs F by Newton's method on ratio(lambda) = lambda within a bracket. `enough(s, low, high)` ends it.
template <class Enough>
Scaled climb_scaled(const Pair& p, int& iterations, Enough enough) {
  const double h_a = std::sqrt(inner(p.d, p.a * p.d)), h_b = std::sqrt(inner(p.d, p.b * p.d));
  double low = 0.0, high = 1.0;
  Scaled s = scaled_at(p, h_a / (h_a + h_b));  // right for spheres
  for (int i = 0; i < k_most_lambdas; ++i) {
    const double off = s.ratio - s.lambda;
    (off > 0 ? low : high) = s.lambda;
    if (std::abs(off) <= 2 * k_eps || enough(s, low, high)) break;
    const double next = s.lambda + off / (1.0 - s.ratio_slope);
    s = scaled_at(p, next > low && next < high ? next : 0.5 * (low + high));
    ++iterations;
  }
  return s;
}

bool coincide(const Pair& p) { return !(inner(p.d, p.d) > k_coincident * k_coincident * p.size * p.size); }

EllipsoidMeeting told(const Plane& s, bool converged, int iterations) {
  return {s.n, -s.arm_a, s.arm_b, -s.f, s.f < 0, converged, iterations, s.residual};
}

}  // namespace

EllipsoidMeeting ellipsoids_meet(const Ellipsoid<double>& a, const Ellipsoid<double>& b, const Vec3d& apart,
                                 const Vec3d& start, double margin) {
  const Pair p(a, b, apart, margin);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!(inner(apart, apart) < infinity && p.size > 0))  // nothing to be said of such numbers
    return {{0, 0, 1}, {}, {}, 0.0, false, false, 0, 0.0};
  int iterations = 0;
  Summit best{};
  best.plane.f = -infinity;
  // Is it settled, after one more start? The best of all starts is kept in case it is not.
  const auto settled = [&](const Summit& s) {
    if (s.plane.f > best.plane.f ? s.converged || !best.converged : s.converged && !best.converged) best = s;
    return s.converged && -s.plane.f < p.least_radius;
  };
  if (const double s2 = inner(start, start); s2 > 0 && s2 < infinity) {
    const Summit s = climb(p, start, iterations);
    if (settled(s)) return told(s.plane, true, iterations);
  }
  if (!coincide(p)) {
    const Plane straight = plane_at(p, apart);
    if (straight.f >= margin) return told(straight, true, iterations);
    const auto good = [](const Scaled& s, double, double) {
      return s.f >= 0 || std::abs(s.ratio - s.lambda) < k_good_start;
    };
    const Summit s = climb(p, climb_scaled(p, iterations, good).w, iterations);
    if (settled(s)) return told(s.plane, true, iterations);
    if (settled(climb(p, apart, iterations))) return told(best.plane, true, iterations);
  }
  for (const auto* e : {&a, &b})  // deep: the ways out along the axes, on the side of the other body's centre
    for (const Vec3d& axis : e->axis) settled(climb(p, inner(axis, apart) < 0 ? -axis : axis, iterations));
  return told(best.plane, best.converged, iterations);
}

bool ellipsoids_touch(const Ellipsoid<double>& a, const Ellipsoid<double>& b, const Vec3d& apart) {
  const Pair p(a, b, apart);
  if (!(inner(apart, apart) < p.size * p.size)) return false;  // nor where it is no number
  if (coincide(p)) return true;
  int iterations = 0;
  // F is concave, so it cannot pass its tangent within the bracket.
  const auto decided = [](const Scaled& s, double low, double high) {
    return s.value >= 1 || s.value + s.slope * ((s.slope > 0 ? high : low) - s.lambda) < 1;
  };
  return climb_scaled(p, iterations, decided).value < 1;
}

}  // namespace scree::shape
