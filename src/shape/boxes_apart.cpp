// The distance of two boxes that do not overlap. The nearest points are a corner of one box and any point of the other,
// or points on two edges: if both could move within a face, or one within a face and the other along an edge, they
// could move to such a position at the same distance.
#include <algorithm>
#include <cmath>
#include <limits>

#include "shape/box_meets.h"
#include "shape/plain_products.h"

namespace scree::shape {
namespace {

struct Edge {
  Vec3d middle, along;  ///< from the centre of the box to the middle of the edge; half the edge vector
};
/// One of the four edges along axis i, selected by two bits.
Edge edge_of(const Box<double>& box, int i, int bits) {
  const int j = (i + 1) % 3, k = (i + 2) % 3;
  const double p = (bits & 1) != 0 ? box.half[j] : -box.half[j], q = (bits & 2) != 0 ? box.half[k] : -box.half[k];
  return {p * box.axis[j] + q * box.axis[k], box.half[i] * box.axis[i]};
}

/// Parameters in [-1, 1] of the nearest points of two edges, `between` = middle of e - middle of f.
/// Closest points of two segments: those of the lines, then alternately clamped. [Ericson2005, sect. 5.1.9]
void nearest(const Edge& e, const Edge& f, const Vec3d& between, double& s, double& t) {
  const double ee = inner(e.along, e.along), ff = inner(f.along, f.along), ef = inner(e.along, f.along);
  const double eb = inner(e.along, between), fb = inner(f.along, between);
  const double det = ee * ff - ef * ef;
  s = det > 1e-14 * ee * ff ? std::clamp((ef * fb - ff * eb) / det, -1.0, 1.0) : 0.0;
  t = std::clamp((ef * s + fb) / ff, -1.0, 1.0);
  s = std::clamp((ef * t - eb) / ee, -1.0, 1.0);
  t = std::clamp((ef * s + fb) / ff, -1.0, 1.0);
}

}  // namespace

NearPoint boxes_apart(const Box<double>& a, const Box<double>& b, const Vec3d& apart) {
  NearPoint best;
  best.gap = std::numeric_limits<double>::infinity();
  for (int k = 0; k < k_corners; ++k) {
    const Vec3d corner_a = corner(a, k), corner_b = corner(b, k);
    if (const NearPoint p = sphere_meets_box(0.0, b, apart + corner_a); p.gap < best.gap)
      best = {p.normal, corner_a, p.arm_b, p.gap, static_cast<std::uint8_t>(153 + k), true};
    if (const NearPoint p = sphere_meets_box(0.0, a, corner_b - apart); p.gap < best.gap)
      best = {-p.normal, p.arm_b, corner_b, p.gap, static_cast<std::uint8_t>(161 + k), true};
  }
  for (int i = 0; i < 3; ++i)
    for (int p = 0; p < 4; ++p) {
      const Edge e = edge_of(a, i, p);
      for (int j = 0; j < 3; ++j)
        for (int q = 0; q < 4; ++q) {
          const Edge f = edge_of(b, j, q);
          double s, t;
          nearest(e, f, apart + e.middle - f.middle, s, t);
          const Vec3d arm_a = e.middle + s * e.along, arm_b = f.middle + t * f.along, between = apart + arm_a - arm_b;
          const double distance = length(between);
          // A tie occurs between an edge and the corner at its end; the corner was evaluated first and keeps its
          // feature.
          if (distance < best.gap * (1.0 - 1e-12) && distance > 0.0)
            best = {
                (1.0 / distance) * between, arm_a, arm_b, distance, static_cast<std::uint8_t>(144 + 3 * i + j), true};
        }
    }
  return best;
}

}  // namespace scree::shape
