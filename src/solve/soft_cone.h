// The second-order cone { s : s_0 >= |(s_1, s_2)| } and the Nesterov-Todd scaling between a point s of it and a point l
// of its dual. [NesterovTodd1997; Andersen2003]
//
// W is the symmetric matrix with W l = W^-1 s =: v,  W = eta [w_0, w_1^T; w_1, 1 + w_1 w_1^T / (1 + w_0)],  w_0^2 -
// |w_1|^2 = 1. The product `o` is the Jordan product.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Core>

namespace scree::solve {

using Three = Eigen::Vector3d;

/// s_0^2 - |s_1|^2 as a product of sum and difference, which is accurate near the surface of the cone.
inline double determinant(const Three& s) {
  const double length = std::sqrt(s[1] * s[1] + s[2] * s[2]);
  return (s[0] - length) * (s[0] + length);
}
inline bool is_inside(const Three& s) { return s[0] > 0.0 && determinant(s) > 0.0; }

inline Three product(const Three& a, const Three& b) {
  return {a.dot(b), a[0] * b[1] + b[0] * a[1], a[0] * b[2] + b[0] * a[2]};
}
/// x with v o x = q.
inline Three quotient(const Three& q, const Three& v) {
  const double x0 = (v[0] * q[0] - v[1] * q[1] - v[2] * q[2]) / determinant(v);
  return {x0, (q[1] - v[1] * x0) / v[0], (q[2] - v[2] * x0) / v[0]};
}

/// The largest length of a step along d that does not leave the cone.
inline double max_length(const Three& s, const Three& d) {
  const double a = d[0] * d[0] - d[1] * d[1] - d[2] * d[2], b = s[0] * d[0] - s[1] * d[1] - s[2] * d[2],
               c = determinant(s);
  double smallest = std::numeric_limits<double>::infinity();
  if (d[0] < 0.0) smallest = -s[0] / d[0];
  const double square = b * b - a * c;
  if (square < 0.0) return smallest;
  const double q = -(b + std::copysign(std::sqrt(square), b));  // both roots without cancellation
  for (const double root : {q / a, c / q})
    if (root > 0.0) smallest = std::min(smallest, root);
  return smallest;
}

struct NesterovTodd {
  double eta = 1.0, w0 = 1.0;
  Eigen::Vector2d w1 = Eigen::Vector2d::Zero();

  NesterovTodd() = default;
  NesterovTodd(const Three& s, const Three& l) {
    const double root_s = std::sqrt(determinant(s)), root_l = std::sqrt(determinant(l));
    const Three a = s / root_s, b = l / root_l;
    w1 = (a.tail<2>() - b.tail<2>()) / std::sqrt(2.0 * (1.0 + a.dot(b)));
    w0 = std::sqrt(1.0 + w1.squaredNorm());
    eta = std::sqrt(root_s / root_l);
  }
  Three times(const Three& x) const {
    const double along = w1.dot(x.tail<2>()), fraction = x[0] + along / (1.0 + w0);
    return {eta * (w0 * x[0] + along), eta * (x[1] + fraction * w1[0]), eta * (x[2] + fraction * w1[1])};
  }
  Three divided(const Three& x) const {
    const double along = w1.dot(x.tail<2>()), fraction = along / (1.0 + w0) - x[0];
    return {(w0 * x[0] - along) / eta, (x[1] + fraction * w1[0]) / eta, (x[2] + fraction * w1[1]) / eta};
  }
};

}  // namespace scree::solve
