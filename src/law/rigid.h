// What a law means to a contact without springs: to the stepper `nonsmooth`, which asks for limits and restitution and
// for nothing else.
//
//   |F_s| <= mu |F_n|,  |M_r| <= rho |F_n|,  |M| <= sigma |F_n|
//       [TasoraAnitescu2013, eq. 31; mu [1], rho and sigma [m]]
//
// A law that can say this of itself has one of
//   static RigidPress rigid_press(const Params&)                  normal laws
//   static SlideLimit rigid_limit(const Params&)                  slide laws
//   static std::optional<TorqueLimit> rigid_limit(const Params&)  roll and spin laws; nothing: not with these
//       parameters
// A law that cannot, or not always, has `not_rigid`: why, and what to take instead, as the end of a sentence. A law for
// that stepper alone has `rigid_only`, and neither constants nor a response.
#pragma once

#include <cmath>
#include <limits>
#include <optional>

#include "law/limit.h"

namespace scree::law {

/// Friction force limit / normal force: of a sticking contact, and of one that slips. Equal for laws of one
/// coefficient.
struct SlideLimit {
  double at_rest = 0.0, moving = 0.0;
};

/// Torque limit / normal force, likewise.
struct TorqueLimit {
  LimitLength at_rest{}, moving{};
};

/// The normal stage: how much of the closing speed comes back, and how far the contact gives way.
struct RigidPress {
  /// Newton's: separation speed after / closing speed before
  double restitution = 0.0;
  double stiffness = std::numeric_limits<double>::infinity();  ///< [N/m]; infinite: rigid
  /// stiffness^3 / R_eff, where that is what is given; else 0 [N^3/m^4]
  double cube_per_radius = 0.0;

  /// At an effective radius [m].
  double stiffness_at(double effective_radius) const {
    return cube_per_radius > 0.0 ? std::cbrt(cube_per_radius * effective_radius) : stiffness;
  }
};

/// A contact of two materials. Absent stages have zero limits.
struct RigidRule : RigidPress {
  SlideLimit slide{};
  TorqueLimit roll{}, spin{};
};

inline LimitLength scaled(double share, const LimitLength& length) {
  return {share * length.per_radius, share * length.per_smaller, share * length.fixed};
}

/// Of a law with one coefficient and the fields of limit.h.
template <class P>
std::optional<TorqueLimit> one_torque_limit(const P& p) {
  const LimitLength length = limit_length(p.coefficient, p.arm, p.length);
  return TorqueLimit{length, length};
}

template <class L>
constexpr bool rigid_only() {
  return requires { L::rigid_only; };
}
/// Can the law say what it means to a rigid contact, for some parameters at least?
template <class L>
constexpr bool can_be_rigid() {
  return requires(const typename L::Params& p) { L::rigid_limit(p); }
  || requires(const typename L::Params& p) { L::rigid_press(p); };
}
/// Why it cannot, or not always; empty if it always can.
template <class L>
constexpr std::string_view not_rigid() {
  if constexpr (requires { L::not_rigid; })
    return L::not_rigid;
  else
    return {};
}

}  // namespace scree::law
