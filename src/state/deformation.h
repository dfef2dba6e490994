// The affine map from one cell to another: positions keep their fractional coordinates. Upper triangular, as the edges
// are.
#pragma once

#include "state/cell.h"

namespace scree::state {

struct Deformation {
  Deformation(const Cell& from, const Cell& to)
      : from_low(from.low),
        to_low(to.low),
        xx(to.length.x / from.length.x),
        yy(to.length.y / from.length.y),
        zz(to.length.z / from.length.z),
        xy((to.tilt.xy - xx * from.tilt.xy) / from.length.y),
        yz((to.tilt.yz - yy * from.tilt.yz) / from.length.z),
        xz((to.tilt.xz - xx * from.tilt.xz - xy * from.tilt.yz) / from.length.z) {}

  Vec3d operator()(const Vec3d& place) const {
    const Vec3d d = place - from_low;
    return {to_low.x + (xx * d.x + xy * d.y + xz * d.z), to_low.y + (yy * d.y + yz * d.z), to_low.z + zz * d.z};
  }
  /// Largest relative change of a distance: bounded by the Frobenius norm of F - 1.
  double strain() const {
    const auto square = [](double x) { return x * x; };
    return std::sqrt(square(xx - 1) + square(yy - 1) + square(zz - 1) + square(xy) + square(yz) + square(xz));
  }

  Vec3d from_low, to_low;
  double xx, yy, zz, xy, yz, xz;
};

}  // namespace scree::state
