#include "shape/cylinder.h"

#include <algorithm>
#include <cmath>

namespace scree::shape {
namespace {

Vec3d unit(const Vec3d& v) { return (1.0 / norm(v)) * v; }

/// A unit vector perpendicular to the axis, from the coordinate axis with the smallest component along it.
Vec3d any_perpendicular(const Vec3d& axis) {
  const double x = std::fabs(axis.x), y = std::fabs(axis.y), z = std::fabs(axis.z);
  const Vec3d e = x <= y && x <= z ? Vec3d{1, 0, 0} : y <= z ? Vec3d{0, 1, 0} : Vec3d{0, 0, 1};
  return unit(sub_scaled(e, dot(e, axis), axis));
}

/// The vector from the axis to the point, perpendicular to the axis.
Vec3d radial(const Cylinder& cylinder, const Vec3d& point) {
  const Vec3d d = point - cylinder.point;
  return sub_scaled(d, dot(d, cylinder.axis), cylinder.axis);
}

/// Direction of a radial vector. For a point on the axis every direction is valid, and `out` consists of rounding
/// errors with an arbitrary direction. A second projection detects this: it leaves a radial vector unchanged.
Vec3d outward(const Cylinder& cylinder, const Vec3d& out) {
  const Vec3d across = sub_scaled(out, dot(out, cylinder.axis), cylinder.axis);
  const double size = norm(across);
  return size > 0.5 * norm(out) ? (1.0 / size) * across : any_perpendicular(cylinder.axis);
}

/// The projection of an ellipsoid along the axis: an ellipse with squared semi-axes p >= q along x and y, and the
/// position (x, y) of its centre relative to the axis. The distance from the axis is stationary at the points s of the
/// ellipse with centre + s = l D s, D = diag(1/p, 1/q), so s = (p x / (l - p), q y / (l - q)), and
///
///   phi(l) = p x^2 / (l - p)^2 + q y^2 / (l - q)^2 = 1.
///
/// For l > p phi decreases from infinity to 0: one root, the farthest point. Between q and p phi is convex and infinite
/// at both ends: none or two roots, of which the one nearer to p is another local maximum, on the other side in x.
/// (This is the trust-region problem in two unknowns.) The unknown is m = l - p, which avoids cancellation if the
/// centre is nearly on the axis of symmetry.
struct Projection {
  double p, q, x, y;

  double phi(double m) const {
    const double first = std::sqrt(p) * x / m, second = std::sqrt(q) * y / (m + (p - q));
    return first * first + second * second;
  }
  double slope(double m) const {
    const double n = m + (p - q);
    return -2.0 * (p * x * x / (m * m * m) + q * y * y / (n * n * n));
  }
};

struct Root {
  double m;
  bool converged;
};

/// The root of phi(m) = 1 between `high_side` (phi >= 1) and `low_side` (phi <= 1): Newton steps on 1/sqrt(phi), which
/// is nearly linear, and bisection if a step leaves the bracket.
Root root_between(const Projection& e, double high_side, double low_side) {
  constexpr int k_max = 200;             // bisection alone needs 60 to 110 steps, Newton's method 3 to 6
  constexpr double k_tolerance = 1e-13;  // of phi: the point lies on the ellipse to this
  double m = low_side;
  for (int i = 0; i < k_max; ++i) {
    const double value = e.phi(m);
    if (std::fabs(value - 1.0) <= k_tolerance) return {m, true};
    (value > 1.0 ? high_side : low_side) = m;
    // g = phi^(-1/2) - 1, g' = -phi' phi^(-3/2) / 2
    double next = m - (1.0 / std::sqrt(value) - 1.0) * -2.0 * value * std::sqrt(value) / e.slope(m);
    const double left = std::min(high_side, low_side), right = std::max(high_side, low_side);
    if (!(next > left && next < right)) next = 0.5 * (left + right);
    if (next == left || next == right) return {next, true};  // the bounds are adjacent floating-point numbers
    m = next;
  }
  return {m, false};
}

struct Farthest {
  double x, y;  ///< from the ellipse's centre
  bool converged;
};

int farthest_points(const Projection& e, Farthest (&found)[2]) {
  const double width = e.p - e.q;
  const double reach_x = std::sqrt(e.p) * std::fabs(e.x), reach_y = std::sqrt(e.q) * std::fabs(e.y);
  const auto at = [&](const Root& r) { return Farthest{e.p * e.x / r.m, e.q * e.y / (r.m + width), r.converged}; };
  // Centre at x = 0: the two points +-x are equally far, if they exist for l = p.
  constexpr double k_middle = 1e-20;  // relative to p: the two distances differ by much less than rounding
  if (reach_x <= k_middle * e.p) {
    const double y = width > 0.0 ? e.q * e.y / width : 0.0,
                 rest = width > 0.0 ? 1.0 - y * y / e.q : (reach_y == 0.0 ? 1.0 : 0.0);
    if (rest > 0.0) {
      const double x = std::sqrt(e.p * rest);
      found[0] = {x, y, true}, found[1] = {-x, y, true};
      return width > 0.0 ? 2 : 1;  // for a circle on the axis all points are equally far
    }
    found[0] = {0.0, std::copysign(std::sqrt(e.q), e.y), true};
    return 1;
  }
  // For m < reach_x one term exceeds 1; for m beyond the upper bound the sum is below 1.
  found[0] = at(root_between(e, reach_x, std::hypot(reach_x, reach_y)));
  if (!(width > 0.0)) return 1;
  // The minimum of phi between q and p: p x^2 / -m^3 = q y^2 / (m + width)^3.
  const double root = std::cbrt(reach_y / reach_x);
  const double smallest = -width / (1.0 + root * root);  // (m + width) / -m = root^2
  if (!(e.phi(smallest) < 1.0)) return 1;
  // phi(-reach_x) >= 1, and smallest < -reach_x because phi is below 1 there
  found[1] = at(root_between(e, -reach_x, smallest));
  return 2;
}

}  // namespace

AtCylinder sphere_in_cylinder(const Cylinder& cylinder, const Vec3d& centre, double radius) {
  const Vec3d out = radial(cylinder, centre), direction = outward(cylinder, out);
  return {-direction, cylinder.radius - norm(out) - radius, radius * direction, cylinder.radius * direction};
}

AtCylinder corner_in_cylinder(const Cylinder& cylinder, const Vec3d& centre, const Box<double>& box, int k) {
  const Vec3d arm = corner(box, k), out = radial(cylinder, centre + arm), direction = outward(cylinder, out);
  return {-direction, cylinder.radius - norm(out), arm, cylinder.radius * direction};
}

EllipsoidAtCylinder ellipsoid_in_cylinder(const Cylinder& cylinder, const Vec3d& centre, const Ellipsoid<double>& e) {
  // The matrix of the projection, B = P A P^T, in two directions perpendicular to the axis, then in its principal axes.
  const Vec3d u = any_perpendicular(cylinder.axis), w = cross(cylinder.axis, u);
  double uu = 0.0, ww = 0.0, uw = 0.0;
  for (int k = 0; k < 3; ++k) {
    const double along_u = dot(e.axis[k], u), along_w = dot(e.axis[k], w);
    uu += e.square[k] * along_u * along_u, ww += e.square[k] * along_w * along_w, uw += e.square[k] * along_u * along_w;
  }
  const double half_sum = 0.5 * (uu + ww), half_difference = std::hypot(0.5 * (uu - ww), uw);
  const double angle = 0.5 * std::atan2(2.0 * uw, uu - ww), c = std::cos(angle), s = std::sin(angle);
  const Vec3d first = c * u + s * w, second = c * w - s * u;
  const Vec3d out = radial(cylinder, centre);
  const Projection projection{half_sum + half_difference, half_sum - half_difference, dot(out, first),
                              dot(out, second)};

  Farthest found[2];
  EllipsoidAtCylinder result;
  result.count = farthest_points(projection, found);
  for (int i = 0; i < result.count; ++i) {
    const Vec3d direction = unit((projection.x + found[i].x) * first + (projection.y + found[i].y) * second);
    // The ellipse's normal there has this direction, so the point is the projection of the ellipsoid's support point.
    const Vec3d arm = support_arm(e, direction);
    result.at[static_cast<std::size_t>(i)] = {-direction, cylinder.radius - norm(radial(cylinder, centre + arm)), arm,
                                              cylinder.radius * direction, found[i].converged};
  }
  return result;
}

}  // namespace scree::shape
