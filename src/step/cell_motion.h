// How a cell is strained in time. A rate of strain is upper triangular, as the edges are: d(edge)/dt = rate x edge.
//
// Edges grow by their exponentials and tilts are sheared by halves before and after that. [Martyna1994; Shinoda2004;
// LAMMPS 29Sep2021, FixNH::remap]
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

/// A tilt that grows by its own rate and by what another edge brings, half of the growth before and half after it.
inline double sheared(double tilt, double rate, double brought, double time) {
  const double grow = std::exp(0.5 * time * rate);
  return (tilt * grow + time * brought) * grow;
}

/// Which edges bring the tilts of the second half: those of now, which makes the whole of second order, or those of
/// before as in LAMMPS, of first.
enum class SecondHalf { of_now, as_lammps };

/// The cell after some time at these rates; `centre` stays where it is.
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
  const bool leans = rate.shears() || cell.tilt.any();
  if (leans) shear(before);
  const double rates[3] = {rate.xx, rate.yy, rate.zz};
  for (std::size_t k = 0; k < 3; ++k) {
    const double grow = std::exp(time * rates[k]), middle = centre.*k_axes[k], low = cell.low.*k_axes[k];
    const double high = (low + cell.length.*k_axes[k] - middle) * grow + middle;
    cell.low.*k_axes[k] = (low - middle) * grow + middle;
    cell.length.*k_axes[k] = high - cell.low.*k_axes[k];
  }
  if (leans) shear(second == SecondHalf::as_lammps ? before : cell.length);
  return cell;
}

}  // namespace scree::step
