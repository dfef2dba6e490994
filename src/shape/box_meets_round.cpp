// Spheres and ellipsoids in contact with a box, by a search over the features of the box; box_meets.h proves that the
// first matching feature is the contact. All vectors are in the axes of the box, where a feature is three signs.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "shape/box_meets.h"
#include "shape/plain_products.h"

namespace scree::shape {
namespace {

using Triple = std::array<double, 3>;  // a vector in the axes of the box
using Signs = std::array<int, 3>;      // a feature; per axis: +1 or -1 at a face, 0 between the two faces

constexpr double k_eps = std::numeric_limits<double>::epsilon();
constexpr int k_max_roots = 60;  // Newton steps for a nearest point; more than ten are rarely needed
// features evaluated in sequence before all 26 are evaluated; more than three are rarely needed
constexpr int k_max_features = 12;
// of the residual, relative to the body size; rounding errors are about 1e-13 for an aspect ratio of 10
constexpr double k_tolerance = 1e-11;
// by which a point may lie beyond the end of a feature, relative to the body size: rounding
constexpr double k_beyond_end = 1e-14;

Triple in_box(const Box<double>& box, const Vec3d& v) {
  return {inner(box.axis[0], v), inner(box.axis[1], v), inner(box.axis[2], v)};
}
Vec3d in_world(const Box<double>& box, const Triple& v) {
  return v[0] * box.axis[0] + v[1] * box.axis[1] + v[2] * box.axis[2];
}
double product(const Triple& p, const Triple& q) { return p[0] * q[0] + p[1] * q[1] + p[2] * q[2]; }

std::uint8_t code(const Signs& s) {
  const auto digit = [](int sign) { return sign > 0 ? 1 : sign < 0 ? 2 : 0; };
  return static_cast<std::uint8_t>(digit(s[0]) + 3 * digit(s[1]) + 9 * digit(s[2]));
}
Signs signs_of(int feature) {
  const auto sign = [](int digit) { return digit == 2 ? -1 : digit; };
  return {sign(feature % 3), sign(feature / 3 % 3), sign(feature / 9 % 3)};
}

/// The outward normal, not normalised, of the surface sum x_i^2 / square_i = 1 at its point nearest to q. With x_i =
/// square_i q_i / (t + square_i),
///   p(t)^2 = sum (s_i q_i / (t + square_i))^2 = 1
/// at one t above the pole of the shortest axis, with t > 0 for q outside. 1/p is increasing and concave (as in the
/// trust-region methods of [ConnGouldToint2000]), so Newton's method on it converges fast and monotonically from the
/// left.
template <std::size_t N>
bool nearest_normal(const std::array<double, N>& square, const std::array<double, N>& q,
                    std::array<double, N>& normal) {
  double t = -std::numeric_limits<double>::infinity(), smallest = std::numeric_limits<double>::infinity();
  std::size_t shortest = 0;
  for (std::size_t i = 0; i < N; ++i) {
    t = std::max(t, std::sqrt(square[i]) * std::abs(q[i]) - square[i]);  // one term is enough for p >= 1 here
    if (square[i] < smallest) smallest = square[i], shortest = i;
  }
  // normal[i]; 0/0 at the pole counts as 0
  const auto over = [&](std::size_t i) { return q[i] == 0.0 ? 0.0 : q[i] / (t + square[i]); };
  for (int k = 0; k < k_max_roots; ++k) {
    double sum = 0.0, fall = 0.0;  // p^2 and -(p^2)'/2
    for (std::size_t i = 0; i < N; ++i) {
      normal[i] = over(i);
      const double term = square[i] * normal[i] * normal[i];
      sum += term;
      if (term > 0.0) fall += term / (t + square[i]);
    }
    if (sum <= 1.0) {
      // The start is the root, or it is the pole of the shortest axis with q in the plane of the other two. In the
      // second case q is so deep inside that there are two nearest points, above and below that plane; either is valid.
      if (t + smallest <= 0.0 && q[shortest] == 0.0) normal[shortest] = std::sqrt((1.0 - sum) / smallest);
      return true;
    }
    const double step = sum * (std::sqrt(sum) - 1.0) / fall, next = t + step;
    if (!(step > k_eps * (std::abs(t) + smallest))) return step >= 0.0;
    t = next;
  }
  return false;
}

/// An ellipsoid relative to a box, in the axes of the box.
struct EllipsoidInBoxAxes {
  Triple d, half;
  Triple axis[3], square;  ///< of the ellipsoid
  double m[3][3];          ///< sum square_k axis_k axis_k^T
  double size, min_radius;
};
EllipsoidInBoxAxes in_box_axes(const Ellipsoid<double>& a, const Box<double>& box, const Vec3d& apart) {
  EllipsoidInBoxAxes t{in_box(box, apart),
                       {box.half[0], box.half[1], box.half[2]},
                       {},
                       {a.square[0], a.square[1], a.square[2]},
                       {},
                       0.0,
                       0.0};
  for (int k = 0; k < 3; ++k) t.axis[k] = in_box(box, a.axis[k]);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      for (int k = 0; k < 3; ++k) t.m[i][j] += t.square[k] * t.axis[k][i] * t.axis[k][j];
  const double largest = std::max({a.square[0], a.square[1], a.square[2]}),
               smallest = std::min({a.square[0], a.square[1], a.square[2]});
  t.size = std::sqrt(largest) + std::sqrt(product(t.half, t.half));
  t.min_radius = smallest / std::sqrt(largest);
  return t;
}

/// The direction n of the maximum of f on one feature; false if the search failed.
bool best_direction(const EllipsoidInBoxAxes& t, const Signs& s, Triple& n) {
  n = {};
  int active[3], count = 0;
  for (int i = 0; i < 3; ++i)
    if (s[i] != 0) active[count++] = i;
  if (count == 1) {
    n[active[0]] = s[active[0]];
    return true;
  }
  if (count == 2) {
    // The projection of the ellipsoid along the edge is an ellipse whose matrix is the block of m for the two other
    // axes. Its principal axes follow from half-angle formulas, without trigonometric functions.
    const int k = active[0], l = active[1];
    const double middle = 0.5 * (t.m[k][k] + t.m[l][l]), half = 0.5 * (t.m[k][k] - t.m[l][l]), off = t.m[k][l];
    const double spread = std::sqrt(half * half + off * off), twice = spread > 0.0 ? half / spread : 1.0;
    const double u = std::sqrt(std::max(0.5 * (1.0 + twice), 0.0)),
                 w = std::copysign(std::sqrt(std::max(0.5 * (1.0 - twice), 0.0)), off);
    const double largest = middle + spread, smallest = (t.m[k][k] * t.m[l][l] - off * off) / largest;
    const double qk = s[k] * t.half[k] - t.d[k], ql = s[l] * t.half[l] - t.d[l];
    std::array<double, 2> normal{};
    if (!nearest_normal<2>({largest, smallest}, {u * qk + w * ql, u * ql - w * qk}, normal)) return false;
    n[k] = -(u * normal[0] - w * normal[1]), n[l] = -(w * normal[0] + u * normal[1]);
  } else {
    const Triple q{s[0] * t.half[0] - t.d[0], s[1] * t.half[1] - t.d[1], s[2] * t.half[2] - t.d[2]};
    Triple normal{};
    if (!nearest_normal<3>(t.square, {product(t.axis[0], q), product(t.axis[1], q), product(t.axis[2], q)}, normal))
      return false;
    for (int i = 0; i < 3; ++i)
      n[i] = -(normal[0] * t.axis[0][i] + normal[1] * t.axis[1][i] + normal[2] * t.axis[2][i]);
  }
  const double size = std::sqrt(product(n, n));
  if (!(size > 0.0)) return false;
  for (double& x : n) x /= size;
  return true;
}

/// One evaluated feature: f at its direction n, the points, and the next feature to evaluate.
struct Candidate {
  Triple n{}, point_a{}, point_b{};  ///< from the centre of the box
  double f = -std::numeric_limits<double>::infinity();
  double residual = std::numeric_limits<double>::infinity();  ///< |point_a - point_b| across n
  /// the feature, and the neighbouring feature to evaluate next; equal if this feature is the contact
  Signs signs{}, next{};
};
Candidate evaluate(const EllipsoidInBoxAxes& t, const Signs& s) {
  Candidate found;
  found.signs = found.next = s;
  if (!best_direction(t, s, found.n)) return found;
  const Triple& n = found.n;
  Triple mn{};
  for (int i = 0; i < 3; ++i) mn[i] = product({t.m[i][0], t.m[i][1], t.m[i][2]}, n);
  const double reach = std::sqrt(product(n, mn));
  found.f = product(t.d, n) - reach;
  double along = 0.0, square = 0.0;
  for (int i = 0; i < 3; ++i) {
    found.f -= t.half[i] * std::abs(n[i]);
    found.point_a[i] = t.d[i] - mn[i] / reach;
    found.point_b[i] = s[i] != 0 ? s[i] * t.half[i] : std::clamp(found.point_a[i], -t.half[i], t.half[i]);
    if (s[i] == 0 && std::abs(found.point_a[i]) > t.half[i] + k_beyond_end * t.size)
      found.next[i] = found.point_a[i] > 0.0 ? 1 : -1;
    if (s[i] * n[i] < 0.0) found.next[i] = 0;
    along += (found.point_a[i] - found.point_b[i]) * n[i];
  }
  for (int i = 0; i < 3; ++i) {
    const double across = found.point_a[i] - found.point_b[i] - along * n[i];
    square += across * across;
  }
  found.residual = std::sqrt(square);
  return found;
}

/// Moves from feature to neighbouring feature: across an end of the feature if the point lies beyond it, and off a face
/// if the normal points away from it. Falls back to the maximum of f over all 26 features.
Candidate search_features(const EllipsoidInBoxAxes& t, Signs s) {
  std::uint32_t seen = 0;
  for (int k = 0; k < k_max_features; ++k) {
    const Candidate found = evaluate(t, s);
    if (found.next == s && found.f > -t.min_radius) return found;
    seen |= 1u << code(s);
    s = found.next;
    if (seen >> code(s) & 1u || code(s) == 0) break;
  }
  Candidate best;
  for (int feature = 1; feature < 27; ++feature)
    if (const Candidate found = evaluate(t, signs_of(feature)); found.f > best.f) best = found;
  return best;
}

NearPoint near_point_of(const EllipsoidInBoxAxes& t, const Box<double>& box, const Candidate& found, bool converged) {
  const Triple arm{found.point_a[0] - t.d[0], found.point_a[1] - t.d[1], found.point_a[2] - t.d[2]};
  return {in_world(box, found.n), in_world(box, arm), in_world(box, found.point_b), found.f,
          code(found.signs),      converged};
}

}  // namespace

NearPoint sphere_meets_box(double radius, const Box<double>& box, const Vec3d& apart) {
  const Triple d = in_box(box, apart);
  Signs s{};
  Triple foot{}, n{};  // the nearest point of the box, and the vector from it to the centre
  int last = 0, count = 0, nearest = 0;
  for (int i = 0; i < 3; ++i) {
    foot[i] = std::clamp(d[i], -box.half[i], box.half[i]), n[i] = d[i] - foot[i];
    if (n[i] != 0.0) s[i] = n[i] > 0.0 ? 1 : -1, last = i, ++count;
    if (box.half[i] - std::abs(d[i]) < box.half[nearest] - std::abs(d[nearest])) nearest = i;
  }
  double distance;
  if (count < 2) {  // over a face, or inside (then the nearest face is used); the normal is exactly an axis of the box
    const int k = count == 0 ? nearest : last;
    s = {}, s[k] = d[k] < 0.0 ? -1 : 1;
    n = {}, n[k] = s[k], foot[k] = s[k] * box.half[k], distance = std::abs(d[k]) - box.half[k];
  } else {
    distance = std::sqrt(product(n, n));
    for (double& x : n) x /= distance;
  }
  const Vec3d normal = in_world(box, n);
  return {normal, -radius * normal, in_world(box, foot), distance - radius, code(s), true};
}

NearPoint ellipsoid_meets_box(const Ellipsoid<double>& a, const Box<double>& box, const Vec3d& apart, double margin) {
  const EllipsoidInBoxAxes t = in_box_axes(a, box, apart);
  // The face with the largest gap: it separates most pairs that do not overlap, and most contacts are on it.
  Candidate face;
  for (int k = 0; k < 3; ++k) {
    Signs s{};
    s[k] = t.d[k] < 0.0 ? -1 : 1;
    if (const Candidate found = evaluate(t, s); found.f > face.f) face = found;
  }
  // NaN or infinite input
  if (!(face.f > -std::numeric_limits<double>::infinity())) return {{0, 0, 1}, {}, {}, 0.0, 0, false};
  if (face.f > margin) return near_point_of(t, box, face, true);
  const Candidate found = search_features(t, face.signs);
  return near_point_of(t, box, found, found.residual <= k_tolerance * (t.size + margin) && found.f > -t.min_radius);
}

}  // namespace scree::shape
