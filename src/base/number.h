// The vocabulary that a number type R offers to a law.
//
// A law is written once over R. With R = double it is the scalar reference; with R = Pack (kernel/pack.h)
// the same text works on several contacts at once. Everything a law may use besides + - * / and
// comparisons stands here for double, and in pack.h for Pack. Nothing here may round differently in the
// two: each operation is the correctly rounded IEEE one, so that a SIMD lane has the bits of the scalar. The compiler
// may not fuse a product and a sum by itself; where it pays, mul_add and its kin say so, for every number type alike.
#pragma once

#include <cmath>

namespace scree {

inline double sqrt(double x) { return std::sqrt(x); }
/// x y + z, x y - z, z - x y and -x y - z, rounded once.
inline double mul_add(double x, double y, double z) { return std::fma(x, y, z); }
inline double mul_sub(double x, double y, double z) { return std::fma(x, y, -z); }
inline double neg_mul_add(double x, double y, double z) { return std::fma(-x, y, z); }
inline double neg_mul_sub(double x, double y, double z) { return std::fma(-x, y, -z); }
// Pictures reckon in float, where the last bit is nobody's business.
inline float mul_add(float x, float y, float z) { return x * y + z; }
inline float mul_sub(float x, float y, float z) { return x * y - z; }
inline float sqrt(float x) { return std::sqrt(x); }
inline double abs(double x) { return std::fabs(x); }
/// Of two numbers the smaller; the second one if they cannot be ordered (as the SIMD instruction does).
inline double min(double x, double y) { return x < y ? x : y; }
inline double max(double x, double y) { return x > y ? x : y; }
/// `yes` where the condition holds, `no` elsewhere. Both are evaluated: a lane cannot branch.
inline double select(bool condition, double yes, double no) { return condition ? yes : no; }
/// Does the condition hold in some lane? A law may skip work that no lane needs.
inline bool any(bool condition) { return condition; }
inline bool both(bool p, bool q) { return p && q; }
/// f of each lane by itself: for the rare lane or the rare function that has no fast text.
template <class F>
double lane_by_lane(F f, double x) {
  return f(x);
}

/// -1, 0 or +1. [-0 and +0 both give 0]
template <class R>
R sign(const R& x) {
  return select(x > R(0.0), R(1.0), select(x < R(0.0), R(-1.0), R(0.0)));
}

/// atan(t) / t as a function of t^2. For the small turns of a time step a short series is exact to rounding; larger
/// arguments take the C library's function, lane by lane.
template <class R>
R atan_ratio(const R& t2) {
  constexpr double k_small = 0.004;  // the next term of the series is below half an ulp of 1: 0.004^7 / 15 = 1.1e-18
  R series = mul_add(t2, R(1.0 / 13), R(-1.0 / 11));
  series = mul_add(t2, series, R(1.0 / 9));
  series = mul_add(t2, series, R(-1.0 / 7));
  series = mul_add(t2, series, R(1.0 / 5));
  series = mul_add(t2, series, R(-1.0 / 3));
  series = mul_add(t2, series, R(1.0));
  const auto large = t2 > R(k_small);
  if (!any(large)) return series;
  const auto exact = [](double x) {
    const double t = std::sqrt(x);
    return x > 0.0 ? std::atan(t) / t : 1.0;
  };
  return select(large, lane_by_lane(exact, t2), series);
}
/// The third root.
template <class R>
R cube_root(const R& x) {
  return lane_by_lane([](double y) { return std::cbrt(y); }, x);
}

}  // namespace scree
