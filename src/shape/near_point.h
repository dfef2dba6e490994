// Where two surfaces are next to each other, touching or not: what every pair routine beside the smooth kernels
// returns.
#pragma once

#include <cstdint>

#include "base/vec3.h"

namespace scree::shape {

/// x_a + arm_a - (x_b + arm_b) = gap normal: both points lie on one common normal.
struct NearPoint {
  Vec3d normal;  ///< unit, from b to a
  /// from the centres to the point on each body's own surface; arm_b of a plane is not used [m]
  Vec3d arm_a, arm_b;
  double gap = 0.0;  ///< negative: overlap [m]
  /// names the point among those of its pair, from step to step (box_meets.h says how); 0 if there is but one
  std::uint8_t feature = 0;
  /// if not, gap is that of the two tangent planes at `normal`, and no proof that it is the contact
  bool converged = true;
};

inline constexpr int k_most_near_points = 8;  // a quadrangle clipped by four planes has no more corners; nor has a box

struct NearPoints {
  int count = 0;
  NearPoint point[k_most_near_points];
  const NearPoint* begin() const { return point; }
  const NearPoint* end() const { return point + count; }
  void add(const NearPoint& p) {
    if (count < k_most_near_points) point[count++] = p;
  }
};

}  // namespace scree::shape
