// The rates that kinematics `tracked` reports, computed from the paths of the contact point over both bodies
// (law/kinematics/tracked.h). One template for packs of spheres (kernel/contact/tracked.h) and for single contacts of
// other shapes (kernel/shaped.cpp).
#pragma once

#include "law/kinematics/tracked.h"

namespace scree::contact {

template <class R>
struct Followed {
  Vec3<R> slide;           ///< [m/s]
  Vec3<R> roll_a, roll_b;  ///< curvature x path / step [rad/s]
  Vec3<R> roll;            ///< R_eff times their sum [m/s]
  R spin;                  ///< [rad/s]
};
/// Both paths are in the frame of a; `half_spin` is tan(psi/2); `per_step` is 1/step, or 0 in a set-up evaluation.
template <class R>
Followed<R> followed(const law::ContactGeometry<R>& geometry, const Vec3<R>& path_a, const Vec3<R>& path_b,
                     const R& half_spin, const R& curvature_a, const R& curvature_b, const R& per_step) {
  const Vec3<R> roll_a = (per_step * curvature_a) * path_a, roll_b = (per_step * curvature_b) * path_b;
  return {per_step * (path_b - path_a), roll_a, roll_b, geometry.radius * (roll_a + roll_b),
          per_step * law::kinematics::Tracked::angle_of(half_spin)};
}

}  // namespace scree::contact
