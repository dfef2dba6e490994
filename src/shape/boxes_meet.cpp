// Two boxes: the separating axis with the largest gap, then the contact points for it. See box_meets.h.
#include <algorithm>
#include <cmath>
#include <limits>

#include "shape/box_meets.h"
#include "shape/plain_products.h"

namespace scree::shape {
namespace {

// sine of the angle below which two edges count as parallel; the face axes then have the same gap to second order
constexpr double k_parallel = 1e-6;
constexpr double k_rounding = 1e-9;  // relative to the body size: gaps and points that differ by less are equal
// Cosine of 5.7 degrees. Of a face of a, a face of b and two edges, in this order, the first is used whose normal is
// within this angle of the axis with the largest gap and whose points reproduce that gap to the same accuracy. Thus
// small tilts of a stack do not change its contact points and their histories.
constexpr double k_agreement = 0.995;

double width(const Box<double>& box, const Vec3d& n) {
  return box.half[0] * std::abs(inner(box.axis[0], n)) + box.half[1] * std::abs(inner(box.axis[1], n)) +
         box.half[2] * std::abs(inner(box.axis[2], n));
}

struct Axis {
  Vec3d n;  ///< unit, from b to a
  double gap = -std::numeric_limits<double>::infinity();
  int i = 0, j = 0;  ///< axis of a, axis of b; for a face: the axis of its box
};
Axis best_face(const Box<double>& box, const Box<double>& other, const Vec3d& apart) {
  Axis best;
  for (int i = 0; i < 3; ++i) {
    const double along = inner(box.axis[i], apart), gap = std::abs(along) - box.half[i] - width(other, box.axis[i]);
    if (gap > best.gap) best = {along < 0.0 ? -box.axis[i] : box.axis[i], gap, i, i};
  }
  return best;
}
Axis best_edges(const Box<double>& a, const Box<double>& b, const Vec3d& apart) {
  Axis best;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      const Vec3d across = outer(a.axis[i], b.axis[j]);
      const double sine = length(across);
      if (sine < k_parallel) continue;
      Vec3d n = (1.0 / sine) * across;
      if (inner(n, apart) < 0.0) n = -n;
      const double gap = inner(n, apart) - width(a, n) - width(b, n);
      if (gap > best.gap) best = {n, gap, i, j};
    }
  return best;
}
/// A corner of the clipped face, in the coordinates of the reference face.
struct Corner {
  double u, v, height;
  int name;  ///< 0..23
  int edge;  ///< to the next corner: 0..3 an edge of the incident face, 4..7 a side of the prism
};
int name_of_cut(int edge, int side) {
  if (edge < 4) return 4 + 4 * edge + side;
  // sides 0, 1 along u, 2, 3 along v
  const int other = edge - 4, u_side = other < 2 ? other : side, v_side = other < 2 ? side : other;
  return 20 + (u_side & 1) + 2 * (v_side & 1);
}
/// Clips at one side of the prism over the reference face (algorithm of Sutherland and Hodgman).
int clip(const Corner* from, int count, int side, double limit, double tolerance, Corner* to) {
  const auto beyond = [&](const Corner& c) { return (side < 2 ? c.u : c.v) * (side % 2 == 0 ? 1.0 : -1.0) - limit; };
  int kept = 0;
  for (int k = 0; k < count; ++k) {
    const Corner &p = from[k], &q = from[(k + 1) % count];
    const double out_p = beyond(p), out_q = beyond(q);
    const bool in_p = out_p <= tolerance, in_q = out_q <= tolerance;
    if (in_p) to[kept++] = p;
    if (in_p == in_q) continue;
    const double fraction = std::clamp(out_p / (out_p - out_q), 0.0, 1.0);
    to[kept++] = {p.u + fraction * (q.u - p.u), p.v + fraction * (q.v - p.v),
                  p.height + fraction * (q.height - p.height), name_of_cut(p.edge, side), in_p ? 4 + side : p.edge};
  }
  return kept;
}

/// The points of `other` over the face of `box` with outward normal n. `to_other`: vector from the centre of the box to
/// that of the other.
struct FacePoint {
  Vec3d on_box, on_other;  ///< each from the centre of its body
  double height;
  int name;
};
int points_over(const Box<double>& box, int face, const Vec3d& n, const Box<double>& other, const Vec3d& to_other,
                double rounding, FacePoint* found) {
  const int u = (face + 1) % 3, v = (face + 2) % 3;
  int incident = 0;
  for (int k = 1; k < 3; ++k)
    if (std::abs(inner(other.axis[k], n)) > std::abs(inner(other.axis[incident], n))) incident = k;
  const int p = (incident + 1) % 3, q = (incident + 2) % 3;
  const double out = inner(other.axis[incident], n) > 0.0 ? -other.half[incident] : other.half[incident];
  const auto corner_at = [&](const Vec3d& from_other, int name) -> Corner {
    const Vec3d at = to_other + from_other;
    return {inner(box.axis[u], at), inner(box.axis[v], at), inner(n, at) - box.half[face], name, name};
  };
  Corner list[2][12];
  int count = 4;
  for (int k = 0; k < 4; ++k) {
    const double sp = k == 1 || k == 2 ? 1.0 : -1.0, sq = k >= 2 ? 1.0 : -1.0;  // around the face
    list[0][k] = corner_at(
        out * other.axis[incident] + (sp * other.half[p]) * other.axis[p] + (sq * other.half[q]) * other.axis[q], k);
  }
  for (int side = 0; side < 4; ++side)
    count = clip(list[side % 2], count, side, box.half[side < 2 ? u : v], rounding, list[(side + 1) % 2]);
  count = std::min(count, k_max_near_points);
  for (int k = 0; k < count; ++k) {
    const Corner& c = list[0][k];
    const Vec3d on_box = box.half[face] * n + c.u * box.axis[u] + c.v * box.axis[v];
    found[k] = {on_box, on_box + c.height * n - to_other, c.height, c.name};
  }
  return count;
}

/// All points at a face, and their smallest gap.
struct Manifold {
  NearPoints points;
  double smallest = std::numeric_limits<double>::infinity();
};
Manifold at_face(const Box<double>& a, const Box<double>& b, const Vec3d& apart, const Axis& face, bool of_b,
                 double rounding) {
  FacePoint over[k_max_near_points];
  const int count = of_b ? points_over(b, face.i, face.n, a, apart, rounding, over)
                         : points_over(a, face.i, -face.n, b, -apart, rounding, over);
  Manifold all;
  for (int k = 0; k < count; ++k) {
    const FacePoint& o = over[k];
    all.points.add({face.n, of_b ? o.on_other : o.on_box, of_b ? o.on_box : o.on_other, o.height,
                    static_cast<std::uint8_t>(24 * ((of_b ? 3 : 0) + face.i) + o.name), true});
    all.smallest = std::min(all.smallest, o.height);
  }
  return all;
}

/// The point of two crossing edges: the closest points of the two lines.
NearPoint at_edges(const Box<double>& a, const Box<double>& b, const Vec3d& apart, const Axis& axis) {
  Vec3d arm_a, arm_b;
  for (int k = 0; k < 3; ++k) {
    if (k != axis.i) arm_a += (inner(a.axis[k], axis.n) > 0.0 ? -a.half[k] : a.half[k]) * a.axis[k];
    if (k != axis.j) arm_b += (inner(b.axis[k], axis.n) > 0.0 ? b.half[k] : -b.half[k]) * b.axis[k];
  }
  const Vec3d &e = a.axis[axis.i], &f = b.axis[axis.j], between = apart + arm_a - arm_b;
  const double ef = inner(e, f), det = 1.0 - ef * ef, eb = inner(e, between), fb = inner(f, between);
  const double s = std::clamp((ef * fb - eb) / det, -a.half[axis.i], a.half[axis.i]),
               t = std::clamp((fb - ef * eb) / det, -b.half[axis.j], b.half[axis.j]);
  return {axis.n, arm_a + s * e, arm_b + t * f, axis.gap, static_cast<std::uint8_t>(144 + 3 * axis.i + axis.j), true};
}

}  // namespace

NearPoints boxes_meet(const Box<double>& a, const Box<double>& b, const Vec3d& apart, double margin) {
  const double size = length({a.half[0], a.half[1], a.half[2]}) + length({b.half[0], b.half[1], b.half[2]}),
               rounding = k_rounding * size;
  const Axis face_a = best_face(a, b, apart), face_b = best_face(b, a, apart);
  if (!(face_a.gap <= margin && face_b.gap <= margin)) return {};
  const Axis edges = best_edges(a, b, apart);
  if (edges.gap > margin) return {};
  const auto within = [&](const NearPoints& all) {
    NearPoints near;
    for (const NearPoint& p : all)
      if (p.gap <= margin) near.add(p);
    return near;
  };
  // minus the overlap; for boxes that do not overlap, a lower bound of the distance
  const double gap = std::max({face_a.gap, face_b.gap, edges.gap});
  const Axis& widest = edges.gap == gap ? edges : face_b.gap == gap ? face_b : face_a;
  const auto reproduces_gap = [&](const Axis& face, double smallest) {
    if (inner(face.n, widest.n) < k_agreement) return false;
    return gap > 0.0 ? smallest <= gap / k_agreement + rounding
                     : smallest >= gap / k_agreement - rounding && smallest <= rounding;
  };
  const Manifold over_a = at_face(a, b, apart, face_a, false, rounding);
  if (reproduces_gap(face_a, over_a.smallest)) return within(over_a.points);
  const Manifold over_b = at_face(a, b, apart, face_b, true, rounding);
  if (reproduces_gap(face_b, over_b.smallest)) return within(over_b.points);
  NearPoints one;
  if (edges.gap >= gap - rounding) {
    const NearPoint p = at_edges(a, b, apart, edges);
    if (length(apart + p.arm_a - p.arm_b - edges.gap * edges.n) <= rounding) {
      one.add(p);
      return one;
    }
  }
  // no candidate matches because of rounding: use the face with the larger gap
  if (gap <= 0.0) return within(face_b.gap > face_a.gap ? over_b.points : over_a.points);

  // The boxes do not overlap, and the largest gap is not proved to be the distance: corners may be nearest.
  const NearPoint nearest = boxes_apart(a, b, apart);
  if (nearest.gap > margin) return {};
  const auto reproduces_distance = [&](const Axis& face, double smallest) {
    return inner(face.n, nearest.normal) >= k_agreement && smallest <= nearest.gap / k_agreement + rounding;
  };
  if (reproduces_distance(face_a, over_a.smallest)) return within(over_a.points);
  if (reproduces_distance(face_b, over_b.smallest)) return within(over_b.points);
  one.add(nearest);
  return one;
}

}  // namespace scree::shape
