// Contact of two spheres and of a sphere and a plane, as the SIMD kernels compute it. Both routines return the same
// struct, so laws do not depend on shapes.
#pragma once

#include "law/contract.h"
#include "shape/contact_kind.h"

namespace scree::shape {

/// Contact geometry, and the arms of the friction force and of the slip velocity.
template <class R>
struct SphereContact {
  law::ContactGeometry<R> geometry;
  R force_arm_a, force_arm_b;  ///< arms of the friction torque [m]
  R slip_arm_a, slip_arm_b;    ///< arms of the angular velocities in the slip velocity: full radius [m]
  R inverse_distance;          ///< 1/distance, for the rotation of the normal; 0 at a plane [1/m]
  R arm_shrinks;               ///< 1 if the force arms decrease by half the overlap, otherwise 0
  R distance{};                ///< of the centres of two spheres; not set otherwise [m]
};

/// Sums over the two bodies of a pair.
template <class R>
struct SphereSums {
  R radii;           ///< [m]
  R inverse_masses;  ///< [1/kg]
};
/// Two spheres; `apart` = x_a - x_b. The force acts in the middle of the overlap. [Santos2020, eq. 2b]
/// One division, 1/(r s w), gives n, R_eff and m_eff by multiplication with the other two factors.
template <class R>
SphereContact<R> spheres_meet(const Vec3<R>& apart, const R& radius_a, const R& radius_b, const SphereSums<R>& sums) {
  const R r = norm(apart);
  const R &s = sums.radii, &w = sums.inverse_masses;
  const R sw = s * w;
  const R inverse = R(1.0) / (r * sw);
  const R overlap = s - r;
  const R half = R(0.5) * overlap;
  return {{(inverse * sw) * apart, overlap, (inverse * (r * w)) * (radius_a * radius_b), min(radius_a, radius_b),
           inverse * (r * s)},
          radius_a - half,
          radius_b - half,
          radius_a,
          radius_b,
          inverse * sw,
          R(1.0),
          r};
}

template <class R>
SphereContact<R> spheres_meet(const Vec3<R>& apart, const R& radius_a, const R& radius_b, const R& inverse_mass_a,
                              const R& inverse_mass_b) {
  return spheres_meet(apart, radius_a, radius_b, SphereSums<R>{radius_a + radius_b, inverse_mass_a + inverse_mass_b});
}

/// A sphere and a plane of infinite mass. `height`: of the centre above the plane. The arm is the full radius, as in
/// LAMMPS's fix wall/gran. [santos.md, 5.1]
template <class R>
SphereContact<R> sphere_meets_plane(const R& height, const Vec3<R>& normal, const R& radius, const R& inverse_mass) {
  return {
      {normal, radius - height, radius, radius, R(1.0) / inverse_mass}, radius, R(0.0), radius, R(0.0), R(0.0), R(0.0)};
}

}  // namespace scree::shape
