// The points where two surfaces are nearest or overlap: the result of every pair routine except the SIMD kernels of
// spheres.
#pragma once

#include <cstdint>

#include "base/vec3.h"

namespace scree::shape {

/// x_a + arm_a - (x_b + arm_b) = gap normal: both points lie on one common normal.
struct NearPoint {
  Vec3d normal;  ///< unit, from b to a
  /// from the centre of each body to the point on its surface; arm_b is not used for planes [m]
  Vec3d arm_a, arm_b;
  double gap = 0.0;  ///< negative if the bodies overlap [m]
  /// identifies the point among those of its pair in successive steps (codes: box_meets.h); 0 if there is only one
  std::uint8_t feature = 0;
  /// false: gap is that of the two supporting planes at `normal`, which need not be the contact
  bool converged = true;
};

inline constexpr int k_max_near_points =
    8;  // maximum for a quadrangle clipped by four planes, and for the corners of a box

struct NearPoints {
  int count = 0;
  NearPoint point[k_max_near_points];
  const NearPoint* begin() const { return point; }
  const NearPoint* end() const { return point + count; }
  void add(const NearPoint& p) {
    if (count < k_max_near_points) point[count++] = p;
  }
};

}  // namespace scree::shape
