// The meaning of a law for a contact without springs (stepper `nonsmooth`), which needs only limits and restitution.
//
//   |F_s| <= mu |F_n|,  |M_r| <= rho |F_n|,  |M| <= sigma |F_n|
//       [TasoraAnitescu2013, eq. 31; mu [1], rho and sigma [m]]
//
// A law that supports rigid contacts defines one of
//   static RigidPress rigid_press(const Params&)                  normal laws
//   static SlideLimit rigid_limit(const Params&)                  slide laws
//   static std::optional<TorqueLimit> rigid_limit(const Params&)  roll and spin laws; nullopt: not with these
//       parameters
// A law that does not, or only for some parameters, defines `not_rigid`: the reason and the alternative, as the end of
// a sentence. A law for that stepper only defines `rigid_only` and has neither constants nor respond().
#pragma once

#include <cmath>
#include <limits>
#include <optional>

#include "law/limit.h"

namespace scree::law {

/// Limit of the friction force / normal force, static and kinetic. Equal for laws with one coefficient.
struct SlideLimit {
  double at_rest = 0.0, moving = 0.0;
};

/// Limit of the torque / normal force, static and kinetic.
struct TorqueLimit {
  LimitLength at_rest{}, moving{};
};

/// The normal stage: restitution and compliance.
struct RigidPress {
  /// Newton's restitution: separation speed after / approach speed before
  double restitution = 0.0;
  double stiffness = std::numeric_limits<double>::infinity();  ///< [N/m]; infinite: rigid
  /// stiffness^3 / R_eff, if the stiffness depends on the effective radius; else 0 [N^3/m^4]
  double cube_per_radius = 0.0;

  /// Stiffness at an effective radius [N/m].
  double stiffness_at(double effective_radius) const {
    return cube_per_radius > 0.0 ? std::cbrt(cube_per_radius * effective_radius) : stiffness;
  }
};

/// All stages of a contact of two materials. Absent stages have zero limits.
struct RigidRule : RigidPress {
  SlideLimit slide{};
  TorqueLimit roll{}, spin{};
};

inline LimitLength scaled(double fraction, const LimitLength& length) {
  return {fraction * length.per_radius, fraction * length.per_smaller, fraction * length.fixed};
}

/// Torque limit of a law with one coefficient and the fields of limit.h.
template <class P>
std::optional<TorqueLimit> one_torque_limit(const P& p) {
  const LimitLength length = limit_length(p.coefficient, p.arm, p.length);
  return TorqueLimit{length, length};
}

template <class L>
constexpr bool rigid_only() {
  return requires { L::rigid_only; };
}
/// True if the law supports rigid contacts, at least for some parameters.
template <class L>
constexpr bool can_be_rigid() {
  return requires(const typename L::Params& p) { L::rigid_limit(p); }
  || requires(const typename L::Params& p) { L::rigid_press(p); };
}
/// Why the law does not support rigid contacts, or not with all parameters; empty if it always does.
template <class L>
constexpr std::string_view not_rigid() {
  if constexpr (requires { L::not_rigid; })
    return L::not_rigid;
  else
    return {};
}

}  // namespace scree::law
