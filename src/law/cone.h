// The friction cone of a rigid contact in R^6 and the exact projection onto it. [TasoraAnitescu2013, eq. 30, 31,
// appendix C; corrected in docs/specs/tasora.md, 1.2 and 1.4]
//
//   C = { (g_n, g_t, t_r, t_s) : |g_t| <= mu g_n,  |t_r| <= rho g_n,  |t_s| <= sigma g_n }
//
// g_n is the normal impulse, g_t (2 numbers) the impulse of sliding friction, t_r (2) and t_s (1) the angular impulses
// against rolling and spinning. The four parts may have different units and scales; the metric of the projection is
//
//   |x|^2 = x_n^2 + w_t |x_t|^2 + w_r |x_r|^2 + w_s x_s^2,
//
// and the weights are the "scaling of the cone" (spec, 1.5). With a_i the length of part i and c_i its coefficient, the
// projection minimises (y - x_n)^2 + sum w_i max(0, a_i - c_i y)^2 over y >= 0; part i is then shortened to the length
// c_i y. Half of the derivative,
//
//   phi(y) = y - x_n - sum w_i c_i max(0, a_i - c_i y),
//
// is increasing, concave and piecewise linear. Therefore the first Newton step, from any start, ends at or to the left
// of the root, and all further steps increase y. Each further step removes parts from the active set or terminates;
// with three parts there are at most three such steps. The method needs no sorting and no branch that a SIMD lane
// cannot take, and it is exact up to rounding. If phi(0) >= 0, the point lies in the polar cone and its projection is
// zero. Zero coefficients need no special case.
#pragma once

#include "base/number.h"

namespace scree::law {

/// One number for each of the three friction parts.
template <class R>
struct ByPart {
  R slide, roll, spin;
};

/// Coefficients: slide is dimensionless (mu), roll and spin are lengths (rho, sigma) [m].
template <class R>
using Cone = ByPart<R>;

/// Result of the projection of a point: its normal part becomes `normal`; each other part is multiplied by its factor
/// in [0, 1], which shortens it to the length `limit`.
template <class R>
struct OntoCone {
  R normal;
  ByPart<R> limit, factor;
};

/// `length`: |x_t|, |x_r|, |x_s|, all >= 0. `guess`: an estimate of the projected normal part. It saves divisions if it
/// gives the correct active set; it changes the result by rounding only.
template <class R>
OntoCone<R> onto_cone(const Cone<R>& cone, const ByPart<R>& weight, const R& normal, const ByPart<R>& length,
                      const R& guess = R(0.0)) {
  const R zero(0.0), one(1.0);
  const ByPart<R> wc{weight.slide * cone.slide, weight.roll * cone.roll, weight.spin * cone.spin};
  const ByPart<R> rise{wc.slide * length.slide, wc.roll * length.roll, wc.spin * length.spin};
  const ByPart<R> slope{wc.slide * cone.slide, wc.roll * cone.roll, wc.spin * cone.spin};
  R y = guess, top = zero, bottom = zero;
  for (int step = 0; step < 5; ++step) {
    const auto slides = length.slide > cone.slide * y, rolls = length.roll > cone.roll * y,
               spins = length.spin > cone.spin * y;
    const R new_top =
        normal + select(slides, rise.slide, zero) + select(rolls, rise.roll, zero) + select(spins, rise.spin, zero);
    const R new_bottom =
        one + select(slides, slope.slide, zero) + select(rolls, slope.roll, zero) + select(spins, slope.spin, zero);
    // the active set is unchanged, so y is its root
    if (step > 0 && !any(abs(new_top - top) + abs(new_bottom - bottom) > zero)) break;
    top = new_top, bottom = new_bottom;
    const R root = max(zero, top / bottom);  // in this argument order a NaN propagates
    y = step == 0 ? root : max(y, root);     // the guess may exceed the root; a Newton step does not
  }
  const ByPart<R> limit{cone.slide * y, cone.roll * y, cone.spin * y};
  const auto cut = [&](const R& a, const R& largest) {
    const auto over = a > largest;
    return any(over) ? select(over, largest / select(over, a, one), one) : one;
  };
  return {y, limit, {cut(length.slide, limit.slide), cut(length.roll, limit.roll), cut(length.spin, limit.spin)}};
}

}  // namespace scree::law
