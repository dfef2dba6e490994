// The operations that a number type R provides to a law.
//
// A law is a template over R. With R = double it is the scalar reference; with R = Pack (kernel/pack.h) the same source
// evaluates several contacts at once. This file defines, for double, every operation that a law may use besides + - * /
// and comparisons; pack.h defines the same set for Pack. Both round identically: each operation is the correctly
// rounded IEEE operation, so every SIMD lane is bit-identical to the scalar result. The compiler must not contract a
// product and a sum into an FMA on its own; where an FMA pays off, the source calls mul_add or a variant, for every
// number type.
#pragma once

#include <cmath>

namespace scree {

inline double sqrt(double x) { return std::sqrt(x); }
/// x y + z, x y - z, z - x y and -x y - z, rounded once.
inline double mul_add(double x, double y, double z) { return std::fma(x, y, z); }
inline double mul_sub(double x, double y, double z) { return std::fma(x, y, -z); }
inline double neg_mul_add(double x, double y, double z) { return std::fma(-x, y, z); }
inline double neg_mul_sub(double x, double y, double z) { return std::fma(-x, y, -z); }
// Rendering uses float; its last bit is not reproducible and does not have to be.
inline float mul_add(float x, float y, float z) { return x * y + z; }
inline float mul_sub(float x, float y, float z) { return x * y - z; }
inline float sqrt(float x) { return std::sqrt(x); }
inline double abs(double x) { return std::fabs(x); }
/// The smaller of two numbers; the second one if either is NaN, as the SIMD instruction does.
inline double min(double x, double y) { return x < y ? x : y; }
inline double max(double x, double y) { return x > y ? x : y; }
/// `yes` where the condition holds, `no` elsewhere. Both arguments are evaluated, since a SIMD lane cannot branch.
inline double select(bool condition, double yes, double no) { return condition ? yes : no; }
/// True if the condition holds in at least one lane. A law may skip work that no lane needs.
inline bool any(bool condition) { return condition; }
inline bool both(bool p, bool q) { return p && q; }
/// Applies the scalar function f to each lane: for rare cases and for functions without a SIMD implementation.
template <class F>
double lane_by_lane(F f, double x) {
  return f(x);
}

/// -1, 0 or +1; both -0 and +0 give 0.
template <class R>
R sign(const R& x) {
  return select(x > R(0.0), R(1.0), select(x < R(0.0), R(-1.0), R(0.0)));
}

/// atan(t) / t as a function of t^2. For the small rotations of one time step a short series is exact to rounding;
/// larger arguments use the C library, lane by lane.
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
/// Cube root.
template <class R>
R cube_root(const R& x) {
  return lane_by_lane([](double y) { return std::cbrt(y); }, x);
}

}  // namespace scree
