// Deformation of a periodic cell in time. The strain rate is upper triangular, as the matrix of the edges is:
// d(edge)/dt = rate x edge.
//
// The diagonal edges grow exponentially; the tilts are sheared for half of the time before that and half after it.
// [Martyna1994; Shinoda2004; LAMMPS 29Sep2021, FixNH::remap]
#pragma once

#include <cmath>

#include "state/cell.h"

namespace scree::step {

struct StrainRate {
  double xx = 0.0, yy = 0.0, zz = 0.0, yz = 0.0, xz = 0.0, xy = 0.0;  ///< [1/s]
  double trace() const { return xx + yy + zz; }
  Vec3d times(const Vec3d& d) const { return {xx * d.x + xy * d.y + xz * d.z, yy * d.y + yz * d.z, zz * d.z}; }
  StrainRate times(double x) const { return {x * xx, x * yy, x * zz, x * yz, x * xz, x * xy}; }
  bool shears() const { return yz != 0.0 || xz != 0.0 || xy != 0.0; }
};

/// The tilt after `time`: d(tilt)/dt = rate x tilt + shear, where `shear` [m/s] comes from another edge. Half of the
/// exponential growth is applied before the shear and half after it.
inline double sheared(double tilt, double rate, double shear, double time) {
  const double grow = std::exp(0.5 * time * rate);
  return (tilt * grow + time * shear) * grow;
}

/// The edges that shear the tilts in the second half of the time: the new ones (second order), or those of the start as
/// in LAMMPS (first order).
enum class SecondHalf { of_now, as_lammps };

/// The cell after `time` at these rates; the point `centre` is fixed.
inline state::Cell strained(state::Cell cell, const StrainRate& rate, const Vec3d& centre, double time,
                            SecondHalf second) {
  const Vec3d before = cell.length;
  const auto shear = [&](const Vec3d& edge) {
    state::Tilt& t = cell.tilt;
    t.xz = sheared(t.xz, rate.xx, rate.xy * t.yz + rate.xz * edge.z, 0.25 * time);
    t.yz = sheared(t.yz, rate.yy, rate.yz * edge.z, 0.5 * time);
    t.xy = sheared(t.xy, rate.xx, rate.xy * edge.y, 0.5 * time);
    t.xz = sheared(t.xz, rate.xx, rate.xy * t.yz + rate.xz * edge.z, 0.25 * time);
  };
  const bool has_tilt = rate.shears() || cell.tilt.any();
  if (has_tilt) shear(before);
  const double rates[3] = {rate.xx, rate.yy, rate.zz};
  for (std::size_t k = 0; k < 3; ++k) {
    const double grow = std::exp(time * rates[k]), middle = centre.*k_axes[k], low = cell.low.*k_axes[k];
    const double high = (low + cell.length.*k_axes[k] - middle) * grow + middle;
    cell.low.*k_axes[k] = (low - middle) * grow + middle;
    cell.length.*k_axes[k] = high - cell.low.*k_axes[k];
  }
  if (has_tilt) shear(second == SecondHalf::as_lammps ? before : cell.length);
  return cell;
}

}  // namespace scree::step
