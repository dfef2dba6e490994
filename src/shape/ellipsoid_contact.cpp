// The search for the contact. The starts are tried in this order:
//   1. the given start, if there is one: ascent of f on the unit sphere by Newton's method (`climb`);
//   2. the line of centres, which separates most pairs that do not overlap;
//   3. the normal of Perram and Wertheim, from a one-dimensional search (`climb_scaled`);
//   4. if the overlap found is too deep to prove that it is the contact: the line of centres and all axes; the largest
//      maximum is the result.
// All products are plain (plain_products.h): outside the kernels std::fma is a function call.
#include "shape/ellipsoid_contact.h"

#include <cmath>
#include <initializer_list>
#include <limits>

#include "shape/plain_products.h"

namespace scree::shape {
namespace {

constexpr double k_eps = std::numeric_limits<double>::epsilon();
constexpr double k_tolerance = 1e-13;   // of the residual, relative to the body size; rounding errors are about 1e-15
constexpr double k_noise = 16 * k_eps;  // rounding error of f, relative to the body size
constexpr int k_max_steps = 100;        // Newton steps from one start; more than ten are rarely needed
constexpr double k_longest_step = 0.5;  // tangent of the largest rotation of n in one step
constexpr double k_gain =
    1e-4;  // fraction of the linearly predicted increase of f that a step must reach (Armijo condition)
// ratio of eigenvalues of the second derivative below which it is regularised before inversion
constexpr double k_flat = 1e-6;
constexpr double k_floor = 1e-3;       // in that case: lower bound of an eigenvalue's modulus, relative to the size
constexpr int k_max_lambdas = 60;      // steps of the one-dimensional search; sufficient for bisection alone
constexpr double k_good_start = 1e-3;  // error of lambda below which Newton's method on the sphere is faster
// distance of the centres, relative to the size, below which its direction is determined by rounding
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
/// By cofactors; the matrices are positive definite and well conditioned.
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

/// Two ellipsoids, and all quantities that do not depend on n.
struct Pair {
  Pair(const Ellipsoid<double>& first, const Ellipsoid<double>& second, const Vec3d& apart, double wanted = 0.0)
      : a(matrix_of(first)), b(matrix_of(second)), d(apart), margin(wanted) {
    for (const auto* e : {&first, &second}) {
      const double largest = max(e->square[0], max(e->square[1], e->square[2]));
      const double smallest = min(e->square[0], min(e->square[1], e->square[2]));
      size += std::sqrt(largest), min_radius += smallest / std::sqrt(largest);
    }
    reach = size + margin;
  }
  Symmetric a, b;
  Vec3d d;
  double margin;    ///< the search stops at a gap of this size
  double size = 0;  ///< sum of the largest semi-axes
  /// size + margin: the largest relevant distance of the centres, and the scale of rounding errors
  double reach = 0;
  double min_radius = 0;  ///< r in the header: a stationary point with a smaller overlap is the contact
};

/// f and its first derivative at a unit n.
struct Plane {
  Vec3d n, arm_a, arm_b;  ///< support arms, both along +n
  double h_a, h_b, f;
  Vec3d slope;      ///< C_a - C_b perpendicular to n: the gradient of f on the sphere
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

/// Two unit vectors perpendicular to n and to each other. [Duff2017]
void tangents(const Vec3d& n, Vec3d& u, Vec3d& w) {
  const double s = std::copysign(1.0, n.z), p = -1.0 / (s + n.z), q = n.x * n.y * p;
  u = {1.0 + s * n.x * n.x * p, s * q, -s * n.x}, w = {q, s + n.y * n.y * p, -n.y};
}

/// Newton's step in the tangent plane at s: M delta = slope with M = rho_a + rho_b + f, where rho = (A - arm arm^T) / h
/// in the tangent plane. Where M is not positive definite, the moduli of its eigenvalues are used, so the step
/// still increases f and leads away from saddle points.
struct Step {
  Vec3d delta;
  double smallest;  ///< the smaller eigenvalue of M; positive at a maximum
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
  const double smallest = middle - spread;
  double x, y;
  if (smallest > k_flat * middle) {
    const double det = uu * ww - uw * uw;
    x = (ww * g_u - uw * g_w) / det, y = (uu * g_w - uw * g_u) / det;
  } else {
    // Along the eigenvectors (c, k) and (-k, c), by half-angle formulas for (half, uw): trigonometric functions of a
    // mathematics library may round differently on another machine.
    const double twice = spread > 0 ? half / spread : 1.0;
    const double c = std::sqrt(max(0.5 * (1.0 + twice), 0.0)),
                 k = std::copysign(std::sqrt(max(0.5 * (1.0 - twice), 0.0)), uw);
    const double floor = k_floor * p.size;
    const double high = (c * g_u + k * g_w) / max(std::abs(middle + spread), floor);
    const double low = (c * g_w - k * g_u) / max(std::abs(smallest), floor);
    x = c * high - k * low, y = k * high + c * low;
  }
  const double far = std::sqrt(x * x + y * y), shrink = far > k_longest_step ? k_longest_step / far : 1.0;
  return {shrink * (x * u + y * w), smallest};
}

/// Ascent of f from a start by Newton's method. Each step is halved until f increases (or changes within rounding while
/// the residual decreases). Stops at a maximum or at the margin.
struct Ascent {
  Plane plane;
  bool converged;
};
Ascent climb(const Pair& p, const Vec3d& start, int& iterations) {
  Plane here = plane_at(p, start);
  for (int i = 0; i < k_max_steps && here.f < p.margin; ++i) {
    const bool stationary = here.residual <= k_tolerance * p.reach;
    if (stationary && -here.f < p.min_radius) return {here, true};
    const Step step = newton_step(p, here);
    if (stationary) return {here, step.smallest > 0};
    ++iterations;
    bool moved = false;
    for (double fraction = 1.0; fraction > k_eps && !moved; fraction *= 0.5) {
      const Plane there = plane_at(p, here.n + fraction * step.delta);
      const double gained = there.f - here.f;
      moved = gained >= k_gain * fraction * inner(here.slope, step.delta) ||
              (gained >= -k_noise * p.reach && there.residual <= 0.5 * here.residual);
      if (moved) here = there;
    }
    if (!moved) return {here, false};
  }
  return {here, here.f >= p.margin};
}

/// Perram and Wertheim's function at lambda, with w = C^-1 d, C = (1 - lambda) A + lambda B:
///   F(lambda) = lambda (1 - lambda) d.w, concave; its maximum is above 1 if and only if the bodies are apart.
/// With alpha = h_a(w), beta = h_b(w) (not normalised): F' = (1 - lambda)^2 alpha^2 - lambda^2 beta^2, so F increases
/// for lambda < ratio = alpha / (alpha + beta), and w is the common normal there, for bodies that are scaled until
/// they touch. At the maximum f(w) = (F - sqrt F) / (lambda (1 - lambda)), and any w with f(w) >= 0 separates the
/// bodies.
struct Scaled {
  double lambda;
  Vec3d w;
  double value;        ///< F
  double slope;        ///< F'
  double f;            ///< of w, not normalised; only its sign is used
  double ratio;        ///< the lambda with F' = 0 for constant alpha / beta
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

/// Maximises F by Newton's method for ratio(lambda) = lambda within a bracket. `enough(s, low, high)` stops the search.
template <class Enough>
Scaled climb_scaled(const Pair& p, int& iterations, Enough enough) {
  const double h_a = std::sqrt(inner(p.d, p.a * p.d)), h_b = std::sqrt(inner(p.d, p.b * p.d));
  double low = 0.0, high = 1.0;
  Scaled s = scaled_at(p, h_a / (h_a + h_b));  // exact for spheres
  for (int i = 0; i < k_max_lambdas; ++i) {
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

EllipsoidContact contact_from(const Plane& s, bool converged, int iterations) {
  return {s.n, -s.arm_a, s.arm_b, -s.f, s.f < 0, converged, iterations, s.residual};
}

}  // namespace

EllipsoidContact ellipsoids_meet(const Ellipsoid<double>& a, const Ellipsoid<double>& b, const Vec3d& apart,
                                 const Vec3d& start, double margin) {
  const Pair p(a, b, apart, margin);
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (!(inner(apart, apart) < infinity && p.size > 0))  // NaN or infinite input
    return {{0, 0, 1}, {}, {}, 0.0, false, false, 0, 0.0};
  int iterations = 0;
  Ascent best{};
  best.plane.f = -infinity;
  // Keeps the largest maximum of all starts in `best`; true if s is proved to be the contact.
  const auto accept = [&](const Ascent& s) {
    if (s.plane.f > best.plane.f ? s.converged || !best.converged : s.converged && !best.converged) best = s;
    return s.converged && -s.plane.f < p.min_radius;
  };
  if (const double s2 = inner(start, start); s2 > 0 && s2 < infinity) {
    const Ascent s = climb(p, start, iterations);
    if (accept(s)) return contact_from(s.plane, true, iterations);
  }
  if (!coincide(p)) {
    const Plane straight = plane_at(p, apart);
    if (straight.f >= margin) return contact_from(straight, true, iterations);
    const auto good = [](const Scaled& s, double, double) {
      return s.f >= 0 || std::abs(s.ratio - s.lambda) < k_good_start;
    };
    const Ascent s = climb(p, climb_scaled(p, iterations, good).w, iterations);
    if (accept(s)) return contact_from(s.plane, true, iterations);
    if (accept(climb(p, apart, iterations))) return contact_from(best.plane, true, iterations);
  }
  for (const auto* e : {&a, &b})  // deep overlap: starts along all axes, on the side of the other body's centre
    for (const Vec3d& axis : e->axis) accept(climb(p, inner(axis, apart) < 0 ? -axis : axis, iterations));
  return contact_from(best.plane, best.converged, iterations);
}

bool ellipsoids_touch(const Ellipsoid<double>& a, const Ellipsoid<double>& b, const Vec3d& apart) {
  const Pair p(a, b, apart);
  if (!(inner(apart, apart) < p.size * p.size)) return false;  // also for NaN
  if (coincide(p)) return true;
  int iterations = 0;
  // F is concave, so it lies below its tangent within the bracket.
  const auto decided = [](const Scaled& s, double low, double high) {
    return s.value >= 1 || s.value + s.slope * ((s.slope > 0 ? high : low) - s.lambda) < 1;
  };
  return climb_scaled(p, iterations, decided).value < 1;
}

}  // namespace scree::shape
